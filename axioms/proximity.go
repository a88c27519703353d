package axioms

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/feature"
)

var prox1 = &definition{
	spec: Spec{
		ID:    "prox1",
		Title: "Query terms closer together on average",
		Formula: "both hold the same query terms, at least two; the mean over pairs of these terms of the mean number of words " +
			"between all their occurrences is smaller in d1",
		Unconditional: "of the query terms that both hold, the mean over pairs of these terms of the mean number of words between all their " +
			"occurrences is smaller in d1; neither where they hold fewer than two in common",
		Source: "Hagen et al., CIKM 2016, PROX1; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params: []param{variants("hagen", "klose")},
		Needs:  Needs{Positions: true},
		Example: examplePair("green tea", "no word stands between green and tea in the first, two in the second",
			"a green tea", "green is the tea"),
	},
	variants: map[string]func(*Spec){"klose": sameTermsAsPrinted},
	bind:     meanGap.bind,
	explain:  meanGap.explain,
}

// meanGap is prox1's number.
var meanGap = placeRule{"mean number of words between query terms", 2, func(terms int) placeNumber {
	return (&gaps{index: make([]int32, terms)}).mean
}}

// gaps computes prox1's number in one pass. A new occurrence at p is sum(p - q) = n p - sum(q) away
// from the n earlier occurrences q of another term.
type gaps struct {
	index []int32 // by slot: the term's index among the document's terms, from 1; 0 where the document lacks it
	slots []int32 // of the document's terms, in the order of their first occurrence
	count []int64 // by index: occurrences so far
	sum   []int64 // by index: the sum of their offsets
	total []int64 // by pair of indexes: the sum of distances
}

func (g *gaps) mean(o []feature.Occurrence, _ []uint32) float64 {
	g.slots = g.slots[:0]
	for _, occ := range o {
		if g.index[occ.Slot] == 0 {
			g.slots = append(g.slots, occ.Slot)
			g.index[occ.Slot] = int32(len(g.slots))
		}
	}
	n := len(g.slots)
	g.count, g.sum, g.total = zeros(g.count, n), zeros(g.sum, n), zeros(g.total, n*n)
	for _, occ := range o {
		t, p := int(g.index[occ.Slot])-1, int64(occ.Offset)
		for s := range n {
			if s != t {
				distance := g.count[s]*p - g.sum[s]
				g.total[s*n+t] += distance
			}
		}
		g.count[t]++
		g.sum[t] += p
	}
	mean := 0.0
	for s := range n {
		for t := range s {
			mean += float64(g.total[s*n+t]+g.total[t*n+s])/float64(g.count[s]*g.count[t]) - 1
		}
	}
	for _, slot := range g.slots {
		g.index[slot] = 0
	}
	return mean / float64(max(n*(n-1)/2, 1)) // 0 for a single term
}

// zeros returns n zeros, in old's memory where they fit.
func zeros(old []int64, n int) []int64 {
	all := slices.Grow(old[:0], n)[:n]
	clear(all)
	return all
}

// sameTermsAsPrinted changes the spec of prox1 to prox3 to Klose's reading.
func sameTermsAsPrinted(s *Spec) {
	s.Formula = strings.Replace(s.Formula, "the same query terms, at least two;", "the same query terms, and the query has at least two;", 1)
	s.Source = "Klose, thesis 2021, section 3.2.5, as printed: documents with a single query term, the same one, are compared " +
		"too. Table 4.1 agrees: for prox1 they are most of its .129 undecided"
}

var prox2 = &definition{
	spec: Spec{
		ID:            "prox2",
		Title:         "Query terms earlier",
		Formula:       "both hold the same query terms, at least two; the sum of their first positions is smaller in d1",
		Unconditional: "of the query terms that both hold, the sum of their first positions is smaller in d1",
		Source:        "Hagen et al., CIKM 2016, PROX2; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params:        []param{variants("hagen", "klose")},
		Needs:         Needs{Positions: true},
		Example: examplePair("green tea", "green and tea first stand at 0 and 3 in the first, at 4 and 2 in the second",
			"green leaves of tea", "in china tea is green"),
	},
	variants: map[string]func(*Spec){"klose": sameTermsAsPrinted},
	bind:     firstPlaces.bind,
	explain:  firstPlaces.explain,
}

