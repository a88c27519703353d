package mix

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
)

// Results returns the answer as text and tables; JSON has all fields of the answer. output is the file of the mixture, or "".
func (a *Answer) Results(measures []eval.Measure, output string) *table.Results {
	r := new(table.Results)
	r.Object = a
	if a.Verdict != "" {
		r.Say("%s", page.Capital(a.Verdict))
	}
	terms := make([]string, len(a.Runs))
	for i, name := range a.Runs {
		terms[i] = FormatWeights(a.Weights[i:i+1]) + " " + name
	}
	r.Say("weights    %s (%s)", strings.Join(terms, " + "), a.Method)
	r.Say("chosen by  %s", a.ChosenBy)
	for _, note := range a.Notes {
		r.Say("note       %s", note)
	}
	if a.Partial > 0 {
		r.Say("note       not in every run: %s of %s; the others order them", terminal.Plural(a.Partial, "query", "queries"),
			terminal.Group(a.Queries))
	}
	if a.Measured != "" {
		r.Say("measured   %s", a.Measured)
		r.Table(a.means(measures)).Table(report.TestsTable(a.Tests))
	}
	if output != "" {
		r.Say("written    %s: %s, %s", output, terminal.Plural(a.Queries, "query", "queries"), terminal.Plural(a.Rows, "row", "rows"))
	}
	return r
}

// means returns a table with a row for each system.
func (a *Answer) means(measures []eval.Measure) *table.Table {
	names := lists.Map(measures, eval.Measure.String)
	t := &table.Table{Name: "measures", Columns: append(table.Left("system"), table.Right(names...)...)}
	for _, s := range a.Systems {
		means := lists.Map(names, func(name string) string { return fmt.Sprintf("%.4f", s.Means[name]) })
		t.Add(append([]string{s.System}, means...)...)
	}
	return t
}
