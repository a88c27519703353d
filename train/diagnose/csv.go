package diagnose

import (
	"encoding/csv"
	"io"
	"strconv"

	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// CSV writes the diagnosis in long form: a row is one number. Its table, axiom, delta_star, run, against (the other run of
// a test) and group (relevance cell, tercile) identify it. value is the share count / of. In a test, count is the number of
// instances that only one of the two runs fulfils, and of the number of all. The groups "95 % from" and "95 % to" are the
// ends of a confidence interval by sampling queries. "ties left out" counts the instances of a weak axiom with equal scores.
// Cells that do not apply are empty.
func (r *Result) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	row := func(name, axiom, deltaStar, run, other, group, count, total, value, holm string) {
		cells := table.Cells([]string{name, axiom, deltaStar, run, other, group, count, total, value, holm})
		cells[1] = axiom // the user's own expression, as in -m-and
		out.Write(cells)
	}
	number := terminal.Number
	addInterval := func(table, axiom, run, other string, i *Interval) {
		if i != nil {
			row(table, axiom, "", run, other, "95 % from", "", "", number(i[0]), "")
			row(table, axiom, "", run, other, "95 % to", "", "", number(i[1]), "")
		}
	}
	row("table", "axiom", "delta_star", "run", "against", "group", "count", "of", "value", "holm_p")
	for _, run := range r.Runs {
		if run.Effectiveness != nil {
			row("MAP", "", "", run.Run, "", "", "", "", number(run.MAP), "")
			row("nDCG", "", "", run.Run, "", "", "", "", number(run.NDCG), "")
		}
		row("mean fulfilment", "", "", run.Run, "", "", "", "", number(run.MeanFulfilment), "")
	}
	for _, a := range r.Axioms {
		for _, f := range a.Fulfilment {
			if f.TiesLeftOut > 0 {
				row("ties left out", a.Axiom, "", f.Run, "", "", strconv.Itoa(f.TiesLeftOut), strconv.Itoa(f.NumScored()), "", "")
			}
			addCount := func(table, deltaStar, group string, c *Count) {
				if c != nil {
					row(table, a.Axiom, deltaStar, f.Run, "", group, strconv.Itoa(c.Fulfilled), strconv.Itoa(c.Instances), number(c.Share()), "")
				}
			}
			addCount("fulfilment", "", "", &f.Count)
			for i := range f.ByDeltaStar {
				addCount("fulfilment", number(f.ByDeltaStar[i].DeltaStar), "", &f.ByDeltaStar[i].Count)
			}
			if f.Instances > 0 {
				addInterval("fulfilment", a.Axiom, f.Run, "", f.ShareCI)
				row("mean margin", a.Axiom, "", f.Run, "", "", "", "", number(f.Margin), "")
				addInterval("mean margin", a.Axiom, f.Run, "", f.MarginCI)
				row("weighted share", a.Axiom, "", f.Run, "", "", "", "", number(f.Weighted), "")
				addInterval("weighted share", a.Axiom, f.Run, "", f.WeightedCI)
			}
			addCount("relevance", "", "R over R", f.RR)
			addCount("relevance", "", "R over N", f.RN)
			addCount("relevance", "", "N over R", f.NR)
			addCount("relevance", "", "N over N", f.NN)
		}
		if a.Agreement != nil {
			row("agreement", a.Axiom, "", "", "", "", "", "", number(*a.Agreement), "")
		}
		for _, step := range a.AgreementByDeltaStar {
			share := ""
			if step.Share != nil {
				share = number(*step.Share)
			}
			row("agreement", a.Axiom, number(step.DeltaStar), "", "", "", strconv.Itoa(step.RN), strconv.Itoa(step.RN+step.NR), share, "")
		}
	}
	for _, t := range r.Tests {
		addTest := func(deltaStar string, m *McNemar) {
			row("McNemar", t.Axiom, deltaStar, t.A, t.B, "only "+t.A, strconv.Itoa(m.OnlyA), strconv.Itoa(m.Instances), number(m.P), number(m.HolmP))
			row("McNemar", t.Axiom, deltaStar, t.A, t.B, "only "+t.B, strconv.Itoa(m.OnlyB), strconv.Itoa(m.Instances), number(m.P), number(m.HolmP))
		}
		addTest("", &t.McNemar)
		row("difference", t.Axiom, "", t.A, t.B, "", "", strconv.Itoa(t.Instances), number(t.Difference), "")
		addInterval("difference", t.Axiom, t.A, t.B, t.DifferenceCI)
		test := &t.OverQueries
		row("over queries", t.Axiom, "", t.A, t.B, "more by "+t.A, strconv.Itoa(test.MoreA), strconv.Itoa(test.Queries), number(test.P),
			number(test.HolmP))
		row("over queries", t.Axiom, "", t.A, t.B, "more by "+t.B, strconv.Itoa(test.MoreB), strconv.Itoa(test.Queries), number(test.P),
			number(test.HolmP))
		row("mean over queries", t.Axiom, "", t.A, t.B, "", "", strconv.Itoa(test.Queries), number(test.Mean), "")
		for i := range t.ByDeltaStar {
			addTest(number(t.ByDeltaStar[i].DeltaStar), &t.ByDeltaStar[i].McNemar)
		}
	}
	for _, t := range r.Terciles {
		for i, v := range t.NDCG {
			row("nDCG by tercile", "", "", r.Runs[i].Run, "", "overlap "+number(t.Low)+" to "+number(t.High), "", strconv.Itoa(t.Queries),
				number(v), "")
		}
	}
	for _, p := range r.Published {
		if p.Subject == "" {
			continue
		}
		row("published, "+p.Source, "", "", p.Subject, "", p.Measure, "", "", number(p.Value), "")
		if p.Ours != nil {
			row("published, ours", "", "", p.Subject, "", p.Measure, "", "", number(*p.Ours), "")
		}
	}
	out.Flush()
	return out.Error()
}