// firstPlaces is prox2's number.
var firstPlaces = placeRule{"sum of first positions", 1, func(terms int) placeNumber {
	hasTerm := make([]bool, terms)
	return func(o []feature.Occurrence, _ []uint32) float64 {
		sum := 0
		clear(hasTerm)
		for _, occ := range o {
			if !hasTerm[occ.Slot] {
				hasTerm[occ.Slot] = true
				sum += int(occ.Offset)
			}
		}
		return float64(sum)
	}
}}

var prox3 = &definition{
	spec: Spec{
		ID:    "prox3",
		Title: "The query as a phrase earlier",
		Formula: "both hold the same query terms, at least two; the whole query, in order, first stands earlier in d1 (never counts " +
			"as infinity)",
		Unconditional: "the whole query, in order, first stands earlier in d1 (never counts as infinity)",
		Source:        "Hagen et al., CIKM 2016, PROX3; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Ordered:       true,
		Params:        []param{variants("hagen", "klose")},
		Needs:         Needs{Positions: true},
		Example: examplePair("green tea", "both hold green and tea, the first as a phrase",
			"a cup of green tea", "tea is green"),
	},
	variants: map[string]func(*Spec){"klose": sameTermsAsPrinted},
	bind: func(b *binding) Judge {
		phrase := func(o []feature.Occurrence, terms []uint32) float64 {
			for _, occ := range o {
				if rest := terms[occ.Offset:]; len(rest) >= len(b.tokens) && slices.Equal(rest[:len(b.tokens)], b.tokens) {
					return float64(occ.Offset)
				}
			}
			return math.Inf(1)
		}
		if b.unconditional() {
			return judgeStandings(b, eachPlaced(b, func(hits []feature.Occurrence, d *Doc) standing {
				return standing{number: -phrase(hits, d.Terms)}
			}))
		}
		return judgeSameTerms(b, phrase)
	},
	explain: func(t *trace) { explainSameTerms(t, "first position of the whole query") },
}

var prox4 = &definition{
	spec: Spec{
		ID:    "prox4",
		Title: "All query terms with fewer other words in between",
		Formula: "both hold all query terms, at least two; each occurrence with the closest one of every other query term is a group; " +
			"(a, b) are the fewest non-query terms within a group and how many groups have so few; smaller a, then larger b wins",
		Unconditional: "of the query terms that both hold, at least two: each occurrence with the closest one of every other of them is a " +
			"group; (a, b) are the fewest non-query terms within a group and how many groups have so few; smaller a, then larger b wins",
		Source: "Hagen et al., CIKM 2016, PROX4; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params: []param{variants("hagen", "klose")},
		Needs:  Needs{Positions: true},
		Example: examplePair("green tea", "one word stands between the query terms in the first, three in the second",
			"green hot tea", "green is not a tea"),
	},
	variants: map[string]func(*Spec){
		"klose": func(s *Spec) {
			s.groupHeld("of the query terms that a document holds, each occurrence with the closest one of every other of them is a group; " +
				"(a, b) are the fewest non-query terms within a group and how many groups have so few; smaller a, then larger b wins")
		},
	},
	bind:    fewestOthers.bind,
	explain: fewestOthers.explain,
}

// fewestOthers is prox4's rule.
var fewestOthers = groupRule[tightest]{tightestOf, tightest.tighter, func(t *trace, x, y tightest) {
	t.when(x.tighter(y) == First, "fewest other words within a group, and groups with so few: %d, %d before %d, %d",
		x.numOthers, x.ties, y.numOthers, y.ties)
}}

