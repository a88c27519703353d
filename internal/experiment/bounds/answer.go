package bounds

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// obeyedKind is the position in kinds of the ranking obeyedOrder.
const obeyedKind = 1

// answerText returns which axiom, obeyed as far as possible, would gain most for a run. The judgements themselves (oracle) are left out.
func (r *Result) answerText() string {
	var top *Test
	run, axiom := "", ""
	for i := range r.Runs {
		for _, a := range r.Runs[i].Axioms {
			if a.Axiom == "oracle" {
				continue // what judgements gain is no axiom's merit
			}
			if t := &a.Rankings[obeyedKind].Measures[0]; top == nil || t.Diff > top.Diff {
				top, run, axiom = t, r.Runs[i].Run, a.Axiom
			}
		}
	}
	if top == nil {
		return "Nothing was bounded but the judgements, which are no axiom."
	}
	queries := terminal.Plural(top.N, "query", "queries")
	switch {
	case top.Diff <= 0 && page.Short(top.MeanA) == page.Short(top.MeanB):
		return fmt.Sprintf("No axiom raises %s on %s when it is obeyed; the best, %s, leaves %s at %s.", top.Measure, queries, axiom, run,
			page.Short(top.MeanB))
	case top.Diff <= 0:
		return fmt.Sprintf("No axiom raises %s on %s when it is obeyed; the best, %s, takes %s from %s to %s.", top.Measure, queries, axiom, run,
			page.Short(top.MeanA), page.Short(top.MeanB))
	case top.HolmP >= page.Significant:
		return fmt.Sprintf("No gain from obeying an axiom can be told on %s: the largest, of %s, takes %s from %s %s to %s (Holm p %s).", queries,
			axiom, run, top.Measure, page.Short(top.MeanA), page.Short(top.MeanB), page.PValue(top.HolmP))
	}
	return fmt.Sprintf("Obeying %s would gain most: on %s it takes %s from %s %s to %s.", axiom, queries, run, top.Measure,
		page.Short(top.MeanA), page.Short(top.MeanB))
}

// confidenceText returns how many of the differences to a run are significant.
func (r *Result) confidenceText() string {
	hold, tests, queries := 0, 0, 0
	for i := range r.Runs {
		queries = max(queries, r.Runs[i].Queries)
		for _, a := range r.Runs[i].Axioms {
			for _, ranking := range a.Rankings {
				for _, t := range ranking.Measures {
					tests++
					if t.HolmP < page.Significant {
						hold++
					}
				}
			}
		}
	}
	return fmt.Sprintf("%s of %s a Holm p below 0.05, losses and what an oracle gains among them, on up to %s. An oracle knows the "+
		"judgements, so that it bounds and promises nothing.", terminal.Group(hold), terminal.Plural(tests, "difference to the run has",
		"differences to the run have"), terminal.Plural(queries, "judged query", "judged queries"))
}

// axioms returns the names of the axioms on the page.
func (r *Result) axioms() (names []string) {
	for i := range r.Runs {
		for _, a := range r.Runs[i].Axioms {
			if !slices.Contains(names, a.Axiom) {
				names = append(names, a.Axiom)
			}
		}
	}
	return names
}
