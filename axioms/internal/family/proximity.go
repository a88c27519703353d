package family

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/feature"
	"github.com/axiomine/axiomine/axioms/internal/rule"
)

// prox1 and the other axioms of this file compare where the query's terms are in the documents.
var prox1 = &rule.Definition{
	Spec: rule.Spec{
		ID:    "prox1",
		Title: "Query terms closer together on average",
		Formula: "both hold the same query terms, at least two; the mean over pairs of these terms of the mean number of words " +
			"between all their occurrences is smaller in d1",
		Unconditional: "of the query terms that both hold, the mean over pairs of these terms of the mean number of words between all their " +
			"occurrences is smaller in d1; neither where they hold fewer than two in common",
		Source: "Hagen et al., CIKM 2016, PROX1; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params: []rule.Param{rule.Variants("hagen", "klose")},
		Needs:  rule.Needs{Positions: true},
		Example: rule.ExamplePair("green tea", "no word stands between green and tea in the first, two in the second",
			"a green tea", "green is the tea"),
	},
	Variants: map[string]func(*rule.Spec){"klose": sameTermsAsPrinted},
	Bind:     meanGap.bind,
	Explain:  meanGap.explain,
}

// meanGap is the rule of prox1.
var meanGap = placeRule{"mean number of words between query terms", 2, func(terms int) placeNumber {
	return (&gaps{index: make([]int32, terms)}).mean
}}

// gaps computes prox1's number in one pass. The distances of a new occurrence at p from the n earlier occurrences q of another term
// sum to n p - sum(q).
type gaps struct {
	index []int32 // for each slot: 1 + the term's index among the document's terms; 0 if the document lacks the term
	slots []int32 // the slots of the document's terms, in the order of their first occurrence
	count []int64 // for each index: the number of occurrences so far
	sum   []int64 // for each index: the sum of the offsets of these occurrences
	total []int64 // for each pair of indexes: the sum of the distances of their occurrences
}

// mean returns prox1's number for the occurrences of query terms in a document.
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

// zeros returns n zeros. It reuses the memory of old.
func zeros(old []int64, n int) []int64 {
	all := slices.Grow(old[:0], n)[:n]
	clear(all)
	return all
}

// sameTermsAsPrinted changes the spec of prox1, prox2 or prox3 to Klose's definition.
func sameTermsAsPrinted(s *rule.Spec) {
	s.Formula = strings.Replace(s.Formula, "the same query terms, at least two;", "the same query terms, and the query has at least two;", 1)
	s.Source = "Klose, thesis 2021, section 3.2.5, as printed: documents with a single query term, the same one, are compared " +
		"too. Table 4.1 agrees: for prox1 they are most of its .129 undecided"
}

var prox2 = &rule.Definition{
	Spec: rule.Spec{
		ID:            "prox2",
		Title:         "Query terms earlier",
		Formula:       "both hold the same query terms, at least two; the sum of their first positions is smaller in d1",
		Unconditional: "of the query terms that both hold, the sum of their first positions is smaller in d1",
		Source:        "Hagen et al., CIKM 2016, PROX2; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params:        []rule.Param{rule.Variants("hagen", "klose")},
		Needs:         rule.Needs{Positions: true},
		Example: rule.ExamplePair("green tea", "green and tea first stand at 0 and 3 in the first, at 4 and 2 in the second",
			"green leaves of tea", "in china tea is green"),
	},
	Variants: map[string]func(*rule.Spec){"klose": sameTermsAsPrinted},
	Bind:     firstPlaces.bind,
	Explain:  firstPlaces.explain,
}

// firstPlaces is the rule of prox2.
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

var prox3 = &rule.Definition{
	Spec: rule.Spec{
		ID:    "prox3",
		Title: "The query as a phrase earlier",
		Formula: "both hold the same query terms, at least two; the whole query, in order, first stands earlier in d1 (never counts " +
			"as infinity)",
		Unconditional: "the whole query, in order, first stands earlier in d1 (never counts as infinity)",
		Source:        "Hagen et al., CIKM 2016, PROX3; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Ordered:       true,
		Params:        []rule.Param{rule.Variants("hagen", "klose")},
		Needs:         rule.Needs{Positions: true},
		Example: rule.ExamplePair("green tea", "both hold green and tea, the first as a phrase",
			"a cup of green tea", "tea is green"),
	},
	Variants: map[string]func(*rule.Spec){"klose": sameTermsAsPrinted},
	Bind: func(b *rule.Binding) rule.Judge {
		phrase := func(o []feature.Occurrence, terms []uint32) float64 {
			for _, occ := range o {
				if rest := terms[occ.Offset:]; len(rest) >= len(b.Tokens) && slices.Equal(rest[:len(b.Tokens)], b.Tokens) {
					return float64(occ.Offset)
				}
			}
			return math.Inf(1)
		}
		if b.Unconditional() {
			return rule.JudgeStandings(b, rule.EachPlaced(b, func(hits []feature.Occurrence, d *rule.Doc) rule.Standing {
				return rule.Standing{Number: -phrase(hits, d.Terms)}
			}))
		}
		return judgeSameTerms(b, phrase)
	},
	Explain: func(t *rule.Trace) { explainSameTerms(t, "first position of the whole query") },
}