// tightest counts a document's groups with the fewest other words: how few words, and how many
// groups have so few.
type tightest struct{ numOthers, ties int32 }

func tightestOf(groups []feature.Group) (best tightest) {
	for _, group := range groups {
		switch {
		case best.ties == 0 || group.OtherTokens < best.numOthers:
			best = tightest{numOthers: group.OtherTokens, ties: 1}
		case group.OtherTokens == best.numOthers:
			best.ties++
		}
	}
	return best
}

// tighter prefers fewer other words, then more groups with so few.
func (x tightest) tighter(y tightest) Verdict {
	if x.numOthers != y.numOthers {
		return preferMore(y.numOthers, x.numOthers)
	}
	return preferMore(x.ties, y.ties)
}

// groupHeld changes the spec of prox4 and prox5 to the reading of Klose's table: each document is
// measured by the query terms that it holds.
func (s *Spec) groupHeld(formula string) {
	s.Formula, s.Unconditional = formula+"; a document without one loses", ""
	s.Source = "Klose, thesis 2021, table 4.1: .9993 of all pairs meet the precondition, few of them with class 0. Section 3.2.5 prints " +
		"that both hold all query terms, which .01 of pairs do. The reading is inferred from the table"
}

// groupRule is the rule of prox4 and prox5: the value of a document's groups that is compared, and
// the condition on the values in one order.
type groupRule[N any] struct {
	value   func(groups []feature.Group) N
	compare func(x, y N) Verdict
	when    func(t *trace, x, y N)
}

// grouped is the value of a document, where it has groups.
type grouped[N any] struct {
	comparable bool
	value      N
}

// ofShared returns a function that computes the value for the query terms in both documents.
func (r groupRule[N]) ofShared(b *binding) func(o []feature.Occurrence, inBoth []bool) N {
	g := feature.NewGrouper(len(b.terms))
	return func(o []feature.Occurrence, inBoth []bool) N { return r.value(g.Groups(o, inBoth)) }
}

func (r groupRule[N]) bind(b *binding) Judge {
	if b.unconditional() {
		return judgeOnShared(b, 2, r.ofShared(b), r.compare)
	}
	groupsOf := documentGroups(b)
	return judge(b, eachPlaced(b, func(hits []feature.Occurrence, _ *Doc) (x grouped[N]) {
		if groups := groupsOf(hits); len(groups) > 0 {
			x = grouped[N]{true, r.value(groups)}
		}
		return x
	}), func(x, y *grouped[N]) Verdict {
		if !x.comparable || !y.comparable {
			return Void
		}
		return r.compare(x.value, y.value)
	})
}

func (r groupRule[N]) explain(t *trace) {
	if t.unconditional() {
		value := r.ofShared(t.binding)
		explainShared(t, 2, func(x, y *sharing, inBoth []bool) { r.when(t, value(x.hits, inBoth), value(y.hits, inBoth)) })
		return
	}
	if t.word("variant") != "klose" {
		t.require(len(t.terms) >= 2, "distinct query terms: %d >= 2", len(t.terms))
		t.requireHeld(len(t.terms))
	}
	t.notePlaces()
	docs := featuresOf[grouped[N]](t)
	t.prefer(func(d, e int) { r.when(t, docs[d].value, docs[e].value) })
}

// documentGroups returns a function that computes a document's groups: over all query terms, nil
// where it lacks one, or, as Klose has it, over the query terms that it holds. For a document that
// holds none that is one group of the largest size.
func documentGroups(b *binding) func(hits []feature.Occurrence) []feature.Group {
	g, klose, holds := feature.NewGrouper(len(b.terms)), b.word("variant") == "klose", make([]bool, len(b.terms))
	return func(hits []feature.Occurrence) []feature.Group {
		clear(holds)
		for _, o := range hits {
			holds[o.Slot] = true
		}
		switch {
		case klose && len(hits) == 0:
			return []feature.Group{{Span: math.MaxInt32, OtherTokens: math.MaxInt32}}
		case !klose && (len(holds) < 2 || slices.Contains(holds, false)):
			return nil
		}
		return g.Groups(hits, holds)
	}
}

