package accuracy

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// HTML writes the accuracies as one page: for each set of rows the accuracy of each task at its last epoch beside the majority class, and a
// curve per task over the epochs. command makes the page again, and inspect shows the rows.
func (m *Counts) HTML(w io.Writer, published []configs.PublishedNumber, command, inspect string) error {
	tasks := distinct(m.scores, func(s *score) string { return s.task })
	sets := distinct(m.scores, func(s *score) string { return s.set })
	epochs := distinct(m.scores, func(s *score) int { return s.epoch })
	last := m.lastOfEach()
	p := page.Page{Kind: "axiomine accuracy", Title: "What a multi-task model predicts", Command: command, Warnings: m.notes(),
		Next:  page.Next{Why: "the rows of each task", Command: inspect},
		Found: answerText(last),
		Sure: "Each accuracy is of a task on a set of rows. Holm's correction is over the accuracies of enough rows, with the score test; " +
			"the 95 % Wilson intervals are not corrected. Rows of one query share its documents, so intervals are somewhat too narrow.",
		Facts: [][2]string{{"tasks", terminal.Group(len(tasks))}, {"sets of rows", terminal.Group(len(sets))},
			{"epochs", terminal.Group(len(epochs))}},
		Glossary: catalogue.Meanings(tasks)}
	for _, set := range sets {
		isOther := func(s *score) bool { return s.set != set }
		t := tableOf(slices.DeleteFunc(slices.Clone(last), isOther), published)
		d := page.Dots{Axis: "accuracy", High: 1, Guide: 1.0 / 3,
			Caption: "Each row is a task at its last epoch, with its 95 % interval. The dashed line is a third, which guessing gives."}
		cells := page.SeriesOf(t, 4, 8)
		cells[0].Low, cells[0].High, cells[3].Name = cells[1].Values, cells[2].Values, "most frequent class"
		d.Series = []page.Series{cells[0], cells[3]}
		for _, row := range t.Rows {
			d.Rows = append(d.Rows, row[0])
		}
		p.Sections = append(p.Sections, page.Section{Title: set + ": accuracy by task", Figure: d.Figure(), Table: t})
		if len(epochs) == 1 {
			continue
		}
		all := slices.DeleteFunc(slices.Clone(m.scores), isOther)
		slices.SortStableFunc(all, func(a, b *score) int { return cmp.Compare(a.epoch, b.epoch) })
		t = tableOf(all, nil).DropEmpty()
		l := page.Lines{X: "epoch", Y: "accuracy", Caption: "A line for each task. The interval of each point is in the table."}
		l.Labels, l.Series = page.SeriesBy(t, 2, 0, 4)
		for i := range l.Labels {
			l.Xs = append(l.Xs, float64(i))
		}
		p.Sections = append(p.Sections, page.Section{Title: set + ": accuracy by epoch", Figure: l.Figure(), Table: t})
	}
	return p.HTML(w)
}

// tableOf returns a row for each score: accuracy with its 95 % Wilson interval, the share of the most frequent class, and what was
// published, if anything was.
func tableOf(scores []*score, published []configs.PublishedNumber) *table.Table {
	t := &table.Table{Name: "accuracy", Caption: "Accuracy with its 95 % Wilson interval; majority is the share of the most frequent class.",
		Columns: table.Mixed(2, "task", "set", "epoch", "rows", "accuracy", "from", "to", "majority", "published")}
	for _, s := range scores {
		low, high := eval.Wilson(s.right, s.n)
		t.Add(s.task, s.set, s.epochText(), terminal.Group(s.n), four(s.share()), four(low), four(high), four(s.majority()),
			s.publishedBeside(published))
	}
	return t
}

// answerText returns how many accuracies are above the share of the most frequent class with a Holm p below .05, of those with enough rows.
func answerText(last []*score) string {
	var chances []float64
	var rows []int
	for _, s := range last {
		if s.n < page.Fewest {
			continue
		}
		chances, rows = append(chances, s.chance()), append(rows, s.n)
	}
	enough, better := len(chances), 0
	for _, p := range eval.Holm(chances) {
		if p < page.Significant {
			better++
		}
	}
	few := terminal.Plural(len(last)-enough, "accuracy has", "accuracies have") + fmt.Sprintf(" too few rows, fewer than %d", page.Fewest)
	switch {
	case enough == 0:
		return few + "."
	case enough == len(last):
		few = ""
	default:
		few = "; " + few
	}
	return fmt.Sprintf("At the last epoch %s of %s significantly above the share of the most frequent class, on %s (Holm p below %.2f)%s.",
		terminal.Group(better), terminal.Plural(enough, "accuracy is", "accuracies are"), terminal.PluralSpan(rows, "row", "rows"),
		page.Significant, few)
}

// chance returns how probable an accuracy is that is as far above the share of the most frequent class, if it were that share: the p value,
// with two sides, of the score test that belongs to Wilson's interval. It is 1 for an accuracy that is not above.
func (s *score) chance() float64 {
	above, majority := s.share()-s.majority(), s.majority()
	if above <= 0 {
		return 1
	}
	return math.Erfc(above / math.Sqrt(2*majority*(1-majority)/float64(s.n)))
}

// share returns the accuracy.
func (s *score) share() float64 { return float64(s.right) / float64(s.n) }

// majority returns the share of the most frequent class.
func (s *score) majority() float64 { return float64(slices.Max(s.classes[:])) / float64(s.n) }

func distinct[K string | int](scores []*score, key func(*score) K) (list []K) {
	for _, s := range scores {
		list = append(list, key(s))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// lastOfEach returns the score of each task and set at its last epoch.
func (m *Counts) lastOfEach() (list []*score) {
	for i, s := range m.scores { // sorted by task, set and epoch
		if i+1 == len(m.scores) || m.scores[i+1].cell != s.cell {
			list = append(list, s)
		}
	}
	return list
}

// epochText returns the epoch, or a dash where the predictions name none.
func (s *score) epochText() string {
	if s.epoch == 0 {
		return table.None
	}
	return strconv.Itoa(s.epoch)
}

// four returns a share with four decimals; Wilson's lower end of 0 may be a rounding below it.
func four(x float64) string { return strconv.FormatFloat(max(x, 0), 'f', 4, 64) }