var prox4 = &rule.Definition{
	Spec: rule.Spec{
		ID:    "prox4",
		Title: "All query terms with fewer other words in between",
		Formula: "both hold all query terms, at least two; each occurrence with the closest one of every other query term is a group; " +
			"(a, b) are the fewest non-query terms within a group and how many groups have so few; smaller a, then larger b wins",
		Unconditional: "of the query terms that both hold, at least two: each occurrence with the closest one of every other of them is a " +
			"group; (a, b) are the fewest non-query terms within a group and how many groups have so few; smaller a, then larger b wins",
		Source: "Hagen et al., CIKM 2016, PROX4; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params: []rule.Param{rule.Variants("hagen", "klose")},
		Needs:  rule.Needs{Positions: true},
		Example: rule.ExamplePair("green tea", "one word stands between the query terms in the first, three in the second",
			"green hot tea", "green is not a tea"),
	},
	Variants: map[string]func(*rule.Spec){
		"klose": func(s *rule.Spec) {
			groupHeldTerms(s, "of the query terms that a document holds, each occurrence with the closest one of every other of them is a group; "+
				"(a, b) are the fewest non-query terms within a group and how many groups have so few; smaller a, then larger b wins")
		},
	},
	Bind:    fewestOthers.bind,
	Explain: fewestOthers.explain,
}

// fewestOthers is the rule of prox4.
var fewestOthers = groupRule[tightGroups]{tightGroupsOf, tightGroups.compare, func(t *rule.Trace, x, y tightGroups) {
	t.When(x.compare(y) == rule.First, "fewest other words within a group, and groups with so few: %d, %d before %d, %d",
		x.numOthers, x.ties, y.numOthers, y.ties)
}}

// tightGroups describes a document's groups with the fewest other words.
type tightGroups struct {
	numOthers int32 // the number of other words in each of these groups
	ties      int32 // the number of these groups
}

func tightGroupsOf(groups []feature.Group) (best tightGroups) {
	for _, group := range groups {
		switch {
		case best.ties == 0 || group.OtherTokens < best.numOthers:
			best = tightGroups{numOthers: group.OtherTokens, ties: 1}
		case group.OtherTokens == best.numOthers:
			best.ties++
		}
	}
	return best
}

// compare prefers fewer other words, then more groups.
func (x tightGroups) compare(y tightGroups) rule.Verdict {
	if x.numOthers != y.numOthers {
		return rule.PreferMore(y.numOthers, x.numOthers)
	}
	return rule.PreferMore(x.ties, y.ties)
}

// groupHeldTerms changes the spec of prox4 and prox5 to the definition inferred from Klose's table: only the query terms that a
// document holds form its groups.
func groupHeldTerms(s *rule.Spec, formula string) {
	s.Formula, s.Unconditional = formula+"; a document without one loses", ""
	s.Source = "Klose, thesis 2021, table 4.1: .9993 of all pairs meet the precondition, few of them with class 0. Section 3.2.5 prints " +
		"that both hold all query terms, which .01 of pairs do. The reading is inferred from the table"
}

// groupRule is the rule of prox4 and prox5. It compares a value of each document's groups.
type groupRule[N any] struct {
	value   func(groups []feature.Group) N
	compare func(x, y N) rule.Verdict
	when    func(t *rule.Trace, x, y N) // adds the condition under which x is preferred to y
}

// groupValue is the value of a document's groups.
type groupValue[N any] struct {
	hasGroups bool
	value     N
}

// onShared returns a function that computes the value over the query terms that both documents hold.
func (r groupRule[N]) onShared(b *rule.Binding) func(o []feature.Occurrence, inBoth []bool) N {
	g := feature.NewGrouper(len(b.Terms))
	return func(o []feature.Occurrence, inBoth []bool) N { return r.value(g.Groups(o, inBoth)) }
}

