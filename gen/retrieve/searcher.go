package retrieve

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
)

// Searcher finds what Search finds, bit for bit, and scores hardly more documents in full than it gives: MaxScore (Turtle and Flood
// 1995) over windows of documents that have bounds of their own, on whole numbers. It is used by one goroutine and allocates its
// results only.
//
// A document's score is its background (QL's score of a document of this length without any query term; 0 under other models) plus
// its terms' gains times their factors. A gain lies in the steps that a term keeps of it, n of them: at most n steps, and more than
// n-1 where it is above 0. The search sums weight times n, where weight is what factor times step comes to in units, rounded up. So:
//
//   - background + sum * unit is at least the score;
//   - less spread it is at most the score. A term makes the sum too large by less than weight + maxSteps units: a step, and the unit
//     that its weight was rounded by in each of its steps. Gains below 0, which count as one step, take away at most the least of each;
//   - the score, these two and the limits are float64 and off by less than room.
//
// A limit is 2 room below what k documents score at least. A document that is at most the limit is less than k others, ties included,
// and is left out; the others get their exact score in the query's order.
type Searcher struct {
	r       *Retriever
	learner learner
	query   []TermFactor
	scorer  scorer
	order   []*list // the scorer's, by rising bound in the current window
	bar     bar
	results top   // by scores
	kept    []Hit // documents that were above the limit of their time, with what their scores are at most
	window  window
}

// list is a query term's postings during a search.
type list struct {
	*term
	id       uint32
	times    float64      // the sum of its factors in the query
	weight   uint32       // of a step of its gain, in the search's units
	next     int          // the first posting of the windows to come, where the term keeps no windows
	spans    []index.Span // those of the windows to come, from the one of next
	left     int          // postings of the first of them, from next
	here     []uint16     // the postings of the current window: the lower halves of their documents' numbers
	steps    []uint8      // their gains
	bound    uint32       // of its part of a sum, in the current window
	guessed  bool         // in the current window, from cells
	previous int32        // 1 + the list before this one of the same slot
}

// Searcher makes a searcher for one goroutine.
func (r *Retriever) Searcher() *Searcher {
	return &Searcher{r: r, scorer: scorer{r: r}, bar: bar{loss: r.loss}}
}

// Search returns the k best documents for a query's terms, best first, ties by place in the collection.
func (s *Searcher) Search(terms []uint32, k int) []Hit { return s.search(s.Query(terms), k) }

// Query returns the weighted query that documents are ranked by, expanded under RM3. It is valid until the next call.
func (s *Searcher) Query(terms []uint32) []TermFactor {
	s.query = s.r.system.query(terms, s.query[:0])
	if feedback := s.r.system.feedback; feedback != nil {
		return feedback.expand(s.r.x, s.query, s.search(s.query, feedback.Docs))
	}
	return s.query
}

func (s *Searcher) search(query []TermFactor, k int) []Hit {
	s.results = top{k: k, heap: s.results.heap[:0]}
	s.kept = s.kept[:0]
	if s.prepare(query, k); len(s.scorer.lists) == 0 || k <= 0 {
		return nil
	}
	s.bar.limit = s.firstLimit(k)
	for w := range s.r.numWindows() {
		s.searchWindow(w)
	}
	s.rescore()
	return s.results.ranking()
}

// rescore scores the kept documents, first those that are above the limit however much their sums are too large, since the
// worst of k scores is a higher limit for the others.
func (s *Searcher) rescore() {
	b := &s.bar
	uncertain := s.kept[:0]
	for _, h := range s.kept {
		switch {
		case h.Score-b.spread > b.limit || !b.isBounded():
			s.results.offer(Hit{h.Doc, s.scorer.score(h.Doc)})
		case h.Score > b.limit:
			uncertain = append(uncertain, h)
		}
	}
	for _, h := range uncertain {
		if s.results.full() {
			b.limit = max(b.limit, s.results.heap[0].Score-2*b.room)
		}
		if h.Score > b.limit {
			s.results.offer(Hit{h.Doc, s.scorer.score(h.Doc)})
		}
	}
}

// prepare sets up the query's lists and what their gains say of scores.
func (s *Searcher) prepare(query []TermFactor, k int) {
	c, b := &s.scorer, &s.bar
	c.tokens, c.lists, s.order = c.tokens[:0], c.lists[:0], s.order[:0]
	scale := 0.0
	b.background, b.factors = 0, 0
	for _, q := range query {
		e := s.r.term(q.Term, &s.learner)
		if e == nil {
			continue
		}
		i := slices.IndexFunc(c.lists, func(l list) bool { return l.id == q.Term })
		if i < 0 {
			i = len(c.lists)
			c.lists = append(c.lists, list{term: e, id: q.Term})
		}
		c.lists[i].times += q.Factor
		c.tokens = append(c.tokens, token{i, q.Factor})
		b.background += float64(q.Factor * e.prior)
		b.factors += q.Factor
		scale += float64(q.Factor * (max(e.most, -e.least) + math.Abs(e.prior)))
	}
	if b.loss != nil {
		scale += float64(b.factors * b.loss[len(b.loss)-1])
	}
	b.setScale(scale, len(c.tokens))
	c.indexLists()
	c.tf = slices.Grow(c.tf[:0], len(c.lists))[:len(c.lists)]
	slack, negative, most := uint32(0), 0.0, 0.0
	for i := range c.lists {
		l := &c.lists[i]
		if l.weight = 1; l.windows == nil {
			l.nextSpan(l.postings.Spans)
		}
		if b.isBounded() {
			l.weight += uint32(l.times * l.step / b.unit)
		}
		slack += l.weight + maxSteps
		negative -= float64(l.times * l.least)
		most += float64(l.times * l.most)
		s.order = append(s.order, l)
	}
	b.spread = float64(float64(slack)*b.unit) + negative
	lowest, highest := 0.0, 0.0
	if b.loss != nil {
		lowest, highest = b.backgroundOf(b.loss[len(b.loss)-1]), b.backgroundOf(b.loss[0])
	}
	b.tally.begin(k, lowest-b.spread, highest+most)
}

// firstLimit returns a number below the score of at least k documents, if a term has one: where no term lowers a score, a document of the
// usual length or less scores at least what one of its terms gains there and the background of that length.
func (s *Searcher) firstLimit(k int) float64 {
	limit := math.Inf(-1)
	i, _ := slices.BinarySearch(highRanks[:], k)
	if i == len(highRanks) || !s.bar.isBounded() {
		return limit
	}
	for _, l := range s.scorer.lists {
		if l.least < 0 {
			return math.Inf(-1)
		}
		limit = max(limit, l.times*l.high[i])
	}
	return limit + s.bar.backgroundAt(s.r.usual) - 2*s.bar.room
}

// keep takes document d, whose gains sum up to so many units and whose score has this background besides.
func (s *Searcher) keep(d, sum uint32, background float64) {
	most := background + float64(float64(sum)*s.bar.unit)
	if s.bar.isBounded() {
		if most <= s.bar.limit {
			return
		}
		s.bar.raise(most)
	}
	s.kept = append(s.kept, Hit{d, most})
}
