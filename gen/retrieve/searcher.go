package retrieve

import (
	"math"
	"math/bits"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
)

// Searcher finds what Search finds, bit for bit, and looks closely at few of the documents: MaxScore (Turtle and Flood
// 1995) over windows of documents that have bounds of their own. It is used by one goroutine and allocates its results only.
//
// A document's score is its background (QL's score of a document of this length without any query term; 0 under other
// models) plus its terms' gains. In every window the terms of smallest bounds which cannot lift a document over the
// threshold together are set aside; only a document with one of the others, the essential terms, is a candidate. Pruning
// leaves room for rounding; what it leaves over gets its exact score in the query's order.
type Searcher struct {
	r          *Retriever
	query      []Weighted
	tokens     []token // of the query, those that the model weighs
	lists      []list  // the query's distinct terms
	order      []*list // by rising bound in the current window
	best       top
	limit      float64 // a document whose bound does not exceed it is no result
	room       float64 // more than rounding can move a bound
	background float64 // the sum of the tokens' priors under QL and QLJM, times their factors
	factors    float64 // the sum of the tokens' factors
	gains      [windowSize]float64
	marked     [windowSize / 64]uint64 // documents of the window with an essential term
}

// token is a place in the query: its term's place in lists, and its factor.
type token struct {
	list   int
	factor float64
}

// list is a query term's postings during a search.
type list struct {
	*term
	id    uint32
	times float64         // the sum of its factors in the query
	ahead []index.Posting // from the current window on
	here  []index.Posting // of the current window, from the current candidate on
	bound float64         // of times the gain, in the current window
	tf    uint32          // in the current candidate
}

// Searcher makes a searcher for one goroutine.
func (r *Retriever) Searcher() *Searcher { return &Searcher{r: r} }

// Search gives the k best documents for a query's terms, best first, ties by place in the collection.
func (s *Searcher) Search(terms []uint32, k int) []Hit { return s.search(s.Query(terms), k) }

// Query is the weighted query that documents are ranked by, expanded under RM3. It is valid until the next call.
func (s *Searcher) Query(terms []uint32) []Weighted {
	s.query = s.r.system.query(terms, s.query[:0])
	if feedback := s.r.system.feedback; feedback != nil {
		return feedback.expand(s.r.x, s.query, s.search(s.query, feedback.Docs))
	}
	return s.query
}

func (s *Searcher) search(query []Weighted, k int) []Hit {
	s.best = top{k: k, heap: s.best.heap[:0]}
	s.prepare(query)
	if len(s.lists) == 0 || k <= 0 {
		return nil
	}
	s.limit = s.firstLimit()
	for w := range s.r.numWindows() {
		s.window(w)
	}
	return s.best.ranked()
}

// prepare sets up the query's lists.
func (s *Searcher) prepare(query []Weighted) {
	s.tokens, s.lists, s.order = s.tokens[:0], s.lists[:0], s.order[:0]
	scale := 0.0
	s.background, s.factors = 0, 0
	for _, q := range query {
		e := s.r.term(q.Term)
		if e == nil {
			continue
		}
		i := slices.IndexFunc(s.lists, func(l list) bool { return l.id == q.Term })
		if i < 0 {
			i = len(s.lists)
			s.lists = append(s.lists, list{term: e, id: q.Term, ahead: e.postings})
		}
		s.lists[i].times += q.Factor
		s.tokens = append(s.tokens, token{i, q.Factor})
		s.background += q.Factor * e.prior
		s.factors += q.Factor
		scale += q.Factor * (max(e.most, -e.least) + math.Abs(e.prior))
	}
	if s.r.loss != nil {
		scale += s.factors * s.r.loss[len(s.r.loss)-1]
	}
	s.room = scale * 1e-11 // a sum of n numbers is off by less than n * 1.2e-16 of their size
	for i := range s.lists {
		s.order = append(s.order, &s.lists[i])
	}
}

