package retrieve

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
)

// Searcher ranks documents exactly, but computes the exact scores of few more documents than it returns. It uses MaxScore (Turtle and Flood
// 1995) over windows of documents with bounds in whole numbers. One goroutine uses it. It allocates only its results.
//
// A document's score is its background plus the sum of its terms' gains times their factors. The background is QL's score of a document of
// the same length without query terms; it is 0 under other models. A term stores a gain as n steps: a positive gain is more than n-1 and at
// most n steps. The search sums weight * n, where weight is factor * step in units, rounded up. So:
//
//   - background + sum * unit is at least the score;
//   - this bound minus spread is at most the score. A term makes the sum too large by less than weight + maxSteps units: one step, and
//     one unit of rounding in each step. A negative gain is stored as one step; it lowers the score by at most the term's minGain;
//   - the score, both bounds and the limits are float64, with an error below room.
//
// The limit is 2 room below a score that k documents reach. If a document's upper bound is at most the limit, its score is below the scores
// of k other documents, and it is left out. For the other documents the exact score is computed, in the query's order.
type Searcher struct {
	r       *Retriever
	learner learner
	query   []TermFactor
	scorer  scorer
	order   []*list // the lists of scorer, by rising bound in the current window
	bar     bar
	results top   // the best documents so far, with exact scores
	kept    []Hit // documents that may be results, with their upper bounds as scores
	window  window
}

// list is a query term's postings during a search.
type list struct {
	*term
	id        uint32
	times     float64      // the sum of the term's factors in the query
	weight    uint32       // the number of units of one step of gain
	next      int          // the first posting of the coming windows; unused if the term keeps windows
	spans     []index.Span // the spans of the coming windows; the posting next is in the first span
	numLeft   int          // the number of postings of spans[0] that begin at next
	inWindow  []uint16     // the postings of the current window: the lower halves of their documents' numbers
	steps     []uint8      // the gains of these postings
	bound     uint32       // the largest summand of the term in the current window, in units
	isGuessed bool         // true if the gains in the current window are those of cells
	previous  int32        // 1 + the place of the preceding list of the same hash slot; 0 for none
}

// Searcher returns a searcher for one goroutine.
func (r *Retriever) Searcher() *Searcher {
	return &Searcher{r: r, scorer: scorer{r: r}, bar: bar{loss: r.loss}}
}

// Search returns the k best documents for a query's terms, best first. Ties are in the order of the collection.
func (s *Searcher) Search(terms []uint32, k int) []Hit { return s.search(s.Query(terms), k) }

// Query returns the weighted query of terms, which is expanded under RM3. The result is valid until the next call.
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
	s.bar.limit = math.Inf(-1)
	for w := range s.r.numWindows() {
		s.searchWindow(w)
	}
	s.rescore()
	return s.results.ranking()
}

// rescore computes the exact scores of the kept documents that may be results. It begins with the documents whose lower bound is above the
// limit: the worst of k exact scores is a higher limit for the others.
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
		if s.results.isFull() {
			b.limit = max(b.limit, s.results.heap[0].Score-2*b.room)
		}
		if h.Score > b.limit {
			s.results.offer(Hit{h.Doc, s.scorer.score(h.Doc)})
		}
	}
}

// prepare sets the query's lists and the bounds that follow from their gains.
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
		scale += float64(q.Factor * (max(e.most, -e.minGain) + math.Abs(e.prior)))
	}
	if b.loss != nil {
		scale += float64(b.factors * b.loss[len(b.loss)-1])
	}
	b.setScale(scale, len(c.tokens))
	clear(c.byID[:])
	for i := range c.lists {
		slot := &c.byID[c.lists[i].id%slots]
		c.lists[i].previous, *slot = *slot, int32(i)+1
	}
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
		negative -= float64(l.times * l.minGain)
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

// keep records document d as a possible result. sum is the sum of its gains in units; background is the rest of its score.
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

// scorer computes the exact scores of documents for the query of a search.
type scorer struct {
	r      *Retriever
	tokens []token      // tokens of the query that the model weighs
	lists  []list       // the query's distinct terms
	byID   [slots]int32 // by term id modulo slots, 1 + the place of the last such list; 0 for none
	tf     []int        // the counts of the lists' terms in the current document
}

