package diagnose

import (
	"fmt"
	"strconv"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

func runColumns(runs []RunResult) []table.Column {
	return table.Right(lists.Map(runs, func(run RunResult) string { return run.Run })...)
}

func runsTable(runs []RunResult) *table.Table {
	t := &table.Table{Title: "Runs", Caption: "Effectiveness on the queries of the diagnosis.",
		Columns: table.Mixed(1, "run", "MAP", "nDCG", "share of all instances")}
	for _, run := range runs {
		ap, ndcg := table.None, table.None
		if run.Effectiveness != nil {
			ap, ndcg = fourDecimals(run.MAP), fourDecimals(run.NDCG)
		}
		t.Add(run.Run, ap, ndcg, fourDecimals(run.MeanFulfilment))
	}
	return t
}

func sharesTable(runs []RunResult, results []AxiomResult) *table.Table {
	t := &table.Table{Title: "Share of instances fulfilled, ties under a weak order left out",
		Columns: append(table.Mixed(2, "axiom", "order", "instances"), runColumns(runs)...)}
	for _, a := range results {
		cells := []string{a.Axiom, a.Order, strconv.Itoa(a.maxInstances())}
		for _, f := range a.Fulfilment {
			cells = append(cells, f.cell(a.maxInstances()))
		}
		t.Add(cells...)
	}
	return t
}

func marginsTable(results []AxiomResult) *table.Table {
	t := &table.Table{
		Title: "Margins in standard deviations of the query's scores, and shares with the discount of the higher place as weight; 95 % " +
			"by drawing queries",
		Caption: "The weighted share counts an instance by nDCG's discount, 1/log2(1 + r), at the place r of that of its " +
			"documents which stands highest among the query's candidates. Intervals of 95 % by drawing queries with replacement, 1,000 " +
			"times, each with all its instances.",
		Columns: table.Mixed(2, "axiom", "run", "queries", "share", "95 %", "mean margin", "95 %", "weighted share", "95 %",
			"ties left out")}
	for _, a := range results {
		for _, f := range a.Fulfilment {
			if f.Instances > 0 {
				t.Add(a.Axiom, f.Run, strconv.Itoa(f.Queries), fourDecimals(f.Share), f.ShareCI.String(), formatSigned(f.Margin), f.MarginCI.String(),
					fourDecimals(f.Weighted), f.WeightedCI.String(), strconv.Itoa(f.TiesLeftOut))
			}
		}
	}
	return t
}

func testsTable(tests []Test) *table.Table {
	t := &table.Table{
		Title: "Tests on the instances that both runs order: queries where A fulfils more and where B does, the mean of their differences and " +
			"its p (the larger of paired t's and Wilcoxon's); the difference of shares of all instances, 95 % by drawing queries",
		Caption: "On the instances that both runs order: how many only one of them fulfils, and of how many queries one " +
			"fulfils a larger share. Instances of one query share its documents, so a query is one observation: mean is that of the " +
			"queries' differences of shares, p the larger of paired t's and Wilcoxon's of it, Holm's p adjusted over all rows. Where mean and A - B " +
			"differ in sign, nothing is claimed. The interval of the difference of the two " +
			"shares comes from drawing queries.",
		Columns: table.Mixed(3, "axiom", "A", "B", "instances", "only A", "only B", "queries", "more A", "more B", "mean", "p", "Holm p", "A - B",
			"95 %")}
	for _, x := range tests {
		test := &x.OverQueries
		t.Add(x.Axiom, x.A, x.B, strconv.Itoa(x.Instances), strconv.Itoa(x.OnlyA), strconv.Itoa(x.OnlyB), strconv.Itoa(test.Queries),
			strconv.Itoa(test.MoreA), strconv.Itoa(test.MoreB), formatSigned(test.Mean), formatP(test.P), formatP(test.HolmP), formatSigned(x.Difference),
			x.DifferenceCI.String())
		t.Embolden(11, test.HolmP < page.Significant && !x.isOpposed()) // Holm p
	}
	return t
}

func agreementTable(results []AxiomResult) *table.Table {
	t := &table.Table{Title: "Agreement with the judgements: pairs by relevance, preferred first (share that the run fulfils)",
		Caption: "Pairs by the judgement of the preferred document and the other one (R relevant, N the rest), with the " +
			"share of them that the run fulfils. Agreement is the share of R over N among the pairs with exactly one relevant document.",
		Columns: table.Mixed(2, "axiom", "run", "R over R", "R over N", "N over R", "N over N", "agreement")}
	for _, a := range results {
		for _, f := range a.Fulfilment {
			if f.RR == nil {
				continue
			}
			agreement := table.None
			if a.Agreement != nil {
				agreement = fourDecimals(*a.Agreement)
			}
			t.Add(a.Axiom, f.Run, countText(f.RR), countText(f.RN), countText(f.NR), countText(f.NN), agreement)
		}
	}
	return t
}

func overlapTable(runs []RunResult, terciles []Tercile, uncovered int) *table.Table {
	t := &table.Table{Title: "nDCG by terciles of the overlap of query and relevant documents",
		Caption: terminal.Plural(uncovered, "query", "queries") + " without a relevant document in the collection are left out.",
		Columns: append(table.Mixed(1, "overlap", "queries"), runColumns(runs)...)}
	for _, third := range terciles {
		cells := []string{fmt.Sprintf("%.3f to %.3f", third.Low, third.High), strconv.Itoa(third.Queries)}
		t.Add(append(cells, lists.Map(third.NDCG, fourDecimals)...)...)
	}
	return t
}

// publishedTable returns a row for each published number for which the diagnosis has a number.
func publishedTable(published []PublishedNumber) *table.Table {
	t := &table.Table{Title: "Published numbers, of the source's own collection, beside ours",
		Caption: "Published numbers stand for the source's own collection: they can be compared only where that is the same.",
		Columns: table.Mixed(3, "source", "of", "measure", "published", "here")}
	for i := range published {
		if published[i].Ours != nil {
			t.Add(published[i].cells()...)
		}
	}
	return t
}