func (r groupRule[N]) bind(b *rule.Binding) rule.Judge {
	if b.Unconditional() {
		return judgeOnShared(b, 2, r.onShared(b), r.compare)
	}
	groupsOf := documentGroups(b)
	return rule.JudgePairs(b, rule.EachPlaced(b, func(hits []feature.Occurrence, _ *rule.Doc) (x groupValue[N]) {
		if groups := groupsOf(hits); len(groups) > 0 {
			x = groupValue[N]{true, r.value(groups)}
		}
		return x
	}), func(x, y *groupValue[N]) rule.Verdict {
		if !x.hasGroups || !y.hasGroups {
			return rule.Void
		}
		return r.compare(x.value, y.value)
	})
}

func (r groupRule[N]) explain(t *rule.Trace) {
	if t.Unconditional() {
		value := r.onShared(t.Binding)
		explainShared(t, 2, func(x, y *termPlaces, inBoth []bool) { r.when(t, value(x.hits, inBoth), value(y.hits, inBoth)) })
		return
	}
	if t.Word("variant") != "klose" {
		t.Require(len(t.Terms) >= 2, "distinct query terms: %d >= 2", len(t.Terms))
		requireHeld(t, len(t.Terms))
	}
	addPlaceFacts(t)
	docs := rule.FeaturesOf[groupValue[N]](t)
	t.Prefer(func(d, e int) { r.when(t, docs[d].value, docs[e].value) })
}

