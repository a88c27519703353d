package axioms

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/likeness"
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
	likeness.Highest
}

// closestPairs is the reading of Klose.
func (b *binding) closestPairs() Judge {
	closest := new(likeness.Closest)
	if last := reuse(b.among, closest); last != nil {
		*closest = *last
	}
	closest.For(b.querySimilarity(), equal)
	o := &ofClosest{bag: b.bag}
	if last := reuse(b.among, o); last != nil {
		o.highest, o.alone, o.held = last.highest, last.alone, last.held
	}
	var counted []counts
	o.pairwise = judge(b, func(docs []Doc, old []relatives) []relatives {
		counted = b.count(docs, counted)
		loaded := slices.Grow(old[:0], len(docs))
		closest.Find(len(docs), func(i int) []uint32 { return docs[i].Terms }, func(i int, h likeness.Highest) {
			loaded = append(loaded, relatives{counted[i], h})
		})
		return loaded
	}, compareRelatives)
	return o
}

// ofClosest answers rows by the heights of the documents' highest similarities.
type ofClosest struct {
	*pairwise[relatives] // the plain definition
	bag                  *bag
	highest              order
	heights              bool // there are some
	alone                []alone
	held                 []int32 // c(w,d), those of a document beside each other
}

// alone is what a document's only pair of the highest similarity is compared by.
type alone struct {
	height        int32
	length        int32
	slot, count   int32 // of the pair; 0 where there is none, whose document is the higher one of no two
	severalOrLong int32 // not 0 where that is not all: two pairs and more, no tokens, or numbers that inProportion takes no products of
}

func (o *ofClosest) Load(docs []Doc) {
	o.pairwise.Load(docs)
	o.heights = o.highest.load(len(docs), func(i int) standing {
		if x := &o.loaded[i]; x.Any {
			return standing{number: x.Best}
		}
		return standing{number: math.Inf(-1)}
	})
	o.alone, o.held = slices.Grow(o.alone[:0], len(docs)), o.held[:0]
	for i := range o.loaded {
		x := &o.loaded[i]
		a := alone{height: o.highest.heights[i], length: x.length}
		if len(x.Pairs) > 0 {
			a.slot, a.count = int32(x.Pairs[0].Slot), x.Pairs[0].Count
		}
		if len(x.Pairs) > 1 || x.length == 0 || max(int(x.length), len(docs[i].Terms)) > mostProducts {
			a.severalOrLong = 1
		}
		o.alone, o.held = append(o.alone, a), append(o.held, x.of...)
	}
}

func (o *ofClosest) Row(i int, out []Verdict) {
	if !o.heights {
		o.pairwise.Row(i, out)
		return
	}
	x, width := o.alone[i], int32(len(o.bag.terms))
	for j := i + 1; j < len(o.alone); j++ {
		y := &o.alone[j]
		if x.height == y.height || x.severalOrLong|y.severalOrLong != 0 {
			out[j] = o.among(i, j)
			continue
		}
		// Without a branch: which of the two is higher is as good as chance.
		second := int32(one(y.height > x.height))
		swap := -second
		lower := int32(j) ^ (int32(i)^int32(j))&swap
		length, others := x.length^(x.length^y.length)&swap, y.length^(x.length^y.length)&swap
		slot, count := x.slot^(x.slot^y.slot)&swap, x.count^(x.count^y.count)&swap
		product, other := length*o.held[lower*width+slot], count*others
		out[j] = Verdict(2*second-1) & -one(withinFifth(product, other))
	}
	o.window.close(i, out[i+1:])
}

// among is compareRelatives by heights.
func (o *ofClosest) among(i, j int) Verdict {
	x, y := &o.loaded[i], &o.loaded[j]
	height, other := o.highest.heights[i], o.highest.heights[j]
	switch {
	case height == other || x.length == 0 || y.length == 0:
		return compareRelatives(x, y)
	case height > other:
		return Second & -one(x.inAll(y))
	default:
		return First & -one(y.inAll(x))
	}
}

