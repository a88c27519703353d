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
	r          *Retriever
	learner    learner
	query      []TermFactor
	tokens     []token      // of the query, those that the model weighs
	lists      []list       // the query's distinct terms
	order      []*list      // by rising bound in the current window
	byID       [slots]int32 // 1 + the last list whose term's id is such a number modulo slots
	tf         []int        // of the lists' terms in the document that is being scored
	tally      tally        // of what scores are at least
	results    top          // by scores
	kept       []Hit        // documents that were above the limit of their time, with what their scores are at most
	limit      float64      // a document whose score is at most this is no result
	room       float64      // more than rounding can move a score or a bound
	unit       float64      // of sums: a list's weight is a number of units a step
	spread     float64      // more than a document's score by its sum is too large
	background float64      // the sum of the tokens' priors under QL and QLJM, times their factors
	factors    float64      // the sum of the tokens' factors
	window     window
}

// slots tell apart the ids of a query's terms.
const slots = 1024

// token is a place in the query: its term's place in lists, and its factor.
type token struct {
	list   int
	factor float64
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
func (r *Retriever) Searcher() *Searcher { return &Searcher{r: r} }

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
	if s.prepare(query, k); len(s.lists) == 0 || k <= 0 {
		return nil
	}
	s.limit = s.firstLimit(k)
	for w := range s.r.numWindows() {
		s.searchWindow(w)
	}
	s.rescore()
	return s.results.ranking()
}

// rescore scores the kept documents, first those that are above the limit however much their sums are too large, since the
// worst of k scores is a higher limit for the others.
func (s *Searcher) rescore() {
	uncertain := s.kept[:0]
	for _, h := range s.kept {
		switch {
		case h.Score-s.spread > s.limit || !s.isBounded():
			s.results.offer(Hit{h.Doc, s.score(h.Doc)})
		case h.Score > s.limit:
			uncertain = append(uncertain, h)
		}
	}
	for _, h := range uncertain {
		if s.results.full() {
			s.limit = max(s.limit, s.results.heap[0].Score-2*s.room)
		}
		if h.Score > s.limit {
			s.results.offer(Hit{h.Doc, s.score(h.Doc)})
		}
	}
}

// isBounded reports whether scores have bounds. Infinite weights have none, and then no document is left out.
func (s *Searcher) isBounded() bool { return s.room <= math.MaxFloat64 }

// prepare sets up the query's lists.
func (s *Searcher) prepare(query []TermFactor, k int) {
	s.tokens, s.lists, s.order = s.tokens[:0], s.lists[:0], s.order[:0]
	scale := 0.0
	s.background, s.factors = 0, 0
	for _, q := range query {
		e := s.r.term(q.Term, &s.learner)
		if e == nil {
			continue
		}
		i := slices.IndexFunc(s.lists, func(l list) bool { return l.id == q.Term })
		if i < 0 {
			i = len(s.lists)
			s.lists = append(s.lists, list{term: e, id: q.Term})
		}
		s.lists[i].times += q.Factor
		s.tokens = append(s.tokens, token{i, q.Factor})
		s.background += float64(q.Factor * e.prior)
		s.factors += q.Factor
		scale += float64(q.Factor * (max(e.most, -e.least) + math.Abs(e.prior)))
	}
	if s.r.loss != nil {
		scale += float64(s.factors * s.r.loss[len(s.r.loss)-1])
	}
	// Some ten operations a token are off by at most 2^-53 of the scores' size each; this is 2^9 times as much.
	s.room = float64(scale*float64(len(s.tokens)+4)/(1<<40)) + math.SmallestNonzeroFloat64
	s.unit = 1
	if s.isBounded() {
		s.unit = max(scale/(1<<30), 1e-300)
	}
	slack, negative, most := uint32(0), 0.0, 0.0
	clear(s.byID[:])
	s.tf = slices.Grow(s.tf[:0], len(s.lists))[:len(s.lists)]
	for i := range s.lists {
		l := &s.lists[i]
		if l.weight = 1; l.windows == nil {
			l.nextSpan(l.postings.Spans)
		}
		if s.isBounded() {
			l.weight += uint32(l.times * l.step / s.unit)
		}
		slot := &s.byID[l.id%slots]
		l.previous, *slot = *slot, int32(i)+1
		slack += l.weight + maxSteps
		negative -= float64(l.times * l.least)
		most += float64(l.times * l.most)
		s.order = append(s.order, l)
	}
	s.spread = float64(float64(slack)*s.unit) + negative
	lowest, highest := 0.0, 0.0
	if s.r.loss != nil {
		lowest, highest = s.backgroundOf(s.r.loss[len(s.r.loss)-1]), s.backgroundOf(s.r.loss[0])
	}
	s.tally.begin(k, lowest-s.spread, highest+most)
}

// firstLimit returns a number below the score of at least k documents, if a term has one: where no term lowers a score, a document of the
// usual length or less scores at least what one of its terms gains there and the background of that length.
func (s *Searcher) firstLimit(k int) float64 {
	limit := math.Inf(-1)
	i, _ := slices.BinarySearch(highRanks[:], k)
	if i == len(highRanks) || !s.isBounded() {
		return limit
	}
	for _, l := range s.lists {
		if l.least < 0 {
			return math.Inf(-1)
		}
		limit = max(limit, l.times*l.high[i])
	}
	if s.r.loss != nil {
		limit += s.backgroundOf(s.r.loss[s.r.usual])
	}
	return limit - 2*s.room
}

// backgroundOf returns the background of documents with a loss.
func (s *Searcher) backgroundOf(loss float64) float64 {
	return s.background - float64(s.factors*loss)
}

// keep takes document d, whose gains sum up to so many units and whose score has this background besides.
func (s *Searcher) keep(d, sum uint32, background float64) {
	most := background + float64(float64(sum)*s.unit)
	if !s.isBounded() {
		s.kept = append(s.kept, Hit{d, most})
		return
	}
	if most <= s.limit {
		return
	}
	s.kept = append(s.kept, Hit{d, most})
	if limit, risen := s.tally.add(most - s.spread); risen {
		s.limit = max(s.limit, limit-2*s.room)
	}
}

// score returns the exact score of document d.
func (s *Searcher) score(d uint32) float64 {
	length := int(s.r.lengths[d])
	s.count(d, length)
	score := 0.0
	for _, t := range s.tokens {
		score += float64(t.factor * s.r.weight(s.lists[t.list].term, s.tf[t.list], length))
	}
	return score
}

// count counts the lists' terms in document d: by its own terms, or by their postings where that is less work.
func (s *Searcher) count(d uint32, length int) {
	if length >= perLookup*len(s.lists) {
		for i := range s.lists {
			s.tf[i] = s.lists[i].count(d)
		}
		return
	}
	clear(s.tf)
	for _, t := range s.r.x.Terms(d) {
		for i := s.byID[t%slots]; i > 0; i = s.lists[i-1].previous {
			if s.lists[i-1].id == t {
				s.tf[i-1]++
			}
		}
	}
}
