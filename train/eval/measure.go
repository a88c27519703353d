// Package eval scores runs against judgements. Parse reads the name of a measure (`nDCG@10`, `P(rel=2)@10`, or trec_eval's `ndcg_cut_10`),
// and String returns it. Values are those of trec_eval 9.0.8. significance.go holds the tests that compare two systems query by query.
package eval

import (
	"slices"
	"strconv"
)

// Measure is a measure with its parameters. The zero value is no measure. Measures are comparable with ==. Two
// spellings of one measure (`AP`, `map`) are not equal, but have the same values.
type Measure struct {
	family *family
	cut    int // the rank cutoff; 0 means none
	rel    int // the smallest relevant grade; 0 means Options.Level
}

// family is a measure without its parameters: a row of the table.
type family struct {
	name     string
	joiner   string // text between name and cutoff: "@" in the field's names, "_" in trec_eval's; "" allows no cutoff
	needsCut bool   // whether the name must have a cutoff
	takesRel bool   // whether the name may have (rel=N)
	trec     bool   // whether trec_eval has the name, and prints it in the order of families
	count    bool   // whether the measure is summed over queries and printed as an integer
	overall  bool   // whether the measure has no line for a query
	cuts     []int  // trec_eval's cutoffs for a name without cutoff
	value    func(r *ranking, level, cut int) float64
}

var defaultCuts = []int{5, 10, 15, 20, 30, 100, 200, 500, 1000}

// families lists every measure. trec_eval's names are first, in the order in which trec_eval prints them.
var families = [...]family{
	{name: "num_q", trec: true, count: true, overall: true, value: countOne},
	{name: "num_ret", trec: true, count: true, value: numRetrieved},
	{name: "num_rel", trec: true, count: true, value: numRelevant},
	{name: "num_rel_ret", trec: true, count: true, value: func(r *ranking, level, _ int) float64 { return float64(hits(r.grades, level)) }},
	{name: "map", trec: true, value: averagePrecision},
	{name: "Rprec", trec: true, takesRel: true, value: rPrecision},
	{name: "bpref", trec: true, value: bpref},
	{name: "recip_rank", trec: true, value: reciprocalRank},
	{name: "P", joiner: "_", trec: true, needsCut: true, cuts: defaultCuts, value: precision},
	{name: "recall", joiner: "_", trec: true, needsCut: true, cuts: defaultCuts, value: recall},
	{name: "ndcg", trec: true, value: ndcg},
	{name: "ndcg_cut", joiner: "_", trec: true, needsCut: true, cuts: defaultCuts, value: ndcg},
	{name: "map_cut", joiner: "_", trec: true, needsCut: true, cuts: defaultCuts, value: averagePrecision},
	{name: "success", joiner: "_", trec: true, needsCut: true, cuts: []int{1, 5, 10}, value: success},

	{name: "AP", joiner: "@", takesRel: true, value: averagePrecision},
	{name: "MAP", joiner: "@", takesRel: true, value: averagePrecision},
	{name: "RR", joiner: "@", takesRel: true, value: reciprocalRank},
	{name: "MRR", joiner: "@", takesRel: true, value: reciprocalRank},
	{name: "P", joiner: "@", takesRel: true, needsCut: true, value: precision},
	{name: "R", joiner: "@", takesRel: true, needsCut: true, value: recall},
	{name: "nDCG", joiner: "@", value: ndcg},
	{name: "Bpref", takesRel: true, value: bpref},
	{name: "Success", joiner: "@", takesRel: true, needsCut: true, value: success},
	{name: "Judged", joiner: "@", needsCut: true, value: judgedShare},
}

// String returns the measure's name, which Parse reads back.
func (m Measure) String() string {
	if m.family == nil {
		return ""
	}
	s := m.family.name
	if m.rel > 0 {
		s += "(rel=" + strconv.Itoa(m.rel) + ")"
	}
	if m.cut > 0 {
		s += m.family.joiner + strconv.Itoa(m.cut)
	}
	return s
}

// Default returns the measures printed when the user names none, in trec_eval's order.
func Default() []Measure {
	var list []Measure
	for _, want := range []struct {
		name string
		cuts []int
	}{
		{"num_ret", nil}, {"num_rel", nil}, {"num_rel_ret", nil}, {"map", nil}, {"Rprec", nil}, {"bpref", nil},
		{"recip_rank", nil}, {"P", []int{1, 5, 10, 20}}, {"recall", []int{5, 10, 100}}, {"ndcg", nil},
		{"ndcg_cut", []int{1, 5, 10, 20, 100}}, {"map_cut", []int{10, 100}}, {"success", []int{1, 5, 10}},
	} {
		i := slices.IndexFunc(families[:], func(f family) bool { return f.name == want.name && f.trec })
		if want.cuts == nil {
			list = append(list, Measure{family: &families[i]})
		}
		for _, cut := range want.cuts {
			list = append(list, Measure{family: &families[i], cut: cut})
		}
	}
	return list
}

// sortAsTrec returns the measures without repeats: first trec_eval's in the order in which it prints them, then
// the others in the given order.
func sortAsTrec(measures []Measure) []Measure {
	place := func(m Measure) int {
		for i := range families {
			if m.family == &families[i] && m.family.trec {
				return i
			}
		}
		return len(families)
	}
	var list []Measure
	for _, m := range measures {
		if m.family != nil && !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b Measure) int {
		if pa, pb := place(a), place(b); pa != pb {
			return pa - pb
		} else if pa < len(families) {
			return a.cut - b.cut
		}
		return 0
	})
	return list
}
