package page

import (
	"math"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
	"github.com/axiomine/axiomine/internal/ui/table"
	"pgregory.net/rapid"
)

// TestPageOfCharts: charts of any values, some of them missing, make a well-formed page without a broken number.
func TestPageOfCharts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		value := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Just(math.NaN()), rapid.SampledFrom([]float64{0, 0.5, 1}))
		name := rapid.SampledFrom([]string{"bm25", "a run & <its> \"name\"",
			"majority(m-and, tfc1, rs-bm25; 0.6) with a name too long for a gutter"})
		rows := rapid.SliceOfN(name, 1, 4).Draw(rt, "rows")
		var series []Series
		for range rapid.IntRange(1, 9).Draw(rt, "series") {
			series = append(series, Series{Name: name.Draw(rt, "name"), Values: rapid.SliceOfN(value, len(rows), len(rows)).Draw(rt, "values")})
		}
		at := make([]float64, len(rows))
		for i := range at {
			at[i] = float64(i) / 10
		}
		p := &Page{Kind: "kind", Title: "a <title>", Facts: [][2]string{{"runs", "2"}}, Warnings: []string{"a < b"},
			Command: "axiomine axioms diagnose 'a b'",
			Sections: []Section{
				{Title: "dots", Figure: Dots{Caption: "c", Axis: "share", High: 1, Guide: 0.5, Rows: rows, Series: series}.Figure()},
				{Title: "lines", Figure: Lines{Caption: "c", X: "x", Y: "y", Xs: at, Labels: rows, Series: series}.Figure(),
					Table: &table.Table{Caption: "t", Columns: table.Mixed(1, "a", "b"), Rows: [][]string{{"<a>", "1"}}}},
				{Title: "nothing", Table: &table.Table{Columns: table.Left("a")}},
			}}
		page := pagetest.Render(t, p.HTML)
		tags := pagetest.WellFormed(t, page)
		if tags["svg"] != 2 && tags["svg"] != 1 { // without any value there are no lines
			rt.Fatalf("%d drawings, want two", tags["svg"])
		}
		if tags["h2"] != 1+2+1 {
			rt.Fatalf("%d headings, want the warnings, two chapters and the command", tags["h2"])
		}
		for _, broken := range []string{"NaN", "Inf", "%!"} {
			if strings.Contains(page, broken) {
				rt.Fatalf("the page holds %q", broken)
			}
		}
	})
}

// TestPreferredText: the text of an example that is preferred has the word and the mark, whichever it is.
func TestPreferredText(t *testing.T) {
	for _, roles := range [][2]string{{"d1, preferred", "d2"}, {"d1", "d2, preferred"}, {"d1", "d2"}} {
		e := Example{Docs: make([]Passage, 2)}
		for i, role := range roles {
			e.Docs[i].Role, _, e.Docs[i].Preferred = strings.Cut(role, ", preferred")
		}
		page := pagetest.Render(t, (&Page{Sections: []Section{{Examples: []Example{e}}}}).HTML)
		for _, role := range roles {
			marked := strings.Contains(page, `<div class="preferred"><p class="role">`+role+" <span>")
			must.Equal(t, marked, strings.HasSuffix(role, "preferred"), "%s: marked", role)
			if !strings.Contains(page, `<p class="role">`+role+" <span>") {
				t.Errorf("%s is not on the page", role)
			}
		}
	}
}

// TestSentenceAboveTable: what to see in a table is said above it.
func TestSentenceAboveTable(t *testing.T) {
	page := pagetest.Render(t, (&Page{Sections: []Section{{Table: &table.Table{Caption: "What to see.", Columns: table.Left("a"),
		Rows: [][]string{{"x"}}}}}}).HTML)
	sentence, cell := strings.Index(page, `<p class="caption">What to see.`), strings.Index(page, "<table>")
	if sentence < 0 || cell < sentence {
		t.Errorf("the sentence is at %d, the table at %d", sentence, cell)
	}
}

// TestCloseKeepsLines: a command of several lines, such as a sweep's file and the command behind it, stands in lines that can be pasted.
func TestCloseKeepsLines(t *testing.T) {
	for command, want := range map[string]string{"axiomine demo": "command   axiomine demo\nversions  \n",
		"cat > a.yaml <<'EOF'\nsweep:\n  per:\nEOF\naxiomine train": "command\ncat > a.yaml <<'EOF'\nsweep:\n  per:\nEOF\naxiomine train\nversions  \n"} {
		var b strings.Builder
		must.Do(t, (&Page{Command: command}).Close(new(table.Results)).Text(&b, 0))
		must.Equal(t, strings.ReplaceAll(b.String(), "versions\n", "versions  \n"), want)
	}
}
