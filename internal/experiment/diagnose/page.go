package diagnose

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/catalogue"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// HTML writes a diagnosis as one page with figures.
func (r *Result) HTML(w io.Writer) error {
	p := page.Page{Kind: "axiomine diagnosis", Title: "How far " + terminal.Plural(len(r.Runs), "run obeys", "runs obey") + " the axioms",
		Found: r.Answer(), Sure: r.confidenceText(), Warnings: r.Notes, Command: r.Command}
	var names []string
	for i := range r.Axioms {
		names = append(names, r.Axioms[i].Axiom)
	}
	p.Glossary = catalogue.Meanings(names)
	p.Facts = [][2]string{{"runs", strconv.Itoa(len(r.Runs))}, {"queries", strconv.Itoa(r.Queries)},
		{"candidates", strconv.Itoa(r.Candidates)}, {"axioms", strconv.Itoa(len(r.Axioms))}}
	p.Chapters = append(p.Chapters, r.publishedChapter(), r.fulfilmentChapter(), r.marginsChapter())
	for i := range r.Axioms {
		a := &r.Axioms[i]
		if slices.ContainsFunc(a.Fulfilment, func(f Fulfilled) bool { return f.Instances > 0 }) {
			p.Chapters = append(p.Chapters, r.boundChapter(a), r.differenceChapter(a))
		}
	}
	p.Chapters = append(p.Chapters, r.testsChapter(), r.testsByBoundChapter(), r.agreementChapter(), r.agreementByBoundChapter(),
		r.effectivenessChapter())
	p.Chapters = append(p.Chapters, r.axiomChapters()...)
	p.Chapters = append(p.Chapters, r.overlapChapter())
	return p.HTML(w)
}

// publishedChapter compares published numbers with ours.
func (r *Result) publishedChapter() page.Chapter {
	t := &page.Texts{Caption: "Published numbers stand for the source's own collection: they can be compared only where that is the same.",
		Heads: []string{"source", "of", "measure", "published", "here"}, Left: 3}
	for i := range r.Published {
		t.Rows = append(t.Rows, r.Published[i].cells())
	}
	return page.Chapter{Title: "Published beside ours", Table: t}
}

// shareOrNaN returns the share, or NaN without an instance.
func shareOrNaN(c Count) float64 {
	if c.Instances == 0 {
		return math.NaN()
	}
	return c.Share()
}

// rareText names the axioms without an instance, and those with so few that their shares say nothing.
func (r *Result) rareText() (text string) {
	var none, few []string
	for _, a := range r.Axioms {
		switch n := a.maxInstances(); {
		case n == 0:
			none = append(none, a.Axiom)
		case n < fewest:
			few = append(few, a.Axiom)
		}
	}
	if len(none) > 0 {
		text += " Without an instance: " + strings.Join(none, ", ") + "."
	}
	if len(few) > 0 {
		text += fmt.Sprintf(" With fewer than %d instances, too few to say anything: %s.", fewest, strings.Join(few, ", "))
	}
	return text
}

// fulfilmentChapter shows the share of each axiom's instances that each run fulfils.
func (r *Result) fulfilmentChapter() page.Chapter {
	d := page.Dots{Axis: "share of instances fulfilled", From: 0, To: 1, Guide: 0.5,
		Caption: "Each row is an axiom, each mark a run: the share of the axiom's instances among the candidates that the run's scores " +
			"fulfil. Further right obeys more, which is not quality; tossing a coin gives about 0.5 where an axiom is strict (dashed)." +
			r.rareText()}
	t := &page.Texts{Caption: "Instances that the run scores, and the share of them that it fulfils: the preferred document higher " +
		"(strict) or no lower (weak).",
		Heads: []string{"axiom", "order", "run", "instances", "fulfilled", "share"}, Left: 3}
	for _, a := range r.Axioms {
		d.Rows = append(d.Rows, a.Axiom)
		for _, f := range a.Fulfilment {
			t.Rows = append(t.Rows, []string{a.Axiom, a.Order, f.Run, strconv.Itoa(f.Instances), strconv.Itoa(f.Fulfilled), four(f.Share)})
		}
	}
	for i, run := range r.Runs {
		s := page.Series{Name: run.Run}
		for _, a := range r.Axioms {
			f := a.Fulfilment[i]
			s.Values = append(s.Values, shareOrNaN(f.Count))
			s.Notes = append(s.Notes, fmt.Sprintf("%d of %d instances (%s)", f.Fulfilled, f.Instances, four(f.Share)))
		}
		d.Series = append(d.Series, s)
	}
	return page.Chapter{Title: "Axioms fulfilled", Chart: d, Table: t}
}

