package bounds

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// cell prints the mean of a measure, with a mark if it differs significantly from the run's.
func (t *Test) cell() string {
	mark := ""
	if t.HolmP < page.Significant {
		mark = "▲"
		if t.Diff < 0 {
			mark = "▼"
		}
	}
	return four(t.MeanB) + mark
}

func four(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }

// table returns a run's table: the run itself, then a row for every ranking.
func (r *RunResult) table() *table.Table {
	t := &table.Table{Title: fmt.Sprintf("%s: %s with %s", r.Run, terminal.Plural(r.Queries, "judged query", "judged queries"),
		terminal.Plural(r.Candidates, "candidate", "candidates")),
		Caption: "Means over the judged queries. " + signs, Columns: table.Mixed(2, "axiom", "ranking", "preferences", "obeyed")}
	row := []string{r.Run, "run", table.None, table.None}
	for _, v := range r.Measures {
		t.Columns = append(t.Columns, table.Column{Name: v.Measure})
		row = append(row, four(v.Mean))
	}
	t.Add(row...)
	for _, a := range r.Axioms {
		for _, ranking := range a.Rankings {
			row := []string{a.Axiom, ranking.Kind, strconv.Itoa(ranking.Preferences), four(ranking.Share)}
			for i := range ranking.Measures {
				row = append(row, ranking.Measures[i].cell())
			}
			t.Add(row...)
		}
	}
	return t
}

// Legend explains the rankings, a line each.
const Legend = `kwiksort: the candidates by the axiom's preferences (Ailon et al. 2008); where nothing is preferred the run's order decides.
obeyed: what is preferred is lifted until every preference that contradicts no other one is obeyed.
oracle: the same by those alone that set a relevant candidate above one that is not.`

// signs explains the signs beside the measures of a table.
const signs = "▲ behind a value: significantly higher than the run's; ▼: significantly lower. Both are Holm p < .05, over all rows and " +
	"measures, of the larger p of t and Wilcoxon."

// Results returns the bounds as tables for a terminal.
func (r *Result) Results() *table.Results {
	out := new(table.Results).Say("%s", r.answerText()).Say("%s", r.confidenceText())
	for _, n := range r.Notes {
		out.Say("note: %s", n)
	}
	for i := range r.Runs {
		out.Table(r.Runs[i].table())
	}
	for line := range strings.Lines(Legend) {
		out.Say("%s", strings.TrimSuffix(line, "\n"))
	}
	out.Say("%s", signs)
	return out
}

// CSV writes a row for every measure of every ranking. The run itself has empty cells in the columns
// that do not apply.
func (r *Result) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	number, count := terminal.Number, strconv.Itoa
	out.Write([]string{"run", "axiom", "ranking", "preferences", "obeyed", "measure", "value", "difference", "low95", "high95",
		"t_p", "wilcoxon_p", "holm_p", "queries", "wins", "ties", "losses"})
	for _, run := range r.Runs {
		for _, v := range run.Measures {
			out.Write(terminal.Cells([]string{run.Run, "", "run", "", "", v.Measure, number(v.Mean), "", "", "", "", "", "", count(run.Queries),
				"", "", ""}))
		}
		for _, a := range run.Axioms {
			for _, ranking := range a.Rankings {
				for _, t := range ranking.Measures {
					cells := terminal.Cells([]string{run.Run, a.Axiom, ranking.Kind, count(ranking.Preferences), count(ranking.Obeyed),
						t.Measure, number(t.MeanB), number(t.Diff), number(t.CI95[0]), number(t.CI95[1]), number(t.TP), number(t.WilcoxonP), number(t.HolmP),
						count(t.N), count(t.Wins), count(t.Ties), count(t.Losses)})
					cells[1] = a.Axiom // the user's own expression, as in -m-and
					out.Write(cells)
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}
