package diagnose

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// shownSteps are the steps of delta* in the text. CSV and JSON have all of them.
var shownSteps = []float64{0, .05, .1, .2, .5, 1}

// Results returns the diagnosis as tables for a terminal.
func (r *Result) Results() *table.Results {
	out := new(table.Results).Say("%s", r.Answer())
	out.Say("%s on %s with %s. Obeying more axioms is not quality: MAP says how good a ranking is.",
		terminal.Plural(len(r.Runs), "run", "runs"), terminal.Plural(r.Queries, "query", "queries"),
		terminal.Plural(r.Candidates, "candidate", "candidates"))
	for _, n := range r.Notes {
		out.Say("note: %s", n)
	}
	names := make([]string, len(r.Runs))
	for i, run := range r.Runs {
		names[i] = run.Run
	}

	section(out, "Runs", []string{"run", "MAP", "nDCG", "share of all instances"}, func(row func(...string)) {
		for _, run := range r.Runs {
			row(run.Run, four(run.MAP), four(run.NDCG), four(run.MeanFulfilment))
		}
	})
	shares := &table.Table{Title: "Share of instances fulfilled", Columns: append(table.Left([]string{"axiom", "order"}...),
		table.Right(append([]string{"instances"}, names...)...)...)}
	for _, a := range r.Axioms {
		cells := []string{a.Axiom, a.Order, strconv.Itoa(a.maxInstances())}
		for _, f := range a.Fulfilment {
			cells = append(cells, f.cell(a.maxInstances()))
		}
		shares.Add(cells...)
	}
	return out.Table(shares).Details(r.details(names))
}

// details returns the tables that Results puts behind the answer.
func (r *Result) details(names []string) *table.Results {
	out := new(table.Results)
	heads := []string{"axiom", "run"}
	for _, s := range shownSteps {
		heads = append(heads, "delta*="+terminal.Number(s))
	}
	section(out, "Share fulfilled, and instances, by relative length bound", heads, func(row func(...string)) {
		for _, a := range r.Axioms {
			for _, f := range a.Fulfilment {
				cells := []string{a.Axiom, f.Run}
				for _, step := range f.ByDeltaStar {
					if slices.Contains(shownSteps, step.DeltaStar) {
						cells = append(cells, step.cell()+" "+strconv.Itoa(step.Instances))
					}
				}
				row(cells...)
			}
		}
	})
	section(out, "Margins in standard deviations of the query's scores, and shares with the discount of the higher place as weight; 95 % "+
		"by drawing queries",
		[]string{"axiom", "run", "queries", "share", "95 %", "mean margin", "95 %", "weighted share", "95 %"}, func(row func(...string)) {
			for _, a := range r.Axioms {
				for _, f := range a.Fulfilment {
					if f.Instances > 0 {
						row(a.Axiom, f.Run, strconv.Itoa(f.Queries), four(f.Share), f.ShareCI.String(), formatSigned(f.Margin), f.MarginCI.String(),
							four(f.Weighted), f.WeightedCI.String())
					}
				}
			}
		})
	section(out, "Tests on the instances that both runs score: queries where A fulfils more and where B does, p over the queries (the larger "+
		"of paired t's and Wilcoxon's); the difference of shares, 95 % by drawing queries",
		[]string{"axiom", "A", "B", "instances", "only A", "only B", "queries", "more A", "more B", "p", "Holm p", "A - B", "95 %"},
		func(row func(...string)) {
			for i := range r.Tests {
				row(r.Tests[i].cells()...)
			}
		})
	section(out, "Tests by relative length bound: only A : only B, and McNemar's Holm p over all rows and steps, as if instances "+
		"were independent",
		append([]string{"axiom", "A", "B"}, heads[2:]...), func(row func(...string)) {
			for _, t := range r.Tests {
				cells := []string{t.Axiom, t.A, t.B}
				for _, s := range shownSteps {
					cells = append(cells, t.cell(s))
				}
				row(cells...)
			}
		})
	section(out, "Share of perturbed copies of the candidates in the axiom's order, and how many were scored",
		append([]string{"axiom"}, names...), func(row func(...string)) {
			for _, p := range r.Perturbed {
				cells := []string{p.Axiom}
				for _, f := range p.Fulfilment {
					cells = append(cells, four(f.Share)+" "+strconv.Itoa(f.Instances))
				}
				row(cells...)
			}
		})
	section(out, "Agreement with the judgements: pairs by relevance, preferred first (share that the run fulfils)",
		[]string{"axiom", "run", "R over R", "R over N", "N over R", "N over N", "agreement"}, func(row func(...string)) {
			for _, a := range r.Axioms {
				for _, f := range a.Fulfilment {
					if f.RR == nil {
						continue
					}
					agreement := "-"
					if a.Agreement != nil {
						agreement = four(*a.Agreement)
					}
					row(a.Axiom, f.Run, f.RR.String(), f.RN.String(), f.NR.String(), f.NN.String(), agreement)
				}
			}
		})
	section(out, "Agreement by relative length bound: share, and pairs R over N : N over R", append([]string{"axiom"}, heads[2:]...),
		func(row func(...string)) {
			for _, a := range r.Axioms {
				cells := []string{a.Axiom}
				for _, step := range a.AgreementByDeltaStar {
					if slices.Contains(shownSteps, step.DeltaStar) {
						cells = append(cells, step.cell())
					}
				}
				if len(cells) > 1 {
					row(cells...)
				}
			}
		})
	section(out, "Pearson's r of MAP and fulfilment over the runs", []string{"axiom", "r"}, func(row func(...string)) {
		for _, c := range r.Correlations {
			row(c.name(), strconv.FormatFloat(c.R, 'f', 4, 64))
		}
	})
	section(out, "nDCG by terciles of the overlap of query and relevant documents", append([]string{"overlap", "queries"}, names...),
		func(row func(...string)) {
			for _, t := range r.Terciles {
				cells := []string{fmt.Sprintf("%.3f to %.3f", t.From, t.To), strconv.Itoa(t.Queries)}
				for _, v := range t.NDCG {
					cells = append(cells, four(v))
				}
				row(cells...)
			}
		})
	section(out, "Published numbers, of the source's own collection, beside ours",
		[]string{"source", "of", "measure", "published", "here"}, func(row func(...string)) {
			for i := range r.Published {
				row(r.Published[i].cells()...)
			}
		})
	if r.Uncovered > 0 {
		out.Say("%d queries without a relevant document are in no tercile", r.Uncovered)
	}
	return out
}

