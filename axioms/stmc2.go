package axioms

import (
	"fmt"
	"slices"
	"strings"

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
		Params: append(lengthBound("none", "none"), variants("camara", "klose", "klose-table"), similaritySource,
			param{Name: "stmc_sim", Doc: "how far below 1 the documents' cosine may be (camara)", Unit: "cosine", Default: "0.2", Max: 2}),
		Needs: Needs{Vectors: true},
		Example: Example{
			Query: "ship",
			Docs:  []string{"ship ship boat", "ship boat"},
			Plane: []point{{"ship", 1, 0.1}, {"boat", 1, 0}},
			Says:  "their other word is the same, and the first holds the query term twice",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"klose": ofClosestPairs,
		"klose-table": func(s *Spec) {
			ofClosestPairs(s)
			s.Formula = "t = the first in a random order of the query terms with a pair (t, other term w of either document) of the highest " +
				"similarity; t is not in d2; for such a w |d2|/|d1| ~20% c(w,d2)/c(t,d1); mirrored; 0 where there is no pair"
			s.Source = "Klose, thesis 2021, table 4.1: .035 of the pairs have a preference; the printed formula has .09 here. That d2 lacks t is " +
				"of Fang, Zhai, SIGIR 2006, STMC2. The reading is inferred from the table"
			s.drawOrder()
		},
	},
	bind: func(b *binding) Judge {
		switch b.word("variant") {
		case "klose":
			return judge(b, relativesOf(b), compareRelatives) // as printed
		case "klose-table":
			return judgeByClosestTerm(b)
		}
		m, least, conditional := b.centroids(), 1-b.number("stmc_sim"), !b.unconditional()
		return judge(b, m.features, func(x, y *centroid) Verdict {
			if conditional && (!x.defined || !y.defined || !atLeast(vector.Dot(x.unit, y.unit), least)) {
				return Void
			}
			return preferMore(x.sum, y.sum)
		})
	},
	explain: func(t *trace) {
		switch t.word("variant") {
		case "klose":
			explainRelatives(t)
			return
		case "klose-table":
			explainClosestTerm(t)
			return
		}
		docs := featuresOf[centroid](t)
		for d := range docs {
			t.require(docs[d].defined, "the mean vector of %s's words outside the query is defined", t.name(d))
		}
		if docs[0].defined && docs[1].defined {
			cosine, least := vector.Dot(docs[0].unit, docs[1].unit), 1-t.number("stmc_sim")
			t.require(atLeast(cosine, least), "cosine of the words outside the query: %s >= %s", decimal(cosine), decimal(least))
		}
		t.prefer(func(d, e int) {
			t.when(docs[d].sum > docs[e].sum, "query tokens: %d > %d", docs[d].sum, docs[e].sum)
		})
	},
}

// ofClosestPairs sets what the readings of Klose share.
func ofClosestPairs(s *Spec) {
	s.Formula = "for all pairs (query term t, other term w of either document) of the highest similarity, |d2|/|d1| ~20% " +
		"c(w,d2)/c(t,d1); mirrored; 0 where both hold or there is no pair; a ratio over zero fulfils nothing"
	s.Unconditional = ""
	s.Source = "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, STMC2; after Fang, Zhai, SIGIR 2006"
	s.Weak = false
	s.Needs = Needs{Similarity: true}
	s.Example = Example{
		Query:        "ship",
		Docs:         []string{"ship sails", "boat sails"},
		Similarities: []termSimilarity{{"ship", "boat", 0.9}},
		Says:         "as long as the first, the second holds boat, the word most like ship, as often as the first holds ship",
		Want:         []int{1},
	}
}

// relatives is a document in the reading of Klose: its most similar pairs of a query term and
// another term.
type relatives struct {
	counts
	likeness.Highest
}

// relativesOf returns the function that describes documents by their most similar pairs.
func relativesOf(b *binding) func(docs []Doc, old []relatives) []relatives {
	closest := likeness.NewClosest(b.similarities().query(), equal)
	var docCounts []counts
	return func(docs []Doc, old []relatives) []relatives {
		docCounts = b.count(docs, docCounts)
		list := slices.Grow(old[:0], len(docs))
		closest.Find(len(docs), func(i int) []uint32 { return docs[i].Terms }, func(i int, h likeness.Highest) {
			list = append(list, relatives{docCounts[i], h})
		})
		return list
	}
}

// judgeByClosestTerm returns the judge in the reading of Klose's table.
func judgeByClosestTerm(b *binding) Judge {
	order := b.drawnOrder()
	return judge(b, relativesOf(b), func(x, y *relatives) Verdict {
		slot := closestTerm(order, x, y)
		first, second := false, false
		eachRelative(x, y, func(r likeness.Pair, inX, inY int32) {
			if r.Slot == slot {
				first = first || y.freq[slot] == 0 && sameRatio(y.length, x.length, inY, x.freq[slot])
				second = second || x.freq[slot] == 0 && sameRatio(x.length, y.length, inX, y.freq[slot])
			}
		})
		return preferOne(first, second)
	})
}

// closestTerm returns the slot of the first query term in an order that has a pair of the highest similarity of two documents, or -1.
func closestTerm(order []int, x, y *relatives) int {
	best := len(order)
	eachRelative(x, y, func(r likeness.Pair, _, _ int32) { best = min(best, slices.Index(order, r.Slot)) })
	if best == len(order) {
		return -1
	}
	return order[best]
}

