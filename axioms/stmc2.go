package axioms

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/likeness"
	"github.com/axiomine/axiomine/axioms/internal/terms"
	"github.com/axiomine/axiomine/axioms/internal/vector"
)

var stmc2 = &definition{
	spec: Spec{
		ID:     "stmc2",
		Title:  "Query tokens rather than words of like meaning",
		Family: "semantic similarity",
		Formula: "cos(v(d1),v(d2)) >= 1 - stmc_sim for the mean vectors of the documents' tokens that are no query terms; d1 holds " +
			"more query tokens",
		Unconditional: "d1 holds more query tokens",
		Source:        "Câmara, Hauff, ECIR 2020, table 1 and its code; after Fang, Zhai, SIGIR 2006, STMC2",
		Weak:          true,
		Params: append(lengthBound("none", "none"), variants("camara", "klose"), similaritySource,
			Param{Name: "stmc_sim", Doc: "how far below 1 the documents' cosine may be (camara)", Unit: "cosine", Default: "0.2", Max: 2}),
		Needs: Needs{Vectors: true},
		Example: Example{
			Query: "ship",
			Docs:  []string{"ship ship boat", "ship boat"},
			Plane: []Point{{"ship", 1, 0.1}, {"boat", 1, 0}},
			Says:  "their other word is the same, and the first holds the query term twice",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"klose": func(s *Spec) {
			s.Formula = "for all pairs (query term t, other term w of either document) of the highest similarity, |d2|/|d1| ~20% " +
				"c(w,d2)/c(t,d1); mirrored; 0 where both hold or there is no pair; a ratio over zero fulfils nothing"
			s.Unconditional = ""
			s.Source = "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, STMC2; after Fang, Zhai, SIGIR 2006"
			s.Weak = false
			s.Needs = Needs{Similarity: true}
			s.Example = Example{
				Query:        "ship",
				Docs:         []string{"ship sails", "boat sails"},
				Similarities: []TermSimilarity{{"ship", "boat", 0.9}},
				Says:         "as long as the first, the second holds boat, the word most like ship, as often as the first holds ship",
				Want:         []int{1},
			}
		},
	},
	bind: func(b *binding) Judge {
		if b.word("variant") == "klose" {
			return b.closestPairs()
		}
		m, least, required := b.centroids(), 1-b.number("stmc_sim"), !b.unconditional()
		p := judge(b, m.features, func(x, y *centroid) Verdict {
			if required && (!x.defined || !y.defined || !atLeast(vector.Dot(x.unit, y.unit), least)) {
				return Void
			}
			return more(x.sum, y.sum)
		})
		if required && m.vectors != nil {
			return &likeCentroids{pairwise: p, among: m, least: least}
		}
		return p
	},
	explain: func(t *trace) {
		if t.word("variant") == "klose" {
			explainRelatives(t)
			return
		}
		of := loaded[centroid](t)
		for d := range of {
			t.require(of[d].defined, "the mean vector of %s's words outside the query is defined", t.name(d))
		}
		if of[0].defined && of[1].defined {
			cosine, least := vector.Dot(of[0].unit, of[1].unit), 1-t.number("stmc_sim")
			t.require(atLeast(cosine, least), "cosine of the words outside the query: %s >= %s", decimal(cosine), decimal(least))
		}
		t.prefer(func(d, e int) {
			t.when(of[d].sum > of[e].sum, "query tokens: %d > %d", of[d].sum, of[e].sum)
		})
	},
}

// likeCentroids answers rows of the reading of Câmara and Hauff with all cosines of a row at once.
type likeCentroids struct {
	*pairwise[centroid] // the plain definition
	among               *centroids
	least               float64
	cosines             []float64
}

func (l *likeCentroids) Row(i int, out []Verdict) {
	loaded := l.loaded
	x, rest := &loaded[i], loaded[i+1:]
	l.cosines = slices.Grow(l.cosines[:0], len(rest))[:len(rest)]
	vector.Dots(x.unit, l.among.units[(i+1)*len(x.unit):], l.cosines)
	for j := range rest {
		y := &rest[j]
		if l.window.open(i, i+1+j) && x.defined && y.defined && atLeast(l.cosines[j], l.least) {
			out[i+1+j] = more(x.sum, y.sum)
		} else {
			out[i+1+j] = Void
		}
	}
}

// relatives is a document under the reading of Klose: its most similar pairs of a query term and another term.
type relatives struct {
	counts
	any   bool
	best  float64 // the highest similarity
	pairs []relative
}

// relative is a pair of the highest similarity.
type relative struct {
	slot  int
	term  uint32
	count int32 // c(term, d)
}

// closestPairs is the reading of Klose.
func (b *binding) closestPairs() Judge {
	c := &closest{binding: b, like: b.querySimilarity(), met: terms.NewTable[int32]()}
	return &ofClosest{pairwise: judge(b, c.features, compareRelatives)}
}

// ofClosest answers rows by the heights of the documents' highest similarities.
type ofClosest struct {
	*pairwise[relatives] // the plain definition
	highest              order
	heights              bool // there are some
}

func (o *ofClosest) Load(docs []Doc) {
	o.pairwise.Load(docs)
	o.heights = o.highest.load(len(docs), func(i int) standing {
		if x := &o.loaded[i]; x.any {
			return standing{number: x.best}
		}
		return standing{number: math.Inf(-1)}
	})
}

func (o *ofClosest) Row(i int, out []Verdict) {
	if !o.heights {
		o.pairwise.Row(i, out)
		return
	}
	x, height := &o.loaded[i], o.highest.heights[i]
	for j := i + 1; j < len(o.loaded); j++ {
		y, other := &o.loaded[j], o.highest.heights[j]
		switch {
		case !o.window.open(i, j):
			out[j] = Void
		case height == other || x.length == 0 || y.length == 0:
			out[j] = compareRelatives(x, y)
		case height > other:
			out[j] = Second & -one(x.inAll(y))
		default:
			out[j] = First & -one(y.inAll(x))
		}
	}
}

// Wins counts row by row.
func (o *ofClosest) Wins(won []int32) { tallyRows(o, make([]Verdict, len(won)), won) }

// inAll decides between a document and one whose highest similarity is lower, neither of them empty. The other one holds none of the
// pairs' words, so that the proportion that prefers x cannot hold; it is the other one that is preferred, if its proportion does for
// all pairs.
func (x *relatives) inAll(lower *relatives) bool {
	for _, r := range x.pairs {
		if !inProportion(x.length, lower.length, r.count, lower.of[r.slot]) {
			return false
		}
	}
	return true
}

// closest finds the relatives of a query's candidates. Words outside the query have numbers, by their first token, so that each is
// held against the query once for all candidates.
type closest struct {
	*binding
	like     *likeness.Query
	met      *terms.Table[int32] // the words' numbers
	words    []uint32            // by number
	near     []float32           // by number: about the highest similarity to a query term; 0 where that is not known
	asked    []askedWord         // by number
	similar  []similar           // of all words that were asked
	distinct []int32             // the numbers of the words of all candidates, of each once
	ends     []int               // by candidate: the end of its distinct ones
	counted  []counts
	pairs    []relative // of all candidates
}

// askedWord is a word whose similarities lie in closest.similar, once it was asked.
type askedWord struct {
	asked      bool
	begin, end int32
}

type similar struct {
	slot int
	sim  float64
}

func (c *closest) features(docs []Doc, old []relatives) []relatives {
	c.counted = c.binding.count(docs, c.counted)
	c.read(docs)
	fresh := c.words[len(c.asked):]
	near, margin, ok := c.like.Near(fresh, slices.Grow(c.near, len(fresh)))
	if c.near = near; !ok {
		c.near, margin = append(c.near, make([]float32, len(fresh))...), 1 // every word may have the highest
	}
	c.asked = append(c.asked, make([]askedWord, len(fresh))...)
	c.pairs = c.pairs[:0]
	loaded, begin := slices.Grow(old[:0], len(docs)), 0
	for i, end := range c.ends {
		x := relatives{counts: c.counted[i]}
		c.relate(&x, docs[i].Terms, c.distinct[begin:end], margin)
		loaded, begin = append(loaded, x), end
	}
	return loaded
}

// read numbers the words of all candidates.
func (c *closest) read(docs []Doc) {
	tokens := 0
	for i := range docs {
		tokens += len(docs[i].Terms)
	}
	c.met.Reserve(tokens)
	c.words, c.distinct, c.ends = slices.Grow(c.words, tokens/2), slices.Grow(c.distinct[:0], tokens), c.ends[:0]
	for i := range docs {
		c.met.Next()
		for _, t := range docs[i].Terms {
			if c.slot(t) >= 0 {
				continue
			}
			number, known, first := c.met.Meet(t)
			if !known {
				*number = int32(len(c.words))
				c.words = append(c.words, t)
			}
			if first {
				c.distinct = append(c.distinct, *number)
			}
		}
		c.ends = append(c.ends, len(c.distinct))
	}
}

// relate sets the pairs of highest similarity of a document with these tokens and distinct words. Only words that are near the highest may
// have it.
func (c *closest) relate(x *relatives, tokens []uint32, distinct []int32, margin float32) {
	least := float32(math.Inf(-1))
	for _, n := range distinct {
		least = max(least, c.near[n])
	}
	least -= 2 * margin
	each := func(use func(word uint32, s similar)) {
		for _, n := range distinct {
			if c.near[n] >= least {
				for _, s := range c.ask(n) {
					use(c.words[n], s)
				}
			}
		}
	}
	each(func(_ uint32, s similar) {
		if !x.any || s.sim > x.best {
			x.any, x.best = true, s.sim
		}
	})
	first := len(c.pairs)
	each(func(word uint32, s similar) {
		if equal(s.sim, x.best) {
			c.pairs = append(c.pairs, relative{s.slot, word, occurrencesOf(word, tokens)})
		}
	})
	x.pairs = c.pairs[first:len(c.pairs):len(c.pairs)]
}

// ask gives a word's similarities to query terms.
func (c *closest) ask(number int32) []similar {
	a := &c.asked[number]
	if !a.asked {
		a.asked, a.begin = true, int32(len(c.similar))
		c.like.To(c.words[number], func(slot int, sim float64) { c.similar = append(c.similar, similar{slot, sim}) })
		a.end = int32(len(c.similar))
	}
	return c.similar[a.begin:a.end]
}

func occurrencesOf(term uint32, tokens []uint32) (n int32) {
	for _, t := range tokens {
		if t == term {
			n++
		}
	}
	return n
}

func compareRelatives(x, y *relatives) Verdict {
	if !x.any && !y.any {
		return Neither
	}
	first, second := true, true
	eachRelative(x, y, func(r relative, inX, inY int32) {
		first = first && inProportion(y.length, x.length, inY, x.of[r.slot])
		second = second && inProportion(x.length, y.length, inX, y.of[r.slot])
	})
	return either(first, second)
}

// eachRelative tries the pairs of the highest similarity with the counts of their other term in both documents.
func eachRelative(x, y *relatives, try func(r relative, inX, inY int32)) {
	// The best pairs of both are those of the document with the higher similarity, or of both documents.
	if x.any && (!y.any || !greater(y.best, x.best)) {
		for _, r := range x.pairs {
			try(r, r.count, countIn(y, r))
		}
	}
	if y.any && (!x.any || !greater(x.best, y.best)) {
		for _, r := range y.pairs {
			try(r, countIn(x, r), r.count)
		}
	}
}

// countIn is how often d holds r's term. If it does, the pair is among its best, as the similarity is the highest of both.
func countIn(d *relatives, r relative) int32 {
	for _, other := range d.pairs {
		if other.term == r.term {
			return other.count
		}
	}
	return 0
}

// inProportion is a/b ~20% c/d, false where b or d is zero.
func inProportion(a, b, c, d int32) bool {
	return b > 0 && d > 0 && about(0.2, float64(a)/float64(b), float64(c)/float64(d))
}

// explainRelatives names the pairs of the highest similarity and whether the lengths are in proportion to their counts.
func explainRelatives(t *trace) {
	of := loaded[relatives](t)
	best := max(of[0].best, of[1].best)
	if !of[0].any || !of[1].any {
		best = of[0].best + of[1].best // one of them is 0
	}
	type tried struct {
		relative
		in [2]int32
	}
	var pairs []tried
	eachRelative(&of[0], &of[1], func(r relative, inX, inY int32) {
		pairs = append(pairs, tried{r, [2]int32{inX, inY}})
	})
	for _, p := range pairs {
		t.fact("sim(%s, %s) = %s, the highest of a query term and another", t.term(p.slot), t.of.Word(p.term), decimal(best))
	}
	t.prefer(func(d, e int) {
		if len(pairs) == 0 {
			t.when(false, "some word outside the query has a similarity to a query term")
		}
		for _, p := range pairs {
			x, y := &of[d], &of[e]
			t.when(inProportion(y.length, x.length, p.in[e], x.of[p.slot]), "|%s|/|%s| = %d/%d ~20%% c(%s,%s)/c(%s,%s) = %d/%d",
				t.name(e), t.name(d), y.length, x.length,
				t.of.Word(p.term), t.name(e), t.term(p.slot), t.name(d), p.in[e], x.of[p.slot])
		}
	})
}
