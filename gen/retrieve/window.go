package retrieve

import (
	"sort"

	"github.com/axiomine/axiomine/gen/index"
)

// The size of a window: a search reads one window of documents after the other.
const (
	windowBits = 14
	windowSize = 1 << windowBits
)

// window holds the sums and candidates of one window of documents, which begins at document lo.
type window struct {
	lo         uint32
	sums       [windowSize]uint32 // for each document, the sum of gains so far, in units; all are 0 between windows
	candidates [windowSize]uint16 // the numbers of documents that may be results, minus lo
	number     int                // the number of candidates
	highest    float64            // the highest background of the window's documents
}

// searchWindow keeps the documents of window w that may be results. It sets aside the terms with the smallest bounds, as long as these
// together cannot raise a document above the limit. Only documents with another term are candidates. Then it adds the gains of the terms
// set aside, from the largest bound to the smallest, and drops candidates.
func (s *Searcher) searchWindow(w int) {
	for _, l := range s.order {
		l.enter(w)
	}
	for i := 1; i < len(s.order); i++ {
		for j := i; j > 0 && s.order[j].bound < s.order[j-1].bound; j-- {
			s.order[j], s.order[j-1] = s.order[j-1], s.order[j]
		}
	}
	v := &s.window
	v.lo, v.number, v.highest = uint32(w)<<windowBits, 0, 0
	if s.r.loss != nil {
		v.highest = s.bar.backgroundOf(s.r.minLoss[w])
	}
	need := s.bar.need(v.highest)
	aside, numAside := uint32(0), 0 // the sum of the bounds of the terms set aside, and their number
	for ; numAside < len(s.order) && aside+s.order[numAside].bound <= need; numAside++ {
		aside += s.order[numAside].bound
	}
	if numAside == len(s.order) {
		return
	}
	for _, l := range s.order[numAside:] {
		v.gather(l, need-aside)
	}
	if s.r.loss != nil {
		v.drop(aside, &s.bar, s.r.lengths)
	}
	for i := numAside - 1; i >= 0 && v.number > 0; i-- {
		l := s.order[i]
		aside -= l.bound
		if l.isGuessed = l.cells != nil && len(l.inWindow) > perGuess*v.number; l.isGuessed {
			v.guess(l)
		} else {
			v.scan(l)
		}
		v.drop(aside, &s.bar, s.r.lengths)
	}
	for i := numAside - 1; i >= 0 && v.number > 0; i-- {
		if s.order[i].isGuessed {
			v.settle(s.order[i])
			v.drop(0, &s.bar, s.r.lengths)
		}
	}
	for _, i := range v.candidates[:v.number] {
		doc, background := v.lo+uint32(i), 0.0
		if s.bar.loss != nil {
			background = s.bar.backgroundOf(s.bar.loss[s.r.lengths[doc]])
		}
		s.keep(doc, v.sums[i], background)
	}
	v.empty(s.order[numAside:])
}

// empty sets the sums of all documents in lists to 0.
func (v *window) empty(lists []*list) {
	number := 0
	for _, l := range lists {
		number += len(l.inWindow)
	}
	if number > windowSize/16 {
		clear(v.sums[:])
		return
	}
	for _, l := range lists {
		for _, low := range l.inWindow {
			v.sums[low%windowSize] = 0
		}
	}
}

// enter sets the list's postings and bound in window w. If the term has no windows, enter must be called for all windows in order.
func (l *list) enter(w int) {
	if l.windows != nil {
		begin, end := l.windows[w].begin, l.windows[w+1].begin
		l.inWindow, l.steps = l.postings.Low[begin:end], l.term.steps[begin:end]
		l.bound = l.weight * l.windows[w].most
		return
	}
	begin, most := l.next, uint8(0)
	if len(l.spans) > 0 && l.spans[0].Has(uint32(w<<windowBits)) {
		for l.numLeft > 0 && l.postings.Low[l.next]&^(windowSize-1) == uint16(w<<windowBits) {
			most = max(most, l.term.steps[l.next])
			l.next++
			l.numLeft--
		}
		if l.numLeft == 0 {
			l.nextSpan(l.spans[1:])
		}
	}
	l.inWindow, l.steps = l.postings.Low[begin:l.next], l.term.steps[begin:l.next]
	l.bound = l.weight * uint32(most)
}

// nextSpan moves to the first span of spans.
func (l *list) nextSpan(spans []index.Span) {
	l.spans, l.numLeft = spans, 0
	if len(spans) > 0 {
		l.numLeft = spans[0].Len()
	}
}

// gather adds a term's gains to the sums. A document becomes a candidate when its sum exceeds need.
func (v *window) gather(l *list, need uint32) {
	weight, number := l.weight, v.number
	steps := l.steps[:len(l.inWindow)]
	for i, low := range l.inWindow {
		place := low % windowSize
		sumSoFar := v.sums[place]
		sum := sumSoFar + weight*uint32(steps[i])
		v.sums[place] = sum
		if sum > need && sumSoFar <= need {
			v.candidates[number%windowSize] = place
			number++
		}
	}
	v.number = number
}