func compareRelatives(x, y *relatives) Verdict {
	if !x.IsSet && !y.IsSet {
		return Neither
	}
	first, second := true, true
	eachRelative(x, y, func(r likeness.Pair, inX, inY int32) {
		first = first && sameRatio(y.length, x.length, inY, x.freq[r.Slot])
		second = second && sameRatio(x.length, y.length, inX, y.freq[r.Slot])
	})
	return preferOne(first, second)
}

// eachRelative calls try for the pairs of the highest similarity, with the counts of their other
// term in both documents.
func eachRelative(x, y *relatives, try func(r likeness.Pair, inX, inY int32)) {
	// The best pairs of both are those of the document with the higher similarity, or of both documents.
	if x.IsSet && (!y.IsSet || !greater(y.Best, x.Best)) {
		for _, r := range x.Pairs {
			try(r, r.Count, countIn(y, r))
		}
	}
	if y.IsSet && (!x.IsSet || !greater(x.Best, y.Best)) {
		for _, r := range y.Pairs {
			try(r, countIn(x, r), r.Count)
		}
	}
}

// countIn returns how often d holds r's term. If d holds it, the pair is one of its best, as the
// similarity is the highest of both.
func countIn(d *relatives, r likeness.Pair) int32 {
	for _, other := range d.Pairs {
		if other.Term == r.Term {
			return other.Count
		}
	}
	return 0
}

// maxFactor is the largest number whose products decide what quotients do. A difference of 1 in two
// products below 2^26 is more than the tolerance of isClose.
const maxFactor = 1<<13 - 1

// sameRatio reports whether a/b ~20% c/d. It is false where b or d is zero.
func sameRatio(a, b, c, d int32) bool {
	if max(a, b, c, d) <= maxFactor {
		return b > 0 && d > 0 && isWithinFifth(a*d, c*b)
	}
	return b > 0 && d > 0 && isClose(0.2, float64(a)/float64(b), float64(c)/float64(d))
}

// isWithinFifth reports whether two numbers, not negative, differ by at most a fifth of the larger
// one.
func isWithinFifth(x, y int32) bool {
	low, high := min(x, y), max(x, y)
	return 4*high <= 5*low
}

// explainRelatives adds the pairs of the highest similarity and whether the lengths have the ratio
// of their counts.
func explainRelatives(t *trace) {
	docs := featuresOf[relatives](t)
	best := max(docs[0].Best, docs[1].Best)
	if !docs[0].IsSet || !docs[1].IsSet {
		best = docs[0].Best + docs[1].Best // one of them is 0
	}
	type pairCounts struct {
		likeness.Pair
		counts [2]int32
	}
	var pairs []pairCounts
	eachRelative(&docs[0], &docs[1], func(r likeness.Pair, inX, inY int32) {
		pairs = append(pairs, pairCounts{r, [2]int32{inX, inY}})
	})
	for _, p := range pairs {
		t.fact("sim(%s, %s) = %s, the highest of a query term and another", t.term(p.Slot), t.input.Word(p.Term), decimal(best))
	}
	t.prefer(func(d, e int) {
		if len(pairs) == 0 {
			t.when(false, "some word outside the query has a similarity to a query term")
		}
		for _, p := range pairs {
			x, y := &docs[d], &docs[e]
			t.when(sameRatio(y.length, x.length, p.counts[e], x.freq[p.Slot]), "|%s|/|%s| = %d/%d ~20%% c(%s,%s)/c(%s,%s) = %d/%d",
				t.name(e), t.name(d), y.length, x.length,
				t.input.Word(p.Term), t.name(e), t.term(p.Slot), t.name(d), p.counts[e], x.freq[p.Slot])
		}
	})
}

// explainClosestTerm adds the first query term of the highest similarity, and the conditions of its pairs.
func explainClosestTerm(t *trace) {
	docs, order := featuresOf[relatives](t), t.drawnOrder()
	noteOrder(t, order)
	slot := closestTerm(order, &docs[0], &docs[1])
	var words []uint32
	inDocs := map[uint32][2]int32{}
	eachRelative(&docs[0], &docs[1], func(r likeness.Pair, inX, inY int32) {
		if _, ok := inDocs[r.Term]; r.Slot == slot && !ok {
			words, inDocs[r.Term] = append(words, r.Term), [2]int32{inX, inY}
		}
	})
	for _, word := range words {
		t.fact("sim(%s, %s) is the highest of a query term and another; %s is the first such query term", t.term(slot), t.input.Word(word),
			t.term(slot))
	}
	t.prefer(func(d, e int) {
		if slot < 0 {
			t.when(false, "some word outside the query has a similarity to a query term")
			return
		}
		x, y := &docs[d], &docs[e]
		t.when(y.freq[slot] == 0, "c(%s,%s): %d = 0", t.term(slot), t.name(e), y.freq[slot])
		ok, parts := false, make([]string, len(words))
		for i, word := range words {
			n := inDocs[word][e]
			ok = ok || sameRatio(y.length, x.length, n, x.freq[slot])
			parts[i] = fmt.Sprintf("%d/%d ~20%% c(%s,%s)/c(%s,%s) = %d/%d", y.length, x.length, t.input.Word(word), t.name(e), t.term(slot),
				t.name(d), n, x.freq[slot])
		}
		t.when(ok, "|%s|/|%s| = %s", t.name(e), t.name(d), strings.Join(parts, ", or "))
	})
}
