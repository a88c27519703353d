package diagnose

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Answer returns what the tests over queries support: the largest significant difference between two runs, or that none can be
// told. For a single run it returns which axioms the run obeys most and least, of those with enough instances.
func (r *Result) Answer() string {
	if len(r.Runs) == 0 || !slices.ContainsFunc(r.Axioms, func(a AxiomResult) bool { return a.maxInstances() > 0 }) {
		return "The runs score no instance of the axioms: there is nothing to diagnose."
	}
	if len(r.Runs) == 1 {
		return answerForOne(r.Runs, r.Axioms)
	}
	var largest *Test
	for i := range r.Tests {
		t := &r.Tests[i]
		if t.isSignificant() && (largest == nil || math.Abs(t.Difference) > math.Abs(largest.Difference)) {
			largest = t
		}
	}
	if largest == nil {
		return fmt.Sprintf("No difference between the %s can be told on %s: no axiom has at least %s instances and a Holm p below 0.05.",
			terminal.Plural(len(r.Runs), "run", "runs"), terminal.Plural(r.Queries, "query", "queries"), terminal.Group(page.Fewest))
	}
	more, less := largest.A, largest.B
	if largest.Difference < 0 {
		more, less = less, more
	}
	return fmt.Sprintf("%s obeys %s more than %s: by %s of %s on %s (Holm p %s).", more, largest.Axiom, less,
		terminal.Percent(math.Abs(largest.Difference)), terminal.Plural(largest.Instances, "instance", "instances"),
		terminal.Plural(largest.OverQueries.Queries, "query", "queries"), page.PValue(largest.OverQueries.HolmP))
}

// isSignificant reports whether a difference rests on enough instances and holds in the test over queries.
func (t *Test) isSignificant() bool {
	return t.Instances >= page.Fewest && t.OverQueries.HolmP < page.Significant
}

func answerForOne(runs []RunResult, results []AxiomResult) string {
	var withInstances []*AxiomResult
	for i := range results {
		if results[i].Fulfilment[0].Instances >= page.Fewest {
			withInstances = append(withInstances, &results[i])
		}
	}
	if len(withInstances) == 0 {
		return fmt.Sprintf("Too few instances: %s orders fewer than %d of every axiom.", runs[0].Run, page.Fewest)
	}
	byShare := func(a, b *AxiomResult) int { return cmp.Compare(a.Fulfilment[0].Share, b.Fulfilment[0].Share) }
	most, least := slices.MaxFunc(withInstances, byShare), slices.MinFunc(withInstances, byShare)
	share := func(a *AxiomResult) string {
		return fmt.Sprintf("%s of %s", terminal.Percent(a.Fulfilment[0].Share), terminal.Plural(a.Fulfilment[0].Instances, "instance",
			"instances"))
	}
	return fmt.Sprintf("%s obeys %s most, in %s, and %s least, in %s.", runs[0].Run, most.Axiom, share(most), least.Axiom, share(least))
}

// confidenceText returns the number of queries, and how many differences of two runs are significant in
// a test over queries.
func confidenceText(tests []Test, queries, candidates int) string {
	basis := fmt.Sprintf("%s with %s", terminal.Plural(queries, "query", "queries"), terminal.Plural(candidates, "candidate",
		"candidates"))
	if len(tests) == 0 {
		return "No two runs were compared; the shares rest on " + basis + ", and their intervals come from drawing queries."
	}
	hold := 0
	for i := range tests {
		if tests[i].OverQueries.HolmP < 0.05 {
			hold++
		}
	}
	return fmt.Sprintf("%s a Holm p below 0.05 in a test over queries, of the %s between two runs on an axiom, on %s.",
		terminal.Plural(hold, "difference has", "differences have"), terminal.Plural(len(tests), "difference", "differences"), basis)
}
