package retrieve

import (
	"math"
	"sort"

	"github.com/axiomine/axiomine/gen/index"
)

// Searches work on one window of document numbers after the other.
const (
	windowBits = 12
	windowSize = 1 << windowBits
)

// window holds what is known of the documents of one window, which begins at document lo.
type window struct {
	lo      uint32
	gains   [windowSize]float32 // sums of the terms' gains so far
	found   [windowSize]uint16  // the candidates: documents that may be results
	number  int                 // of candidates
	touched [windowSize]bool    // by gather
	tail    [windowSize]uint32  // lengths of the last window's documents
}

// searchWindow keeps the documents of window w that may be results. The terms of smallest bounds which cannot lift a document
// over the limit together are set aside; only a document with one of the others, the essential terms, is a candidate.
// Then terms set aside are added, that of the largest bound first, and candidates fall out.
func (s *Searcher) searchWindow(w int) {
	for _, l := range s.order {
		l.enter(w)
	}
	for i := 1; i < len(s.order); i++ {
		for j := i; j > 0 && s.order[j].bound < s.order[j-1].bound; j-- {
			s.order[j], s.order[j-1] = s.order[j-1], s.order[j]
		}
	}
	background := 0.0
	if s.r.loss != nil {
		background = s.backgroundOf(s.r.minLoss[w])
	}
	aside, least := 0.0, 0 // terms set aside: what they can add, their number
	for ; least < len(s.order) && background+aside+s.order[least].bound <= s.limit; least++ {
		aside += s.order[least].bound
	}
	if least == len(s.order) {
		return
	}
	s.window.lo, s.window.number = uint32(w)<<windowBits, 0
	for _, l := range s.order[least:] {
		if s.rising {
			s.gatherRising(l, float32(s.limit-aside))
		} else {
			s.gather(l)
		}
	}
	s.drop(aside)
	for i := least - 1; i >= 0 && s.window.number > 0; i-- {
		s.add(s.order[i])
		aside -= s.order[i].bound
		s.drop(aside)
	}
	for _, at := range s.window.found[:s.window.number] {
		if sum := s.sum(at); !(sum <= s.limit) {
			s.keep(Hit{s.window.lo + uint32(at), sum})
		}
	}
	clear(s.window.gains[:])
}

// enter finds the postings and the bound of window w.
func (l *list) enter(w int) {
	if l.windows != nil {
		l.here = l.postings[l.windows[w].begin:l.windows[w+1].begin]
		l.bound = l.times * l.windows[w].most
		return
	}
	n := 0
	for n < len(l.ahead) && int(l.ahead[n].Doc>>windowBits) == w {
		n++
	}
	l.here, l.ahead = l.ahead[:n], l.ahead[n:]
	l.bound = 0
	if n > 0 {
		l.bound = l.times * l.most
	}
}

// gather adds an essential term's gains; every document with it is a candidate.
func (s *Searcher) gather(l *list) {
	v := &s.window
	for _, p := range l.here {
		at := (p.Doc - v.lo) % windowSize
		if !v.touched[at] {
			v.touched[at] = true
			v.found[v.number] = uint16(at)
			v.number++
		}
		v.gains[at] += float32(l.times * s.r.gain(l.term, p))
	}
}

// gatherRising adds an essential term's gains, all above 0; a document whose sum comes to exceed need is a candidate.
func (s *Searcher) gatherRising(l *list, need float32) {
	v := &s.window
	need = max(need, 0)
	lengths, r, factor, number := s.lengthsHere(), s.r, l.factor, v.number
	for _, p := range l.here {
		at := (p.Doc - v.lo) % windowSize
		before := v.gains[at]
		sum := before + float32(factor*r.saturation(p.TF, lengths[at]))
		v.gains[at] = sum
		if sum > need && before <= need {
			v.found[number%windowSize] = uint16(at)
			number++
		}
	}
	v.number = number
}

// lengthsHere are the lengths of the window's documents.
func (s *Searcher) lengthsHere() *[windowSize]uint32 {
	rest := s.r.lengths[s.window.lo:]
	if len(rest) >= windowSize {
		return (*[windowSize]uint32)(rest)
	}
	copy(s.window.tail[:], rest)
	return &s.window.tail
}

// perLookup is how many postings are read in the time that one is found.
const perLookup = 32

// add adds the gains of a term set aside: to every document of the window, or to the candidates where that is less work.
func (s *Searcher) add(l *list) {
	v := &s.window
	if len(l.here) > perLookup*v.number {
		for _, at := range v.found[:v.number] {
			if p, ok := find(l.here, v.lo, windowSize, v.lo+uint32(at)); ok {
				v.gains[at] += float32(l.times * s.r.gain(l.term, p))
			}
		}
		return
	}
	if s.rising {
		s.gatherRising(l, float32(math.Inf(1)))
		return
	}
	for _, p := range l.here {
		v.gains[(p.Doc-v.lo)%windowSize] += float32(l.times * s.r.gain(l.term, p))
	}
}

// drop drops the candidates that terms set aside cannot lift over the limit, adding at most aside.
func (s *Searcher) drop(aside float64) {
	v := &s.window
	number := 0
	for _, at := range v.found[:v.number] {
		v.touched[at] = false
		v.found[number] = at
		if !(s.sum(at)+aside <= s.limit) { // true for a NaN too, as infinite weights can give
			number++
		}
	}
	v.number = number
}

// sum is the background and the gains so far of a document of the window.
func (s *Searcher) sum(at uint16) float64 {
	sum := float64(s.window.gains[at])
	if s.r.loss != nil {
		sum += s.backgroundOf(s.r.loss[s.r.lengths[s.window.lo+uint32(at)]])
	}
	return sum
}

// count is the term's count in document d.
func (e *term) count(d uint32) int {
	if len(e.postings) == 0 { // as a common index file may have it
		return 0
	}
	part, lo, span := e.postings, uint32(0), int(e.postings[len(e.postings)-1].Doc)+1
	if e.windows != nil {
		w := d >> windowBits
		part, lo, span = part[e.windows[w].begin:e.windows[w+1].begin], w<<windowBits, windowSize
	}
	p, _ := find(part, lo, span, d)
	return int(p.TF)
}

// find gives the posting of document d among those of span documents from lo on; documents spread about evenly there, so
// that a guess is off by little.
func find(part []index.Posting, lo uint32, span int, d uint32) (p index.Posting, ok bool) {
	i := min(int(d-lo)*len(part)/span, len(part))
	low, high := i, i // part[:low] is before d, part[high:] is not
	for step := 1; low > 0 && part[low-1].Doc >= d; step *= 2 {
		high, low = low, max(low-step, 0)
	}
	for step := 1; high < len(part) && part[high].Doc < d; step *= 2 {
		low, high = high, min(high+step, len(part))
	}
	i = low + sort.Search(high-low, func(i int) bool { return part[low+i].Doc >= d })
	if i < len(part) && part[i].Doc == d {
		return part[i], true
	}
	return p, false
}