// slots is the size of the hash table of the ids of a query's terms.
const slots = 1024

// token is a token of the query: its term's place in lists, and its factor.
type token struct {
	list   int
	factor float64
}

// score returns the exact score of document d.
func (s *scorer) score(d uint32) float64 {
	length := int(s.r.lengths[d])
	s.count(d, length)
	score := 0.0
	for _, t := range s.tokens {
		score += float64(t.factor * s.r.weight(s.lists[t.list].term, s.tf[t.list], length))
	}
	return score
}

// count sets tf for document d. It reads the document's terms, or looks up the lists' postings if that is less work.
func (s *scorer) count(d uint32, length int) {
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

// perLookup is the number of a document's terms that are read in the time of one posting lookup.
const perLookup = 4

// bar holds the limit that a result's score exceeds, and the numbers that turn a sum of gains into bounds of a score.
type bar struct {
	limit      float64   // the limit: a document with this score or a lower one is no result
	room       float64   // a bound of the rounding errors of a score or a bound
	unit       float64   // the unit of sums; the weight of a list is a number of units for each step
	spread     float64   // a bound of the difference between an upper bound and the score
	background float64   // the sum of the tokens' priors times their factors, under QL and QLJM
	factors    float64   // the sum of the tokens' factors
	loss       []float64 // Retriever.loss
	tally      tally     // counter of the lower bounds of scores
}

// isBounded reports whether scores have bounds. With infinite weights scores have none, and no document is left out.
func (b *bar) isBounded() bool { return b.room <= math.MaxFloat64 }

// setScale sets room and unit for scores of at most scale and a query with this number of tokens.
func (b *bar) setScale(scale float64, tokens int) {
	// About ten operations for each token have a relative error of at most 2^-53 each; room is 2^9 times larger.
	b.room = float64(scale*float64(tokens+4)/(1<<40)) + math.SmallestNonzeroFloat64
	b.unit = 1
	if b.isBounded() {
		b.unit = max(scale/(1<<30), 1e-300)
	}
}

// backgroundOf returns the background of documents with this loss.
func (b *bar) backgroundOf(loss float64) float64 {
	return b.background - float64(b.factors*loss)
}

// need returns the sum of gains that a document with this background must exceed to be a result.
func (b *bar) need(background float64) uint32 {
	need := (b.limit - background) / b.unit
	if !(need > 0) {
		return 0
	}
	return uint32(min(need, 1<<31))
}

// raise adds a document with the upper bound most, and raises the limit if k documents reach a higher score now.
func (b *bar) raise(most float64) {
	if limit, isRaised := b.tally.add(most - b.spread); isRaised {
		b.limit = max(b.limit, limit-2*b.room)
	}
}

// tally counts numbers in parts of a range, to find a number that at least k of them reach: the k-th largest number, rounded down to the
// beginning of a part.
type tally struct {
	k        int
	low      float64 // the smallest number of part 0
	perPart  float64
	part     int // the last part that has, with the parts above it, at least k numbers; 0 if there is none
	numAbove int // the count of numbers in part and in the parts above
	counts   [tallyParts]uint32
}

const tallyParts = 1 << 12

// begin empties the tally for numbers from low to high. Numbers outside the range count in the nearest part.
func (t *tally) begin(k int, low, high float64) {
	t.k, t.low, t.part, t.numAbove = k, low, 0, 0
	t.perPart = max((high-low)/tallyParts, math.SmallestNonzeroFloat64)
	clear(t.counts[:])
}

// add counts a number. It returns the beginning of part, and whether part has risen.
func (t *tally) add(x float64) (limit float64, isRaised bool) {
	part := int(min(max((x-t.low)/t.perPart, 0), tallyParts-1))
	t.counts[part]++
	if part < t.part {
		return 0, false
	}
	t.numAbove++
	for next := t.numAbove - int(t.counts[t.part]); next >= t.k; next = t.numAbove - int(t.counts[t.part]) {
		t.numAbove, t.part, isRaised = next, t.part+1, true
	}
	return t.low + float64(float64(t.part)*t.perPart), isRaised
}