// section adds a titled table.
func section(out *table.Results, title string, heads []string, rows func(row func(...string))) {
	t := &table.Table{Title: title, Columns: table.Left(heads...)}
	rows(t.Add)
	out.Table(t)
}

func four(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }

// formatSigned prints a number that may be above or below 0.
func formatSigned(x float64) string { return fmt.Sprintf("%+.4f", x) }

// String returns both ends, or "-" without an interval.
func (i *Interval) String() string {
	if i == nil {
		return "-"
	}
	return fmt.Sprintf("[%.4f, %.4f]", i[0], i[1])
}

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

// maxInstances returns the largest number of instances that a run scores.
func (a *AxiomResult) maxInstances() (n int) {
	for _, f := range a.Fulfilment {
		n = max(n, f.Instances)
	}
	return n
}

// cell returns the share, with the number of instances if it differs from the largest.
func (f *Fulfilled) cell(most int) string {
	switch {
	case f.Instances == 0:
		return "-"
	case f.Instances != most:
		return fmt.Sprintf("%s (of %d)", four(f.Share), f.Instances)
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
			return fmt.Sprintf("%d:%d %s", step.OnlyA, step.OnlyB, probability(step.HolmP))
		}
	}
	return "-"
}

func (a *AgreementAtStep) cell() string {
	if a.Share == nil {
		return "-"
	}
	return fmt.Sprintf("%s %d:%d", four(*a.Share), a.RN, a.NR)
}

// String returns the number of instances and the share fulfilled.
func (c *Count) String() string {
	if c.Instances == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%s)", c.Instances, four(c.Share()))
}

func (c *Correlation) name() string {
	if c.Axiom == "" {
		return "mean of all"
	}
	return c.Axiom
}

// cells returns the test as table cells: the counts, then the test over queries and the difference.
func (t *Test) cells() []string {
	test := &t.OverQueries
	return []string{t.Axiom, t.A, t.B, strconv.Itoa(t.Instances), strconv.Itoa(t.OnlyA), strconv.Itoa(t.OnlyB), strconv.Itoa(test.Queries),
		strconv.Itoa(test.MoreA), strconv.Itoa(test.MoreB), probability(test.P), probability(test.HolmP), formatSigned(t.Difference),
		t.DifferenceCI.String()}
}
