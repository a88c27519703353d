package diagnose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Results returns the diagnosis as tables for a terminal.
func (r *Result) Results() *table.Results {
	out := new(table.Results).Say("%s", r.Answer())
	out.Say("%s", r.basisText())
	for _, n := range r.Notes {
		out.Say("note: %s", n)
	}
	out.Say("axiomine axioms explain AXIOM says what an axiom prefers, and axiomine help words what strict, weak and Holm mean.")
	sections := r.sections()
	out.Table(sections[0].Table).Table(sections[1].Table)
	details := (&page.Page{Sections: sections}).Tables(2)
	if r.Uncovered > 0 {
		details.Say("%s a relevant document, in no tercile", terminal.Plural(r.Uncovered, "query is without", "queries are without"))
	}
	if unmatched := len(r.Published) - len(publishedTable(r.Published).Rows); unmatched > 0 {
		details.Say("%s none of ours beside: axiomine configs published shows all",
			terminal.Plural(unmatched, "published number has", "published numbers have"))
	}
	return out.Details(details)
}

// Shares returns the table of the shares of axioms that the runs fulfil, for CSV.
func (r *Result) Shares() *table.Results { return table.Single(sharesTable(r.Runs, r.Axioms)) }

// fourDecimals returns a share or a measure as text, or table.None for NaN.
func fourDecimals(x float64) string {
	return strings.Replace(strconv.FormatFloat(x, 'f', 4, 64), "NaN", table.None, 1)
}

// formatSigned returns a number with its sign.
func formatSigned(x float64) string { return terminal.Signed(x, 4) }

// plainNumber returns a count or a share as text.
func plainNumber(x float64) string {
	if x == math.Trunc(x) && x > 1 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return fourDecimals(x)
}

// formatP returns a p value as text. A p value too small for a float64 is given as a bound.
func formatP(p float64) string {
	if p == 0 {
		return "< 1e-300"
	}
	return strconv.FormatFloat(p, 'g', 3, 64)
}

// maxInstances returns the largest number of instances that a run scores, ties included.
func (a *AxiomResult) maxInstances() (n int) {
	for _, f := range a.Fulfilment {
		n = max(n, f.NumScored())
	}
	return n
}

// cell returns the share as text, with the number of instances unless that is most, the largest number of the axiom's runs.
func (f *RunFulfilment) cell(most int) string {
	switch {
	case f.Instances == 0 && f.TiesLeftOut > 0:
		return "ties only"
	case f.Instances == 0:
		return "-"
	case f.Instances != most:
		return fourDecimals(f.Share) + " (of " + terminal.Group(f.Instances) + ")"
	}
	return fourDecimals(f.Share)
}

// countText returns the number of instances and the share fulfilled as text.
func countText(c *Count) string {
	if c.Instances == 0 {
		return "0"
	}
	return terminal.Group(c.Instances) + " (" + fourDecimals(c.Share()) + ")"
}

// Answer returns the main result: the axioms that the first run obeys most and least, among the axioms with enough instances, and for
// several runs a difference between two of them.
func (r *Result) Answer() string {
	if len(r.Runs) == 0 || !slices.ContainsFunc(r.Axioms, func(a AxiomResult) bool { return a.maxInstances() > 0 }) {
		return "The runs score no instance of the axioms: there is nothing to diagnose."
	}
	text := r.extremes()
	if len(r.Runs) > 1 {
		text = strings.TrimSpace(text + " " + r.difference())
	}
	return cmp.Or(text, fmt.Sprintf("Too few instances: %s orders fewer than %d of every axiom.", r.Runs[0].Run, page.Fewest))
}

// difference returns a sentence on the significant difference, in the tests over queries, that is first by sortKey, or that there is none.
func (r *Result) difference() string {
	var best, opposed *Test
	for i := range r.Tests {
		switch t := &r.Tests[i]; {
		case t.Instances < page.Fewest || !(t.OverQueries.HolmP < page.Significant):
		case t.isOpposed():
			opposed = t
		case best == nil || slices.Compare(r.sortKey(t), r.sortKey(best)) < 0:
			best = t
		}
	}
	if best == nil && opposed != nil {
		return fmt.Sprintf("No difference between %s and %s is claimed for %s: A - B is %s over all instances, and %s in the mean over %s.",
			opposed.A, opposed.B, opposed.Axiom, formatSigned(opposed.Difference), formatSigned(opposed.OverQueries.Mean),
			terminal.Plural(opposed.OverQueries.Queries, "query", "queries"))
	}
	if best == nil {
		return fmt.Sprintf("No difference between the %s is significant on %s: no axiom has at least %s instances and a Holm p below 0.05.",
			terminal.Plural(len(r.Runs), "run", "runs"), terminal.Plural(r.Queries, "query", "queries"), terminal.Group(page.Fewest))
	}
	more, less, ci := best.A, best.B, best.OverQueries.MeanCI
	if best.OverQueries.Mean < 0 {
		more, less, ci = less, more, [2]float64{-ci[1], -ci[0]}
	}
	return fmt.Sprintf("%s obeys %s more than %s: by %s of a query's instances, in the mean over %s [%s, %s] (Holm p %s).", more, best.Axiom, less,
		terminal.Percent(math.Abs(best.OverQueries.Mean)), terminal.Plural(best.OverQueries.Queries, "query", "queries"),
		terminal.Percent(ci[0]), terminal.Percent(ci[1]), page.PValue(best.OverQueries.HolmP))
}

// sortKey returns the key by which difference sorts significant tests, smallest first. Tests of isModelOrder are last. Then tests with the
// first run, with small p, and with many queries are first.
func (r *Result) sortKey(t *Test) []float64 {
	key := []float64{0, 0, t.OverQueries.HolmP, -float64(t.OverQueries.Queries)}
	if isModelOrder(t.Axiom) {
		key[0] = 1
	}
	if t.A != r.Runs[0].Run {
		key[1] = 1
	}
	return key
}

// isModelOrder reports whether an axiom compares the scores of a retrieval model. Runs of that model obey the axiom by definition.
func isModelOrder(axiom string) bool {
	return strings.HasPrefix(axiom, "rs-") || strings.HasPrefix(axiom, "run(")
}

// extremes returns a sentence on the axioms that the first run obeys most and least. Axioms for which isModelOrder is true are used only if
// there are no others; "" if no axiom has enough instances.
func (r *Result) extremes() string {
	var eligible []*AxiomResult
	for i := range r.Axioms {
		if r.Axioms[i].Fulfilment[0].Instances >= page.Fewest {
			eligible = append(eligible, &r.Axioms[i])
		}
	}
	if len(eligible) == 0 {
		return ""
	}
	if others := slices.DeleteFunc(slices.Clone(eligible), func(a *AxiomResult) bool { return isModelOrder(a.Axiom) }); len(others) > 0 {
		eligible = others
	}
	byShare := func(a, b *AxiomResult) int { return cmp.Compare(a.Fulfilment[0].Share, b.Fulfilment[0].Share) }
	most, least := slices.MaxFunc(eligible, byShare), slices.MinFunc(eligible, byShare)
	share := func(a *AxiomResult) string {
		return fmt.Sprintf("%s of %s", terminal.Percent(a.Fulfilment[0].Share), terminal.Plural(a.Fulfilment[0].Instances, "instance",
			"instances"))
	}
	if most == least {
		return fmt.Sprintf("%s obeys %s in %s.", r.Runs[0].Run, most.Axiom, share(most))
	}
	return fmt.Sprintf("%s obeys %s most, in %s, and %s least, in %s.", r.Runs[0].Run, most.Axiom, share(most), least.Axiom, share(least))
}
