package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// answerText returns the experiment's answer as a sentence, with the first stage's score. t is the test of the
// headline; without one the best system answers.
func answerText(systems Systems, main string, t *Test) string {
	first := systems.FirstStage()
	firstStage := ""
	if v, ok := systems.Scores(first)[main]; ok {
		firstStage = fmt.Sprintf("; %s alone has %s", first, page.Short(v))
	}
	if t == nil {
		names := systems.Names()
		best := slices.MaxFunc(names, func(a, b string) int { return cmp.Compare(systems.Scores(a)[main], systems.Scores(b)[main]) })
		return fmt.Sprintf("The best of %s is %s with %s %s on %s%s.", terminal.Plural(len(names), "system", "systems"), best, main,
			page.Short(systems.Scores(best)[main]), terminal.Plural(systems.countQueries(main), "query", "queries"), firstStage)
	}
	if t.Diff == 0 && systems.Arms.HaveNoAxioms(t.B) {
		return fmt.Sprintf("Dev chose judged pairs alone, so that both arms have one model, with %s %s on %s%s.", main, page.Short(t.MeanA),
			terminal.Plural(t.N, "query", "queries"), firstStage)
	}
	return fmt.Sprintf("Axiomatic pairs %s%s.", t.ChangeText(), firstStage)
}

// ChangeText returns what axiomatic pairs do to the measure of a test, as a verb in the plural with its objects.
func (t *Test) ChangeText() string {
	verb := "raise"
	if t.HolmP >= page.Significant {
		verb = "make no significant difference to"
	} else if t.Diff < 0 {
		verb = "lower"
	}
	return fmt.Sprintf("%s %s, on %s %s without and %s with them", verb, t.Measure, terminal.Plural(t.N, "query", "queries"),
		page.Short(t.MeanA), page.Short(t.MeanB))
}

// findHeadline returns the test of the headline's two arms on the main measure; nil where there is none.
func findHeadline(tests []Test, h *Headline) *Test {
	for i := range tests {
		if t := &tests[i]; h != nil && t.A == h.A && t.B == h.B && t.Measure == h.Measure && t.Split == "test" {
			return t
		}
	}
	return nil
}

// confidenceText returns how certain the answer is: the interval, the test, and the numbers of queries and seeds.
// Without a test of the headline the queries are those of the first stage.
func confidenceText(t *Test, tests, queries, seeds int) string {
	if t == nil {
		return "No test compares training with and without axiomatic pairs here" + cautionText(queries, seeds)
	}
	return page.Capital(t.confidenceText(tests)) + cautionText(t.N, seeds)
}

// confidenceText returns the interval of a test's difference, and its p value.
func (t Test) confidenceText(tests int) string {
	return fmt.Sprintf("the difference of %s lies within %s with 95 %% confidence, Holm p %s over %s, on %s",
		terminal.Signed(t.Diff, 3), terminal.Interval(t.CI95, 3), page.PValue(t.HolmP), terminal.Plural(tests, "test", "tests"),
		terminal.Plural(t.N, "query", "queries"))
}

// cautionText ends the sentence with the limits of the experiment.
func cautionText(queries, seeds int) string {
	text := fmt.Sprintf(" and %s", terminal.Plural(seeds, "seed", "seeds"))
	if seeds == 1 {
		text += ", so that another draw of judged queries and weights can give another answer"
	}
	return text + fewQueriesText(queries) + "."
}

// fewQueriesText returns a caution if there are few queries.
func fewQueriesText(queries int) string {
	if queries >= fewQueries {
		return ""
	}
	return fmt.Sprintf("; with fewer than %s queries only large differences can be told from chance", terminal.Group(fewQueries))
}

// Axioms returns the names of the axioms in the report's tables and figures.
func (r *Result) Axioms() []string {
	names := r.Fulfilment.axioms()
	for _, p := range r.Pools {
		names = append(names, p.Axiom)
	}
	for _, m := range r.Mended {
		names = append(names, m.Axiom)
	}
	return names
}

// answerText returns whether a run is significantly better than the first, or that no difference can be told.
func (c *Comparison) answerText() string {
	measure := c.Measures[0]
	value := func(s Control) float64 { return s.Test[measure] }
	if len(c.Runs) == 0 {
		return "No run was compared."
	}
	best := slices.MaxFunc(c.Runs, func(a, b Control) int { return cmp.Compare(value(a), value(b)) })
	if value(best) == value(c.Runs[0]) {
		return fmt.Sprintf("No run is better than %s: its %s of %s on %s is the highest.", c.Runs[0].Name, measure, page.Short(value(best)),
			terminal.Plural(c.Queries, "query", "queries"))
	}
	top := c.topTest()
	if top == nil {
		return fmt.Sprintf("Nothing was tested: %s has %s %s, %s has %s.", best.Name, measure, page.Short(value(best)), c.Runs[0].Name,
			page.Short(value(c.Runs[0])))
	}
	evidence := fmt.Sprintf("%s %s and %s, Holm p %s, %s", measure, page.Short(top.MeanB), page.Short(top.MeanA), page.PValue(top.HolmP),
		terminal.Plural(top.N, "query", "queries"))
	if top.HolmP < page.Significant {
		return fmt.Sprintf("%s is better than %s: %s.", top.B, top.A, evidence)
	}
	return fmt.Sprintf("No difference between %s and %s can be told: %s.", top.B, top.A, evidence)
}

// topTest returns the test of the best run against the first by the first measure; nil where there is none.
func (c *Comparison) topTest() (top *Test) {
	for i := range c.Tests {
		if t := &c.Tests[i]; t.Measure == c.Measures[0] && t.A == c.Runs[0].Name && (top == nil || t.MeanB > top.MeanB) {
			top = t
		}
	}
	return top
}

// confidenceText returns the test of the best run against the first.
func (c *Comparison) confidenceText() string {
	top := c.topTest()
	if top == nil {
		return "Nothing was tested: there is no second run."
	}
	return fmt.Sprintf("%s against %s: %s%s.", top.B, top.A, top.confidenceText(len(c.Tests)), fewQueriesText(c.Queries))
}