// perGuess is the number of postings that are scanned in the time of a guess and an occasional lookup.
const perGuess = 16

// scan adds the gains of a term to the sums of the documents with a sum above 0.
func (v *window) scan(l *list) {
	steps := l.steps[:len(l.inWindow)]
	for i, low := range l.inWindow {
		if sum := &v.sums[low%windowSize]; *sum > 0 {
			*sum += l.weight * uint32(steps[i])
		}
	}
}

// guess adds the largest gain of the term in a candidate's cell to the sum of each candidate. That is at least the candidate's gain.
func (v *window) guess(l *list) {
	weight, cells, bits, lo := l.weight, l.cells, l.cellBits, v.lo
	for _, i := range v.candidates[:v.number] {
		v.sums[i%windowSize] += weight * uint32(cells[(lo+uint32(i))>>(bits&31)])
	}
}

// settle replaces the guessed gains of a term by the real gains.
func (v *window) settle(l *list) {
	for _, place := range v.candidates[:v.number] {
		cellSteps := l.cells[(v.lo+uint32(place))>>l.cellBits]
		if cellSteps == 0 {
			continue
		}
		i, ok := find(l.inWindow, uint16(v.lo), windowSize, uint16(v.lo)+place)
		steps := uint8(0)
		if ok && l.isAlone(i) {
			continue
		}
		if ok {
			steps = l.steps[i]
		}
		v.sums[place] -= l.weight * uint32(cellSteps-steps)
	}
}

// isAlone reports whether a posting of the window is the only one in its cell. Its gain is then the gain of the cell.
func (l *list) isAlone(i int) bool {
	cell := l.inWindow[i] >> l.cellBits
	return (i == 0 || l.inWindow[i-1]>>l.cellBits != cell) && (i+1 == len(l.inWindow) || l.inWindow[i+1]>>l.cellBits != cell)
}

// drop drops the candidates that cannot exceed the limit. aside is the largest sum of the gains that were not added yet.
func (v *window) drop(aside uint32, b *bar, lengths []uint32) {
	if b.loss != nil {
		v.number = v.dropByLoss(aside, b, lengths[v.lo:])
		return
	}
	number, need := 0, b.need(0)
	for _, i := range v.candidates[:v.number] {
		v.candidates[number] = i
		if v.sums[i%windowSize]+aside > need {
			number++
		}
	}
	v.number = number
}

// dropByLoss drops candidates as drop does, under a model whose background depends on the document's length. It returns the number of
// remaining candidates. lengths begins at the window.
func (v *window) dropByLoss(aside uint32, b *bar, lengths []uint32) (number int) {
	need, perLoss, loss, isBounded := (b.limit-b.background)/b.unit, b.factors/b.unit, b.loss, b.isBounded()
	for _, i := range v.candidates[:v.number] {
		v.candidates[number] = i
		if float64(v.sums[i%windowSize]+aside) > need+float64(perLoss*loss[lengths[i]]) || !isBounded {
			number++
		}
	}
	return number
}

// count returns the number of occurrences of the term in document d.
func (e *term) count(d uint32) int {
	if e.cells != nil && e.cells[d>>e.cellBits] == 0 {
		return 0
	}
	begin, end, lo, span := 0, 0, uint16(0), index.SpanDocs
	if e.windows != nil {
		w := d >> windowBits
		begin, end = int(e.windows[w].begin), int(e.windows[w+1].begin)
		lo, span = uint16(w<<windowBits), windowSize
	} else {
		begin, end = spanOf(e.postings.Spans, d)
	}
	if i, ok := find(e.postings.Low[begin:end], lo, span, uint16(d)); ok {
		return int(e.postings.TF(begin + i))
	}
	return 0
}

// spanOf returns the range of the postings in document d's span; 0 and 0 if there is no such span.
func spanOf(spans []index.Span, d uint32) (begin, end int) {
	for _, span := range spans {
		switch {
		case span.Has(d):
			return begin, begin + span.Len()
		case span.High() > d:
			return 0, 0
		}
		begin += span.Len()
	}
	return 0, 0
}

// find returns the index of d in part, and whether part has d. part is sorted, and has numbers from lo to lo+span. They are about evenly
// spread, so the search begins at an estimate.
func find(part []uint16, lo uint16, span int, d uint16) (place int, ok bool) {
	i := min(int(d-lo)*len(part)/span, len(part))
	low, high := i, i // part[:low] is before d, part[high:] is not
	for step := 1; low > 0 && part[low-1] >= d; step *= 2 {
		high, low = low, max(low-step, 0)
	}
	for step := 1; high < len(part) && part[high] < d; step *= 2 {
		low, high = high, min(high+step, len(part))
	}
	i = low + sort.Search(high-low, func(i int) bool { return part[low+i] >= d })
	return i, i < len(part) && part[i] == d
}