// firstLimit is below the score of at least k documents, if a term knows so: where no term and no background takes
// anything away, a document's score is at least what one of its terms gains.
func (s *Searcher) firstLimit() float64 {
	limit := math.Inf(-1)
	i, _ := slices.BinarySearch(highRanks[:], s.best.k)
	if i == len(highRanks) || s.r.loss != nil {
		return limit
	}
	for _, l := range s.lists {
		if l.least < 0 {
			return math.Inf(-1)
		}
		limit = max(limit, l.times*l.high[i])
	}
	return limit - 2*s.room
}

// backgroundOf is the background of documents with a loss.
func (s *Searcher) backgroundOf(loss float64) float64 {
	return s.background - s.factors*loss
}

// window searches one window.
func (s *Searcher) window(w int) {
	for i := range s.lists {
		s.lists[i].enter(w)
	}
	slices.SortFunc(s.order, func(a, b *list) int {
		if a.bound < b.bound {
			return -1
		}
		return 1
	})
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
	lo := uint32(w) << windowBits
	for _, l := range s.order[least:] {
		s.gather(l, lo)
	}
	for i, word := range s.marked {
		s.marked[i] = 0
		for ; word != 0; word &= word - 1 {
			at := i<<6 + bits.TrailingZeros64(word)
			gain := s.gains[at]
			s.gains[at] = 0
			if !(background+aside+gain <= s.limit) { // true for a NaN too, as infinite weights can give
				s.candidate(lo, lo+uint32(at), gain, aside, least)
			}
		}
	}
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

// gather adds an essential term's gains in the window that begins at document lo.
func (s *Searcher) gather(l *list, lo uint32) {
	if s.r.norms != nil {
		lengths, norms, idf := s.r.lengths[lo:], s.r.norms, l.times*l.idf
		for _, p := range l.here {
			at := p.Doc - lo
			s.gains[at%windowSize] += idf * float64(p.TF) / (float64(p.TF) + norms[lengths[at]])
			s.marked[at%windowSize/64] |= 1 << (at % 64)
		}
		return
	}
	for _, p := range l.here {
		at := p.Doc - lo
		s.gains[at] += l.times * s.r.gain(l.term, p)
		s.marked[at/64] |= 1 << (at % 64)
	}
}

// candidate takes document d, whose essential terms gain the given sum, if its score is high enough. The first least
// terms of order are those set aside; together they add at most aside.
func (s *Searcher) candidate(lo, d uint32, gain, aside float64, least int) {
	length := s.r.lengths[d]
	if s.r.loss != nil {
		gain += s.backgroundOf(s.r.loss[length])
	}
	for i := least - 1; i >= 0; i-- {
		if gain+aside <= s.limit {
			return
		}
		l := s.order[i]
		aside -= l.bound
		if p, ok := l.find(lo, d); ok {
			gain += l.times * s.r.gain(l.term, p)
		}
	}
	if gain+aside <= s.limit {
		return
	}
	for _, l := range s.order[least:] {
		l.find(lo, d)
	}
	score := 0.0
	for _, t := range s.tokens {
		score += t.factor * s.lists[t.list].weight.Weight(int(s.lists[t.list].tf), int(length))
	}
	s.best.offer(Hit{d, score})
	if s.best.full() {
		s.limit = max(s.limit, s.best.heap[0].Score-s.room)
	}
}

// find sets tf to the term's count in document d of the window that begins at lo, and gives the gain's posting.
func (l *list) find(lo, d uint32) (p index.Posting, ok bool) {
	l.tf = 0
	if len(l.here) == 0 {
		return p, false
	}
	// Documents spread about evenly over a window, so that a guess is off by a few postings.
	i := int(d-lo) * len(l.here) / windowSize
	for i > 0 && l.here[i].Doc > d {
		i--
	}
	for i+1 < len(l.here) && l.here[i].Doc < d {
		i++
	}
	if p = l.here[i]; p.Doc != d {
		return p, false
	}
	l.tf = p.TF
	return p, true
}