// boundChapter shows how an axiom's fulfilment changes with the relative length bound.
func (r *Result) boundChapter(a *AxiomResult) page.Chapter {
	l := page.Lines{X: "delta*", Y: "share fulfilled", Caption: "The share of instances that each run fulfils among those whose " +
		"lengths differ by at most delta* of the longer one. At 1 every instance counts."}
	t := &page.Texts{Caption: "Instances within each bound and the share that the run fulfils.",
		Heads: []string{"run", "delta*", "instances", "share"}, Left: 1}
	for _, step := range a.Fulfilment[0].ByDeltaStar {
		l.At = append(l.At, step.DeltaStar)
	}
	for i, run := range r.Runs {
		s := page.Series{Name: run.Run}
		for _, step := range a.Fulfilment[i].ByDeltaStar {
			s.Values = append(s.Values, shareOrNaN(step.Count))
			s.Notes = append(s.Notes, fmt.Sprintf("%d of %d instances (%s)", step.Fulfilled, step.Instances, four(step.Share)))
			t.Rows = append(t.Rows, []string{run.Run, terminal.Number(step.DeltaStar), strconv.Itoa(step.Instances), four(step.Share)})
		}
		l.Series = append(l.Series, s)
	}
	return page.Chapter{Title: a.Axiom + " by length bound", Chart: l, Table: t}
}

// marginsChapter shows the margins by which the runs obey the axioms, and the shares weighted by rank.
func (r *Result) marginsChapter() page.Chapter {
	d := page.Dots{Axis: "mean margin", From: -0.4, To: 0.4, Guide: 0,
		Caption: "Each row is an axiom, each mark a run: by how much the run scores the preferred document above the other one, on average " +
			"over the instances, in standard deviations of its scores for the query's candidates."}
	t := &page.Texts{Caption: "The weighted share counts an instance by nDCG's discount, 1/log2(1 + r), at the place r of that of its " +
		"documents which stands highest among the query's candidates. Intervals of 95 % by drawing queries with replacement, 1,000 " +
		"times, each with all its instances.",
		Heads: []string{"axiom", "run", "queries", "share", "95 %", "mean margin", "95 %", "weighted share", "95 %"}, Left: 2}
	for _, a := range r.Axioms {
		d.Rows = append(d.Rows, a.Axiom)
		for _, f := range a.Fulfilment {
			if f.Instances > 0 {
				t.Rows = append(t.Rows, []string{a.Axiom, f.Run, strconv.Itoa(f.Queries), four(f.Share), f.ShareCI.String(), formatSigned(f.Margin),
					f.MarginCI.String(), four(f.Weighted), f.WeightedCI.String()})
			}
		}
	}
	for i, run := range r.Runs {
		s := page.Series{Name: run.Run}
		for _, a := range r.Axioms {
			f, margin := a.Fulfilment[i], math.NaN()
			if f.Instances > 0 {
				margin = f.Margin
			}
			s.Values = append(s.Values, margin)
			s.Notes = append(s.Notes, fmt.Sprintf("%+.4f %s on %d queries", f.Margin, f.MarginCI, f.Queries))
		}
		d.Series = append(d.Series, s)
	}
	return page.Chapter{Title: "Margins and importance", Chart: d, Table: t}
}

func (r *Result) testsChapter() page.Chapter {
	t := &page.Texts{Caption: "On the instances that both runs score: how many only one of them fulfils, and of how many queries one " +
		"fulfils a larger share. Instances of one query share its documents, so a query is one observation: p is the larger of paired t's " +
		"and Wilcoxon's over the queries' differences of shares, Holm's p adjusted over all rows. The interval of the difference of the two " +
		"shares comes from drawing queries.",
		Heads: []string{"axiom", "A", "B", "instances", "only A", "only B", "queries", "more A", "more B", "p", "Holm p", "A - B", "95 %"},
		Left:  3}
	for i := range r.Tests {
		t.Rows = append(t.Rows, r.Tests[i].cells())
	}
	return page.Chapter{Title: "Tests between runs", Table: t}
}

// testsByBoundChapter counts within each step of the relative length bound.
func (r *Result) testsByBoundChapter() page.Chapter {
	t := &page.Texts{Caption: "The same counts for the instances whose lengths differ by at most delta* of the longer one. Nothing is " +
		"tested " +
		"here: McNemar's p, which takes instances as independent, is in diagnosis.json and diagnosis.csv.",
		Heads: []string{"axiom", "A", "B", "delta*", "instances", "only A", "only B"}, Left: 3}
	for _, x := range r.Tests {
		for _, step := range x.ByDeltaStar {
			t.Rows = append(t.Rows, []string{x.Axiom, x.A, x.B, terminal.Number(step.DeltaStar), strconv.Itoa(step.Instances),
				strconv.Itoa(step.OnlyA),
				strconv.Itoa(step.OnlyB)})
		}
	}
	return page.Chapter{Title: "Differences by length bound", Table: t}
}

