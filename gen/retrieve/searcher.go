package retrieve

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
)

// Searcher finds what Search finds, bit for bit, and scores few of the documents in full: MaxScore (Turtle and Flood 1995)
// over windows of documents that have bounds of their own, on float32 sums that are off by less than a known room. Documents
// that these sums cannot rule out get their exact score in the query's order at the end. It is used by one goroutine and
// allocates its results only.
//
// A document's score is its background (QL's score of a document of this length without any query term; 0 under other
// models) plus its terms' gains.
type Searcher struct {
	r          *Retriever
	query      []Weighted
	tokens     []token // of the query, those that the model weighs
	lists      []list  // the query's distinct terms
	order      []*list // by rising bound in the current window
	rising     bool    // every gain is above 0 and in the Retriever's table
	best       top     // by sums
	results    top     // by scores
	kept       []Hit   // documents whose sums were above the limit of their time
	limit      float64 // a document whose sum does not exceed it is no result
	room       float64 // more than rounding can move a sum or a bound
	background float64 // the sum of the tokens' priors under QL and QLJM, times their factors
	factors    float64 // the sum of the tokens' factors
	window     window
}

// token is a place in the query: its term's place in lists, and its factor.
type token struct {
	list   int
	factor float64
}

// list is a query term's postings during a search.
type list struct {
	*term
	id     uint32
	times  float64         // the sum of its factors in the query
	factor float32         // BM25's IDF times these
	ahead  []index.Posting // from the current window on
	here   []index.Posting // of the current window
	bound  float64         // of times the gain, in the current window
	tf     int             // in the document that is being scored
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
	s.results = top{k: k, heap: s.results.heap[:0]}
	s.kept = s.kept[:0]
	s.prepare(query)
	if len(s.lists) == 0 || k <= 0 {
		return nil
	}
	s.limit = s.firstLimit()
	for w := range s.r.numWindows() {
		s.searchWindow(w)
	}
	for _, h := range s.kept {
		if !(h.Score <= s.limit) {
			s.results.offer(Hit{h.Doc, s.score(h.Doc)})
		}
	}
	return s.results.ranked()
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
		s.background += float64(q.Factor * e.prior)
		s.factors += q.Factor
		scale += float64(q.Factor * (max(e.most, -e.least) + math.Abs(e.prior)))
	}
	if s.r.loss != nil {
		scale += float64(s.factors * s.r.loss[len(s.r.loss)-1])
	}
	// Each of n additions, a table's entry and a product are off by at most 2^-24 of the sum's size. A limit is below a sum.
	s.room = float64(scale*float64(len(s.tokens)+4)/(1<<23)) + math.SmallestNonzeroFloat64
	s.rising = s.r.saturations != nil
	for i := range s.lists {
		l := &s.lists[i]
		l.factor = float32(l.times * l.idf)
		s.rising = s.rising && l.factor > 0
		s.order = append(s.order, l)
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
	return s.background - float64(s.factors*loss)
}

// keep takes a document whose sum is above the limit.
func (s *Searcher) keep(h Hit) {
	s.kept = append(s.kept, h)
	s.best.offer(h)
	if s.best.full() {
		s.limit = max(s.limit, s.best.heap[0].Score-2*s.room)
	}
}

// score is the exact score of document d.
func (s *Searcher) score(d uint32) float64 {
	for i := range s.lists {
		s.lists[i].tf = s.lists[i].count(d)
	}
	length := int(s.r.lengths[d])
	score := 0.0
	for _, t := range s.tokens {
		score += float64(t.factor * s.lists[t.list].weight.Weight(s.lists[t.list].tf, length))
	}
	return score
}
