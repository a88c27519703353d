package sweeps

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/report"
)

// headlines returns the tests of axiomatic pairs against judged ones on the main measure, at most one
// per experiment.
func headlines(experiments []BestExperiment, measure string) (list []report.Test) {
	for i := range experiments {
		if t := experiments[i].headline(measure); t != nil {
			list = append(list, *t)
		}
	}
	return list
}

// headline returns the experiment's test of axiomatic pairs against judged ones; nil without one.
func (c *BestExperiment) headline(measure string) *report.Test {
	return c.mainTest(measure, c.result.Systems().FirstStage())
}

// mainTest returns the experiment's first test of a measure on the test queries, but for those with a baseline.
func (c *BestExperiment) mainTest(measure, without string) *report.Test {
	for i := range c.Tests {
		if t := &c.Tests[i]; t.Measure == measure && t.Split == "test" && t.A != without {
			return t
		}
	}
	return nil
}

// answerText returns in how many experiments axiomatic pairs make a difference, and the first stage's
// score.
func answerText(experiments []BestExperiment, cells []Cell, measure string) string {
	tests := headlines(experiments, measure)
	if len(tests) == 1 {
		return "Axiomatic pairs " + tests[0].ChangeText() + firstStageText(experiments, measure) + "."
	}
	better, worse, equal := 0, 0, 0
	var queries []int
	for _, t := range tests {
		queries = append(queries, t.N)
		switch {
		case t.HolmP >= page.Significant:
			equal++
		case t.Diff > 0:
			better++
		default:
			worse++
		}
	}
	if len(tests) == 0 {
		return fmt.Sprintf("Dev chose among %s; no experiment compares training with and without axiomatic pairs%s.",
			terminal.Plural(len(cells), "setting", "settings"), firstStageText(experiments, measure))
	}
	return fmt.Sprintf("Of %s on %s axiomatic pairs raise %s in %d, lower it in %d and make no significant difference in %d%s.",
		terminal.Plural(len(tests), "experiment", "experiments"), terminal.PluralSpan(queries, "query", "queries"), measure, better,
		worse, equal, firstStageText(experiments, measure))
}

// firstStageText returns the scores of the reranked rankings.
func firstStageText(experiments []BestExperiment, measure string) string {
	lo, hi, name := 0.0, 0.0, ""
	for i := range experiments {
		r := experiments[i].result
		v, ok := r.Systems().Scores(r.Systems().FirstStage())[measure]
		if !ok {
			continue
		}
		if name == "" {
			lo, hi = v, v
		}
		name, lo, hi = r.Systems().FirstStage(), min(lo, v), max(hi, v)
	}
	switch {
	case name == "":
		return ""
	case page.Short(lo) == page.Short(hi):
		return fmt.Sprintf("; %s alone has %s", name, page.Short(lo))
	}
	return fmt.Sprintf("; %s alone has %s to %s", name, page.Short(lo), page.Short(hi))
}

// confidenceText returns the range of the differences' intervals, and the tests that Holm's adjustment
// covers.
func confidenceText(experiments []BestExperiment, numTests int, measure string) string {
	tests := headlines(experiments, measure)
	if len(tests) == 0 {
		return "What dev says of a setting was not tested: dev chose the epochs too, so all of it is a little too good."
	}
	lo, hi, least := tests[0].CI95[0], tests[0].CI95[1], tests[0].N
	for _, t := range tests {
		lo, hi, least = min(lo, t.CI95[0]), max(hi, t.CI95[1]), min(least, t.N)
	}
	seeds := strings.ToLower(seedsText(experiments))
	return fmt.Sprintf("The 95 %% intervals of the differences lie between %s and %s, on %s or more, with %s; Holm's adjustment covers "+
		"all %s.",
		terminal.Signed(lo, 3), terminal.Signed(hi, 3), terminal.Plural(least, "test query", "test queries"), seeds,
		terminal.Plural(numTests, "test", "tests"))
}

// axiomNames returns the names of the axioms in the experiments' figures.
func axiomNames(experiments []BestExperiment) (names []string) {
	for i := range experiments {
		names = append(names, experiments[i].result.Axioms()...)
	}
	return names
}
