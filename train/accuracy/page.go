package accuracy

import (
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

// HTML writes the accuracies as one page: for each set of rows a curve per task over the epochs, and
// the accuracy of each task at its last epoch beside the majority class. command makes the page again, and inspect shows the rows.
func (m *Counts) HTML(w io.Writer, published []configs.PublishedNumber, command, inspect string) error {
	last := m.lastOfEach()
	p := page.Page{Kind: "axiomine accuracy", Title: "What a multi-task model predicts", Command: command, Warnings: m.notes(),
		Next:  page.Next{Why: "the rows of each task", Command: inspect},
		Found: answerText(last),
		Sure: "Each accuracy is of a task on a set of rows. Holm's correction is over the accuracies of enough rows, with the score test; " +
			"the 95 % Wilson intervals are not corrected. Rows of one query share its documents, so intervals are somewhat too narrow.",
		Facts: [][2]string{{"tasks", terminal.Group(len(m.tasks()))}, {"sets of rows", terminal.Group(len(m.sets()))},
			{"epochs", terminal.Group(len(m.epochList()))}}}
	p.Glossary = catalogue.Meanings(m.tasks())
	for _, set := range m.sets() {
		p.Sections = append(p.Sections, m.lastSection(set, last, published))
		if len(m.epochList()) > 1 {
			p.Sections = append(p.Sections, m.epochSection(set))
		}
	}
	return p.HTML(w)
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

// tasks returns the tasks with predictions, sorted.
func (m *Counts) tasks() []string {
	return distinct(m.scores, func(s *score) string { return s.task })
}

// sets returns the sets of rows with predictions, sorted.
func (m *Counts) sets() []string { return distinct(m.scores, func(s *score) string { return s.set }) }

// epochList returns the epochs with predictions, rising.
func (m *Counts) epochList() []int {
	return distinct(m.scores, func(s *score) int { return s.epoch })
}

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

// lastSection shows the accuracy of each task on a set, and the share of the most frequent class.
func (m *Counts) lastSection(set string, last []*score, published []configs.PublishedNumber) page.Section {
	d := page.Dots{Axis: "accuracy", Low: 0, High: 1, Guide: 1.0 / 3,
		Caption: "Each row is a task at its last epoch. The dashed line is a third, which guessing gives."}
	t := &table.Table{Caption: "Accuracy with its 95 % Wilson interval; majority is the share of the most frequent class.",
		Columns: table.Mixed(1, "task", "epoch", "rows", "accuracy", "from", "to", "majority", "published")}
	right, majority := page.Series{Name: "accuracy"}, page.Series{Name: "most frequent class"}
	for _, s := range last {
		if s.set != set {
			continue
		}
		low, high := eval.Wilson(s.right, s.n)
		share := s.share()
		d.Rows = append(d.Rows, s.task)
		right.Values, majority.Values = append(right.Values, share), append(majority.Values, s.majority())
		right.Notes = append(right.Notes, fmt.Sprintf("%.4f [%.4f, %.4f] of %s", share, low, high, terminal.Plural(s.n, "row", "rows")))
		majority.Notes = append(majority.Notes, fmt.Sprintf("%.4f", s.majority()))
		t.Add(s.task, s.epochText(), terminal.Group(s.n), four(share), four(low), four(high), four(s.majority()),
			s.publishedBeside(published))
	}
	d.Series = []page.Series{right, majority}
	return page.Section{Title: set + ": accuracy by task", Figure: d.Figure(), Table: t}
}

// epochSection shows the accuracy of each task on a set over the epochs.
func (m *Counts) epochSection(set string) page.Section {
	l := page.Lines{X: "epoch", Y: "accuracy", Caption: "A line for each task. The interval of each point is in the table."}
	t := &table.Table{Caption: "Accuracy with its 95 % Wilson interval.",
		Columns: table.Mixed(1, "task", "epoch", "rows", "accuracy", "from", "to")}
	epochs := m.epochList()
	for _, epoch := range epochs {
		l.Xs = append(l.Xs, float64(epoch))
	}
	for _, task := range m.tasks() {
		series := page.Series{Name: task, Values: slices.Repeat([]float64{math.NaN()}, len(epochs)), Notes: make([]string, len(epochs))}
		hasTask := false
		for _, s := range m.scores {
			if s.cell != (cell{task, set}) {
				continue
			}
			hasTask = true
			low, high := eval.Wilson(s.right, s.n)
			share, i := s.share(), slices.Index(epochs, s.epoch)
			series.Values[i], series.Notes[i] = share, fmt.Sprintf("%.4f [%.4f, %.4f] of %s", share, low, high, terminal.Plural(s.n, "row", "rows"))
			t.Add(task, s.epochText(), terminal.Group(s.n), four(share), four(low), four(high))
		}
		if hasTask {
			l.Series = append(l.Series, series)
		}
	}
	return page.Section{Title: set + ": accuracy by epoch", Figure: l.Figure(), Table: t}
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