var prox5 = &definition{
	spec: Spec{
		ID:    "prox5",
		Title: "All query terms in shorter spans on average",
		Formula: "both hold all query terms, at least two; the mean length of prox4's groups, last position - first position, is " +
			"smaller in d1",
		Unconditional: "of the query terms that both hold, at least two: the mean length of prox4's groups, last position - first position, " +
			"is smaller in d1",
		Source: "Hagen et al., CIKM 2016, PROX5; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params: []param{variants("hagen", "klose")},
		Needs:  Needs{Positions: true},
		Example: examplePair("green tea", "green and tea are 2 apart in the first, 4 in the second",
			"green hot tea", "green is not a tea"),
	},
	variants: map[string]func(*Spec){
		"klose": func(s *Spec) {
			s.groupHeld("of the query terms that a document holds, each occurrence with the closest one of every other of them is a group; " +
				"the mean length of the groups, last position - first position, is smaller in d1")
		},
	},
	bind:    meanSpans.bind,
	explain: meanSpans.explain,
}

// meanSpans is prox5's rule.
var meanSpans = groupRule[float64]{meanSpan, preferSmaller, func(t *trace, x, y float64) {
	t.whenSmaller("mean length of the groups", x, y)
}}

func meanSpan(groups []feature.Group) float64 {
	sum := 0
	for _, group := range groups {
		sum += int(group.Span)
	}
	return float64(sum) / float64(len(groups))
}

var tp = &definition{
	spec: Spec{
		ID:    "tp",
		Title: "Two query terms closer together",
		Formula: "both hold at least two distinct query terms; the smallest distance between occurrences of two different ones is " +
			"smaller in d1",
		Unconditional: "the smallest distance between occurrences of two different query terms is smaller in d1; each holds at least two, " +
			"else neither is preferred",
		Source: "Câmara, Hauff, ECIR 2020, table 1; after Tao, Zhai, SIGIR 2007",
		Params: []param{variants("camara", "camara-code")},
		Needs:  Needs{Positions: true},
		Example: examplePair("hot green tea", "green and hot are 2 apart in the first, green and tea 5 in the second",
			"tea that is green and hot", "green or black and then tea"),
	},
	variants: map[string]func(*Spec){
		"camara-code": func(s *Spec) {
			s.Formula = strings.Replace(s.Formula, "is smaller in d1", "is larger in d1", 1)
			s.Unconditional = strings.Replace(s.Unconditional, "is smaller in d1", "is larger in d1", 1)
			s.Source = codeOfCamara + "TPC: it prefers the larger distance. Tables 2 and 3 were made so: .18 of judgements agree"
			s.Example = examplePair("hot green tea", "green and tea are 5 apart in the first, green and hot 2 in the second",
				"green or black and then tea", "tea that is green and hot")
		},
	},
	bind: func(b *binding) Judge {
		toCloser := 1.0
		if b.word("variant") == "camara-code" {
			toCloser = -1
		}
		return judgeStandings(b, eachPlaced(b, func(hits []feature.Occurrence, _ *Doc) standing {
			nearest := standing{class: incomparable}
			// No query term is between the two closest of different terms, so neighbours are enough.
			for i := 1; i < len(hits); i++ {
				if hits[i].Slot == hits[i-1].Slot {
					continue
				}
				if number := -float64(hits[i].Offset - hits[i-1].Offset); nearest.class == incomparable || number > nearest.number {
					nearest = standing{number: number}
				}
			}
			nearest.number *= toCloser
			return nearest
		}))
	},
	explain: func(t *trace) {
		for d := range t.counts {
			t.need(t.counts[d].numDistinct >= 2, "distinct query terms in %s: %d >= 2", t.name(d), t.counts[d].numDistinct)
		}
		t.notePlaces()
		const label = "smallest distance of two query terms"
		if docs := featuresOf[standing](t); t.word("variant") == "camara-code" {
			t.prefer(func(d, e int) { t.whenLarger(label, docs[d].number, docs[e].number) })
			return
		}
		explainCloser(t, label)
	},
}

