package diagnose

import (
	"math"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Results returns the diagnosis as tables for a terminal.
func (r *Result) Results() *table.Results {
	out := new(table.Results).Say("%s", r.Answer())
	out.Say("%s on %s with %s. Obeying more axioms is not quality: MAP says how good a ranking is.",
		terminal.Plural(len(r.Runs), "run", "runs"), terminal.Plural(r.Queries, "query", "queries"),
		terminal.Plural(r.Candidates, "candidate", "candidates"))
	for _, n := range r.Notes {
		out.Say("note: %s", n)
	}
	out.Table(runsTable(r.Runs)).Table(sharesTable(r.Runs, r.Axioms))
	details := new(table.Results)
	for _, t := range []*table.Table{boundsTable(r.Axioms), marginsTable(r.Axioms), testsTable(r.Tests), testsByBoundTable(r.Tests),
		perturbedTable(r.Runs, r.Perturbed), agreementTable(r.Axioms), agreementByBoundTable(r.Axioms), correlationsTable(r.Correlations),
		overlapTable(r.Runs, r.Terciles, r.Uncovered), publishedTable(r.Published)} {
		details.Table(t)
	}
	if r.Uncovered > 0 {
		details.Say("%s a relevant document, in no tercile", terminal.Plural(r.Uncovered, "query is without", "queries are without"))
	}
	if unmatched := len(r.Published) - len(publishedTable(r.Published).Rows); unmatched > 0 {
		details.Say("%s none of ours beside: axiomine configs published shows all",
			terminal.Plural(unmatched, "published number has", "published numbers have"))
	}
	return out.Details(details)
}

// four prints a share or a measure; NaN is a dash.
func four(x float64) string {
	return strings.Replace(strconv.FormatFloat(x, 'f', 4, 64), "NaN", table.None, 1)
}

// formatSigned prints a number that may be above or below 0.
func formatSigned(x float64) string { return terminal.Signed(x, 4) }

// plainNumber prints a count or a share.
func plainNumber(x float64) string {
	if x == math.Trunc(x) && x > 1 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return four(x)
}

// probability prints a p value. One too small for a float64 is printed as a bound.
func probability(p float64) string {
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

// cell returns the share, with the number of instances if it differs from the largest.
func (f *RunFulfilment) cell(most int) string {
	switch {
	case f.Instances == 0 && f.TiesLeftOut > 0:
		return "ties only"
	case f.Instances == 0:
		return "-"
	case f.Instances != most:
		return four(f.Share) + " (of " + terminal.Group(f.Instances) + ")"
	}
	return four(f.Share)
}

func (a *AtStep) cell() string {
	if a.Instances == 0 {
		return "-"
	}
	return four(a.Share)
}

// cell returns the test within a step of delta*, or "-" without an instance.
func (t *Test) cell(deltaStar float64) string {
	for _, step := range t.ByDeltaStar {
		if step.DeltaStar == deltaStar {
			return terminal.Group(step.OnlyA) + ":" + terminal.Group(step.OnlyB) + " " + probability(step.HolmP)
		}
	}
	return "-"
}

func (a *AgreementAtStep) cell() string {
	if a.Share == nil {
		return "-"
	}
	return four(*a.Share) + " " + terminal.Group(a.RN) + ":" + terminal.Group(a.NR)
}

// countText returns the number of instances and the share fulfilled.
func countText(c *Count) string {
	if c.Instances == 0 {
		return "0"
	}
	return terminal.Group(c.Instances) + " (" + four(c.Share()) + ")"
}

func (c *Correlation) name() string {
	if c.Axiom == "" {
		return "mean of all"
	}
	return c.Axiom
}