// Wins counts row by row.
func (o *ofClosest) Wins(won []int32) { tallyRows(o, make([]Verdict, len(won)), won) }

// inAll decides between a document and one whose highest similarity is lower, neither of them empty. The other one holds none of the
// pairs' words, so that the proportion that prefers x cannot hold; it is the other one that is preferred, if its proportion does for
// all pairs.
func (x *relatives) inAll(lower *relatives) bool {
	for _, r := range x.Pairs {
		if !inProportion(x.length, lower.length, r.Count, lower.of[r.Slot]) {
			return false
		}
	}
	return true
}

func compareRelatives(x, y *relatives) Verdict {
	if !x.Any && !y.Any {
		return Neither
	}
	first, second := true, true
	eachRelative(x, y, func(r likeness.Pair, inX, inY int32) {
		first = first && inProportion(y.length, x.length, inY, x.of[r.Slot])
		second = second && inProportion(x.length, y.length, inX, y.of[r.Slot])
	})
	return either(first, second)
}

// eachRelative tries the pairs of the highest similarity with the counts of their other term in both documents.
func eachRelative(x, y *relatives, try func(r likeness.Pair, inX, inY int32)) {
	// The best pairs of both are those of the document with the higher similarity, or of both documents.
	if x.Any && (!y.Any || !greater(y.Best, x.Best)) {
		for _, r := range x.Pairs {
			try(r, r.Count, countIn(y, r))
		}
	}
	if y.Any && (!x.Any || !greater(x.Best, y.Best)) {
		for _, r := range y.Pairs {
			try(r, countIn(x, r), r.Count)
		}
	}
}

// countIn is how often d holds r's term. If it does, the pair is among its best, as the similarity is the highest of both.
func countIn(d *relatives, r likeness.Pair) int32 {
	for _, other := range d.Pairs {
		if other.Term == r.Term {
			return other.Count
		}
	}
	return 0
}

// mostProducts is up to which numbers their products tell what quotients do: a difference of 1 in two products below 2^26 is more than the
// tolerance of about.
const mostProducts = 1<<13 - 1

// inProportion is a/b ~20% c/d, false where b or d is zero.
func inProportion(a, b, c, d int32) bool {
	if max(a, b, c, d) <= mostProducts {
		return b > 0 && d > 0 && withinFifth(a*d, c*b)
	}
	return b > 0 && d > 0 && about(0.2, float64(a)/float64(b), float64(c)/float64(d))
}

// withinFifth says whether two numbers, not negative, differ by at most a fifth of the larger one.
func withinFifth(x, y int32) bool {
	low, high := min(x, y), max(x, y)
	return 4*high <= 5*low
}

// explainRelatives names the pairs of the highest similarity and whether the lengths are in proportion to their counts.
func explainRelatives(t *trace) {
	of := loaded[relatives](t)
	best := max(of[0].Best, of[1].Best)
	if !of[0].Any || !of[1].Any {
		best = of[0].Best + of[1].Best // one of them is 0
	}
	type tried struct {
		likeness.Pair
		in [2]int32
	}
	var pairs []tried
	eachRelative(&of[0], &of[1], func(r likeness.Pair, inX, inY int32) {
		pairs = append(pairs, tried{r, [2]int32{inX, inY}})
	})
	for _, p := range pairs {
		t.fact("sim(%s, %s) = %s, the highest of a query term and another", t.term(p.Slot), t.of.Word(p.Term), decimal(best))
	}
	t.prefer(func(d, e int) {
		if len(pairs) == 0 {
			t.when(false, "some word outside the query has a similarity to a query term")
		}
		for _, p := range pairs {
			x, y := &of[d], &of[e]
			t.when(inProportion(y.length, x.length, p.in[e], x.of[p.Slot]), "|%s|/|%s| = %d/%d ~20%% c(%s,%s)/c(%s,%s) = %d/%d",
				t.name(e), t.name(d), y.length, x.length,
				t.of.Word(p.Term), t.name(e), t.term(p.Slot), t.name(d), p.in[e], x.of[p.Slot])
		}
	})
}
