package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// answerText returns which runs obey the axioms most and least. For a single run it returns which
// axioms the run obeys most and least.
func (r *Result) answerText() string {
	if len(r.Runs) == 0 || !slices.ContainsFunc(r.Axioms, func(a AxiomResult) bool { return a.maxInstances() > 0 }) {
		return "The runs score no instance of the axioms: there is nothing to diagnose."
	}
	if len(r.Runs) == 1 {
		return r.answerForOne()
	}
	byMean := func(a, b RunResult) int { return cmp.Compare(a.MeanFulfilment, b.MeanFulfilment) }
	best, worst := slices.MaxFunc(r.Runs, byMean), slices.MinFunc(r.Runs, byMean)
	return fmt.Sprintf("Of %d runs %s obeys the axioms most, with %s of their instances on average over the axioms, and %s least, with %s.",
		len(r.Runs), best.Run, percent(best.MeanFulfilment), worst.Run, percent(worst.MeanFulfilment))
}

func (r *Result) answerForOne() string {
	var withInstances []*AxiomResult
	for i := range r.Axioms {
		if r.Axioms[i].Fulfilment[0].Instances > 0 {
			withInstances = append(withInstances, &r.Axioms[i])
		}
	}
	byShare := func(a, b *AxiomResult) int { return cmp.Compare(a.Fulfilment[0].Share, b.Fulfilment[0].Share) }
	most, least := slices.MaxFunc(withInstances, byShare), slices.MinFunc(withInstances, byShare)
	return fmt.Sprintf("%s obeys %s most, in %s of its instances, and %s least, in %s.", r.Runs[0].Run, most.Axiom,
		percent(most.Fulfilment[0].Share), least.Axiom, percent(least.Fulfilment[0].Share))
}

// confidenceText returns the number of queries, and how many differences of two runs are significant in
// a test over queries.
func (r *Result) confidenceText() string {
	basis := fmt.Sprintf("%s with %s", terminal.Plural(r.Queries, "query", "queries"), terminal.Plural(r.Candidates, "candidate",
		"candidates"))
	if len(r.Tests) == 0 {
		return "No two runs were compared; the shares rest on " + basis + ", and their intervals come from drawing queries."
	}
	hold := 0
	for i := range r.Tests {
		if r.Tests[i].OverQueries.HolmP < 0.05 {
			hold++
		}
	}
	return fmt.Sprintf("%d of the %s between two runs on an axiom have a Holm p below 0.05 in a test over queries, on %s.", hold,
		terminal.Plural(len(r.Tests), "difference", "differences"), basis)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