func (r *Result) agreementChapter() page.Chapter {
	t := &page.Texts{Caption: "Pairs by the judgement of the preferred document and the other one (R relevant, N the rest), with the " +
		"share of them that the run fulfils. Agreement is the share of R over N among the pairs with exactly one relevant document.",
		Heads: []string{"axiom", "run", "R over R", "R over N", "N over R", "N over N", "agreement"}, Left: 2}
	for _, a := range r.Axioms {
		for _, f := range a.Fulfilment {
			if f.RR == nil {
				continue
			}
			cells := []string{a.Axiom, f.Run}
			for _, c := range []*Count{f.RR, f.RN, f.NR, f.NN} {
				cells = append(cells, c.String())
			}
			share := "–"
			if a.Agreement != nil {
				share = four(*a.Agreement)
			}
			t.Rows = append(t.Rows, append(cells, share))
		}
	}
	return page.Chapter{Title: "Agreement with the judgements", Table: t}
}

// agreementByBoundChapter shows how the agreement changes with the relative length bound, with a line
// for each axiom.
func (r *Result) agreementByBoundChapter() page.Chapter {
	l := page.Lines{X: "delta*", Y: "agreement", Caption: "Of the pairs with exactly one relevant document whose lengths differ by at " +
		"most delta* of the longer one: the share for which the axiom prefers the relevant one. Each line is an axiom; half is what tossing " +
		"a coin gives."}
	t := &page.Texts{Caption: "Pairs with exactly one relevant document within each bound: R over N prefers the relevant one, N over R " +
		"the other.",
		Heads: []string{"axiom", "delta*", "R over N", "N over R", "agreement"}, Left: 1}
	for _, a := range r.Axioms {
		if a.AgreementByDeltaStar == nil {
			continue
		}
		s := page.Series{Name: a.Axiom}
		l.At = nil
		for _, step := range a.AgreementByDeltaStar {
			share, text := math.NaN(), "–"
			if step.Share != nil {
				share, text = *step.Share, four(*step.Share)
			}
			l.At = append(l.At, step.DeltaStar)
			s.Values = append(s.Values, share)
			s.Notes = append(s.Notes, fmt.Sprintf("%d to %d pairs (%s)", step.RN, step.NR, text))
			t.Rows = append(t.Rows, []string{a.Axiom, terminal.Number(step.DeltaStar), strconv.Itoa(step.RN), strconv.Itoa(step.NR), text})
		}
		l.Series = append(l.Series, s)
	}
	chapter := page.Chapter{Title: "Agreement by length bound", Table: t}
	if len(l.Series) > 0 {
		chapter.Chart = l
	}
	return chapter
}

// effectivenessChapter plots MAP against fulfilment.
func (r *Result) effectivenessChapter() page.Chapter {
	p := page.Points{X: "share of all instances", Y: "MAP", Caption: "Each mark is a run: its MAP against the share that it fulfils of " +
		"the instances of all axioms."}
	t := &page.Texts{Caption: "Effectiveness on the queries of the diagnosis.",
		Heads: []string{"run", "MAP", "nDCG", "share of all instances"}, Left: 1}
	for _, run := range r.Runs {
		p.Series = append(p.Series, page.Series{Name: run.Run, Values: []float64{run.MeanFulfilment, run.MAP}})
		t.Rows = append(t.Rows, []string{run.Run, four(run.MAP), four(run.NDCG), four(run.MeanFulfilment)})
	}
	for _, c := range r.Correlations {
		if c.Axiom == "" {
			p.Caption += fmt.Sprintf(" Pearson's r is %.3f over %d runs.", c.R, len(r.Runs))
		} else {
			t.Caption += fmt.Sprintf(" Pearson's r of MAP and the fulfilment of %s: %.3f.", c.Axiom, c.R)
		}
	}
	return page.Chapter{Title: "Effectiveness and fulfilment", Chart: p, Table: t}
}

// overlapChapter shows nDCG by thirds of the queries.
func (r *Result) overlapChapter() page.Chapter {
	d := page.Dots{Axis: "nDCG", From: 0, To: 1,
		Caption: "The queries in three equal parts by the share of their terms that their relevant documents hold: from little overlap to much."}
	t := &page.Texts{Caption: terminal.Plural(r.Uncovered, "query", "queries") + " without a relevant document in the collection are " +
		"left out.", Heads: []string{"overlap", "queries"}, Left: 1}
	for _, run := range r.Runs {
		t.Heads = append(t.Heads, run.Run)
		d.Series = append(d.Series, page.Series{Name: run.Run})
	}
	for _, third := range r.Terciles {
		name := fmt.Sprintf("%.2f to %.2f", third.From, third.To)
		d.Rows = append(d.Rows, name)
		row := []string{name, strconv.Itoa(third.Queries)}
		for i, v := range third.NDCG {
			row = append(row, four(v))
			d.Series[i].Values = append(d.Series[i].Values, v)
		}
		t.Rows = append(t.Rows, row)
	}
	chapter := page.Chapter{Title: "nDCG by overlap of query and relevant documents", Table: t}
	if len(d.Rows) > 0 {
		chapter.Chart = d
	}
	return chapter
}