// documentGroups returns a function that computes a document's groups. The groups have all query terms; a document that lacks one has
// no groups. In the variant klose the groups have the query terms of the document, and a document without any has one largest group.
func documentGroups(b *rule.Binding) func(hits []feature.Occurrence) []feature.Group {
	g, klose, holds := feature.NewGrouper(len(b.Terms)), b.Word("variant") == "klose", make([]bool, len(b.Terms))
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

var prox5 = &rule.Definition{
	Spec: rule.Spec{
		ID:    "prox5",
		Title: "All query terms in shorter spans on average",
		Formula: "both hold all query terms, at least two; the mean length of prox4's groups, last position - first position, is " +
			"smaller in d1",
		Unconditional: "of the query terms that both hold, at least two: the mean length of prox4's groups, last position - first position, " +
			"is smaller in d1",
		Source: "Hagen et al., CIKM 2016, PROX5; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params: []rule.Param{rule.Variants("hagen", "klose")},
		Needs:  rule.Needs{Positions: true},
		Example: rule.ExamplePair("green tea", "green and tea are 2 apart in the first, 4 in the second",
			"green hot tea", "green is not a tea"),
	},
	Variants: map[string]func(*rule.Spec){
		"klose": func(s *rule.Spec) {
			groupHeldTerms(s, "of the query terms that a document holds, each occurrence with the closest one of every other of them is a group; "+
				"the mean length of the groups, last position - first position, is smaller in d1")
		},
	},
	Bind:    meanSpans.bind,
	Explain: meanSpans.explain,
}

// meanSpans is the rule of prox5.
var meanSpans = groupRule[float64]{meanSpan, preferSmaller, func(t *rule.Trace, x, y float64) {
	t.WhenSmaller("mean length of the groups", x, y)
}}

func meanSpan(groups []feature.Group) float64 {
	sum := 0
	for _, group := range groups {
		sum += int(group.Span)
	}
	return float64(sum) / float64(len(groups))
}

var tp = &rule.Definition{
	Spec: rule.Spec{
		ID:    "tp",
		Title: "Two query terms closer together",
		Formula: "both hold at least two distinct query terms; the smallest distance between occurrences of two different ones is " +
			"smaller in d1",
		Unconditional: "the smallest distance between occurrences of two different query terms is smaller in d1; each holds at least two, " +
			"else neither is preferred",
		Source: "Câmara, Hauff, ECIR 2020, table 1; after Tao, Zhai, SIGIR 2007",
		Params: []rule.Param{rule.Variants("camara", "camara-code")},
		Needs:  rule.Needs{Positions: true},
		Example: rule.ExamplePair("hot green tea", "green and hot are 2 apart in the first, green and tea 5 in the second",
			"tea that is green and hot", "green or black and then tea"),
	},
	Variants: map[string]func(*rule.Spec){
		"camara-code": func(s *rule.Spec) {
			s.Formula = strings.Replace(s.Formula, "is smaller in d1", "is larger in d1", 1)
			s.Unconditional = strings.Replace(s.Unconditional, "is smaller in d1", "is larger in d1", 1)
			s.Source = codeOfCamara + "TPC: it prefers the larger distance. Tables 2 and 3 were made so: .18 of judgements agree"
			s.Example = rule.ExamplePair("hot green tea", "green and tea are 5 apart in the first, green and hot 2 in the second",
				"green or black and then tea", "tea that is green and hot")
		},
	},
	Bind: func(b *rule.Binding) rule.Judge {
		sign := 1.0 // -1: the larger distance is preferred
		if b.Word("variant") == "camara-code" {
			sign = -1
		}
		return rule.JudgeStandings(b, rule.EachPlaced(b, func(hits []feature.Occurrence, _ *rule.Doc) rule.Standing {
			nearest := rule.Standing{Class: rule.Incomparable}
			// The closest occurrences of two different terms have no query term between them, so it is enough to compare neighbours.
			for i := 1; i < len(hits); i++ {
				if hits[i].Slot == hits[i-1].Slot {
					continue
				}
				if number := -float64(hits[i].Offset - hits[i-1].Offset); nearest.Class == rule.Incomparable || number > nearest.Number {
					nearest = rule.Standing{Number: number}
				}
			}
			nearest.Number *= sign
			return nearest
		}))
	},
	Explain: func(t *rule.Trace) {
		for d := range t.Counts {
			t.Need(t.Counts[d].NumDistinct >= 2, "distinct query terms in %s: %d >= 2", t.Name(d), t.Counts[d].NumDistinct)
		}
		addPlaceFacts(t)
		const label = "smallest distance of two query terms"
		if docs := rule.FeaturesOf[rule.Standing](t); t.Word("variant") == "camara-code" {
			t.Prefer(func(d, e int) { t.WhenLarger(label, docs[d].Number, docs[e].Number) })
			return
		}
		explainCloser(t, label)
	},
}

// placeNumber computes a number from the occurrences of query terms in a document and the document's tokens. A smaller number is better.
type placeNumber func(o []feature.Occurrence, tokens []uint32) float64

// placeRule is the rule of an axiom that compares a number computed from the occurrences of query terms. Without the precondition
// it compares the number over the query terms that both documents hold.
type placeRule struct {
	label     string
	least     int                         // the minimum number of query terms in both documents under precondition=none
	newNumber func(terms int) placeNumber // returns the function for a query with this number of distinct terms
}

func (r placeRule) bind(b *rule.Binding) rule.Judge {
	number := r.newNumber(len(b.Terms))
	if b.Unconditional() {
		return judgeOnShared(b, r.least, onSharedTerms(number), preferSmaller)
	}
	return judgeSameTerms(b, number)
}

func (r placeRule) explain(t *rule.Trace) {
	if t.Unconditional() {
		number := onSharedTerms(r.newNumber(len(t.Terms)))
		explainShared(t, r.least, func(x, y *termPlaces, inBoth []bool) {
			t.WhenSmaller(r.label, number(x.hits, inBoth), number(y.hits, inBoth))
		})
		return
	}
	explainSameTerms(t, r.label)
}

// minHeld returns how many distinct query terms prox1 to prox3 require in both documents: 2, or 0 in the variant klose.
func minHeld(v *rule.Values) int {
	if v.Word("variant") == "klose" {
		return 0
	}
	return 2
}

// judgeSameTerms returns the judge of prox1 to prox3. It compares documents that hold the same set of query terms: these documents have
// the same class.
func judgeSameTerms(b *rule.Binding, number placeNumber) rule.Judge {
	least, tooShort := minHeld(b.Values), len(b.Terms) < 2
	set, numbers := make([]byte, len(b.Terms)), map[string]int32{} // set[slot] is 1 for a term of the document
	return rule.JudgeStandings(b, rule.EachPlaced(b, func(hits []feature.Occurrence, d *rule.Doc) rule.Standing {
		clear(set)
		distinct := 0
		for _, o := range hits {
			distinct += 1 - int(set[o.Slot])
			set[o.Slot] = 1
		}
		if distinct < least || tooShort {
			return rule.Standing{Class: rule.Incomparable}
		}
		class, ok := numbers[string(set)]
		if !ok {
			class = int32(len(numbers))
			numbers[string(set)] = class
		}
		return rule.Standing{Class: class, Number: -number(hits, d.Terms)}
	}))
}

// termPlaces holds the places of query terms in a document.
type termPlaces struct {
	hits  []feature.Occurrence
	holds []bool // reports for each slot whether the document holds the term
}

// judgeOnShared returns the judge of a proximity axiom without its precondition. It compares two documents by the query terms that
// both hold, and prefers neither if there are fewer than least. number computes the compared value.
func judgeOnShared[N any](b *rule.Binding, least int, number func(o []feature.Occurrence, inBoth []bool) N,
	compare func(x, y N) rule.Verdict) rule.Judge {
	inBoth := make([]bool, len(b.Terms))
	return rule.JudgePairs(b, rule.MapDocs(func(d *rule.Doc) termPlaces {
		x := termPlaces{b.AppendOccurrences(nil, d.Terms), make([]bool, len(b.Terms))}
		for _, o := range x.hits {
			x.holds[o.Slot] = true
		}
		return x
	}), func(x, y *termPlaces) rule.Verdict {
		if x.markShared(y, inBoth) < least {
			return rule.Neither
		}
		return compare(number(x.hits, inBoth), number(y.hits, inBoth))
	})
}

// markShared sets inBoth[slot] to whether both documents hold the term, and returns the number of terms in both.
func (x *termPlaces) markShared(y *termPlaces, inBoth []bool) (n int) {
	for slot := range inBoth {
		if inBoth[slot] = x.holds[slot] && y.holds[slot]; inBoth[slot] {
			n++
		}
	}
	return n
}

// onSharedTerms returns a function that calls number with the occurrences of the terms in both documents.
func onSharedTerms(number placeNumber) func(o []feature.Occurrence, inBoth []bool) float64 {
	var some []feature.Occurrence
	return func(o []feature.Occurrence, inBoth []bool) float64 {
		some = some[:0]
		for _, occ := range o {
			if inBoth[occ.Slot] {
				some = append(some, occ)
			}
		}
		return number(some, nil)
	}
}

// preferSmaller returns the verdict that prefers the document with the smaller number.
func preferSmaller(x, y float64) rule.Verdict { return rule.PreferLarger(y, x) }

// addPlaceFacts adds to the trace the places of the query terms in the documents.
func addPlaceFacts(t *rule.Trace) {
	for d := range t.Input.Docs {
		positions := make([][]string, len(t.Terms)) // by slot: the first ten
		for _, o := range t.AppendOccurrences(nil, t.Input.Docs[d].Terms) {
			switch list := &positions[o.Slot]; {
			case len(*list) < 10:
				*list = append(*list, strconv.Itoa(int(o.Offset)))
			case len(*list) == 10:
				*list = append(*list, "...")
			}
		}
		for slot, list := range positions {
			if len(list) > 0 {
				t.Fact("%s holds %s at %s", t.Name(d), t.Term(slot), strings.Join(list, ", "))
			}
		}
	}
}

// explainCloser adds to the trace the comparison of two documents' numbers. The smaller number is better.
func explainCloser(t *rule.Trace, label string) {
	docs := rule.FeaturesOf[rule.Standing](t)
	t.Prefer(func(d, e int) { t.WhenSmaller(label, 0-docs[d].Number, 0-docs[e].Number) })
}

// explainSameTerms explains the comparison of judgeSameTerms.
func explainSameTerms(t *rule.Trace, label string) {
	if least := minHeld(t.Values); least > 0 {
		requireHeld(t, least)
	} else {
		t.Require(len(t.Terms) >= 2, "distinct query terms: %d >= 2", len(t.Terms))
	}
	x, y := onlyIn(t.Binding, &t.Counts[0], &t.Counts[1]), onlyIn(t.Binding, &t.Counts[1], &t.Counts[0])
	t.Require(len(x)+len(y) == 0, "both hold the same query terms; only one holds: %d%s", len(x)+len(y), t.Input.List(append(x, y...)))
	addPlaceFacts(t)
	explainCloser(t, label)
}

// explainShared explains the comparison of judgeOnShared. compare adds the condition under which x is preferred.
func explainShared(t *rule.Trace, least int, compare func(x, y *termPlaces, inBoth []bool)) {
	docs, inBoth := rule.FeaturesOf[termPlaces](t), make([]bool, len(t.Terms))
	n := docs[0].markShared(&docs[1], inBoth)
	var terms []uint32
	for slot, ok := range inBoth {
		if ok {
			terms = append(terms, t.Terms[slot])
		}
	}
	t.Need(n >= least, "query terms that both hold: %d >= %d%s", n, least, t.Input.List(terms))
	addPlaceFacts(t)
	if n < least {
		t.Prefer(func(int, int) {})
		return
	}
	t.Prefer(func(d, e int) { compare(&docs[d], &docs[e], inBoth) })
}

// requireHeld adds the precondition that both documents hold at least this number of distinct query terms.
func requireHeld(t *rule.Trace, least int) {
	for d := range t.Counts {
		n := int(t.Counts[d].NumDistinct)
		t.Require(n >= least, "distinct query terms in %s: %d >= %d", t.Name(d), n, least)
	}
}