// appendOccurrences appends the places of query terms in a document, in order.
func (b *bag) appendOccurrences(hits []feature.Occurrence, terms []uint32) []feature.Occurrence {
	for i, t := range terms {
		if slot := b.slot(t); slot >= 0 {
			hits = append(hits, feature.Occurrence{Slot: int32(slot), Offset: int32(i)})
		}
	}
	return hits
}

// placeNumber computes a number of a document from the occurrences of query terms and the document's
// tokens, the smaller the better.
type placeNumber func(o []feature.Occurrence, tokens []uint32) float64

// placeRule is the rule of an axiom that compares a number of the occurrences alone. Without its
// precondition it compares the number over the query terms that both documents hold.
type placeRule struct {
	label     string
	least     int                         // how many query terms both must hold without the precondition
	newNumber func(terms int) placeNumber // for a query of so many distinct terms
}

func (r placeRule) bind(b *binding) Judge {
	near := r.newNumber(len(b.terms))
	if b.unconditional() {
		return judgeOnShared(b, r.least, onSharedTerms(near), preferSmaller)
	}
	return judgeSameTerms(b, near)
}

func (r placeRule) explain(t *trace) {
	if t.unconditional() {
		near := onSharedTerms(r.newNumber(len(t.terms)))
		explainShared(t, r.least, func(x, y *sharing, inBoth []bool) { t.whenSmaller(r.label, near(x.hits, inBoth), near(y.hits, inBoth)) })
		return
	}
	explainSameTerms(t, r.label)
}

// leastHeld returns how many distinct query terms both documents of prox1 to prox3 must hold: two,
// or, as Klose has it, any number of a query's two or more.
func leastHeld(v *values) int {
	if v.word("variant") == "klose" {
		return 0
	}
	return 2
}

// judgeSameTerms returns the judge of prox1 to prox3: both documents hold the same query terms.
func judgeSameTerms(b *binding, near placeNumber) Judge {
	least, tooShort := leastHeld(b.values), len(b.terms) < 2
	set, numbers := make([]byte, len(b.terms)), map[string]int32{} // the terms held, by slot; their sets' numbers
	return judgeStandings(b, eachPlaced(b, func(hits []feature.Occurrence, d *Doc) standing {
		clear(set)
		distinct := 0
		for _, o := range hits {
			distinct += 1 - int(set[o.Slot])
			set[o.Slot] = 1
		}
		if distinct < least || tooShort {
			return standing{class: incomparable}
		}
		class, known := numbers[string(set)]
		if !known {
			class = int32(len(numbers))
			numbers[string(set)] = class
		}
		return standing{class: class, number: -near(hits, d.Terms)}
	}))
}

// sharing is a document under a proximity axiom without its precondition: where it holds query
// terms.
type sharing struct {
	hits  []feature.Occurrence
	holds []bool // by slot
}

// judgeOnShared returns the judge of a proximity axiom without its precondition. It compares two
// documents on the query terms that both hold, where these are at least least. near computes the
// value to compare from a document's occurrences and the terms in both.
func judgeOnShared[N any](b *binding, least int, near func(o []feature.Occurrence, inBoth []bool) N, compare func(x, y N) Verdict) Judge {
	inBoth := make([]bool, len(b.terms))
	return judge(b, mapDocs(func(d *Doc) sharing {
		x := sharing{b.appendOccurrences(nil, d.Terms), make([]bool, len(b.terms))}
		for _, o := range x.hits {
			x.holds[o.Slot] = true
		}
		return x
	}), func(x, y *sharing) Verdict {
		if x.markShared(y, inBoth) < least {
			return Neither
		}
		return compare(near(x.hits, inBoth), near(y.hits, inBoth))
	})
}

// markShared sets inBoth for the query terms that both documents hold, by slot, and returns their
// number.
func (x *sharing) markShared(y *sharing, inBoth []bool) (n int) {
	for slot := range inBoth {
		if inBoth[slot] = x.holds[slot] && y.holds[slot]; inBoth[slot] {
			n++
		}
	}
	return n
}

// onSharedTerms returns near on the occurrences of the terms in both documents alone.
func onSharedTerms(near placeNumber) func(o []feature.Occurrence, inBoth []bool) float64 {
	var some []feature.Occurrence
	return func(o []feature.Occurrence, inBoth []bool) float64 {
		some = some[:0]
		for _, occ := range o {
			if inBoth[occ.Slot] {
				some = append(some, occ)
			}
		}
		return near(some, nil)
	}
}

// preferSmaller prefers the document with the smaller number.
func preferSmaller(x, y float64) Verdict { return preferLarger(y, x) }

// notePlaces adds where the documents hold the query terms.
func (t *trace) notePlaces() {
	for d := range t.input.Docs {
		positions := make([][]string, len(t.terms)) // the first few of many
		for _, o := range t.appendOccurrences(nil, t.input.Docs[d].Terms) {
			switch list := &positions[o.Slot]; {
			case len(*list) < 10:
				*list = append(*list, strconv.Itoa(int(o.Offset)))
			case len(*list) == 10:
				*list = append(*list, "...")
			}
		}
		for slot, list := range positions {
			if len(list) > 0 {
				t.fact("%s holds %s at %s", t.name(d), t.term(slot), strings.Join(list, ", "))
			}
		}
	}
}

// explainCloser explains the comparison of two documents' numbers, the smaller the better.
func explainCloser(t *trace, label string) {
	docs := featuresOf[standing](t)
	t.prefer(func(d, e int) { t.whenSmaller(label, 0-docs[d].number, 0-docs[e].number) })
}

// explainSameTerms explains the comparison of judgeSameTerms.
func explainSameTerms(t *trace, label string) {
	if least := leastHeld(t.values); least > 0 {
		t.requireHeld(least)
	} else {
		t.require(len(t.terms) >= 2, "distinct query terms: %d >= 2", len(t.terms))
	}
	x, y := t.onlyIn(&t.counts[0], &t.counts[1]), t.onlyIn(&t.counts[1], &t.counts[0])
	t.require(len(x)+len(y) == 0, "both hold the same query terms; only one holds: %d%s", len(x)+len(y), t.input.list(append(x, y...)))
	t.notePlaces()
	explainCloser(t, label)
}

// explainShared explains the comparison of judgeOnShared; compare adds the condition of one order.
func explainShared(t *trace, least int, compare func(x, y *sharing, inBoth []bool)) {
	docs, inBoth := featuresOf[sharing](t), make([]bool, len(t.terms))
	n := docs[0].markShared(&docs[1], inBoth)
	var terms []uint32
	for slot, ok := range inBoth {
		if ok {
			terms = append(terms, t.terms[slot])
		}
	}
	t.need(n >= least, "query terms that both hold: %d >= %d%s", n, least, t.input.list(terms))
	t.notePlaces()
	if n < least {
		t.prefer(func(int, int) {})
		return
	}
	t.prefer(func(d, e int) { compare(&docs[d], &docs[e], inBoth) })
}

// requireHeld adds the precondition that both documents hold at least so many distinct query terms.
func (t *trace) requireHeld(least int) {
	for d := range t.counts {
		n := int(t.counts[d].numDistinct)
		t.require(n >= least, "distinct query terms in %s: %d >= %d", t.name(d), n, least)
	}
}
