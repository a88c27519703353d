// Package accuracy measures a multi-task model on the rows of three-class tasks that a data set holds.
package accuracy

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/train/eval"
)

// Truth holds the classes of the rows of a data set.
type Truth struct {
	rows  map[string][]truthRow // by uid; a row may be in several sets
	sizes map[cell]int
}

type truthRow struct {
	cell
	class int
}

// cell is a task in a set of rows: test.random, dev.
type cell struct{ task, set string }

// ReadTruth reads the rows of three-class tasks of a result folder of gen, or of its folder pairs. Training rows are left aside.
func ReadTruth(ctx context.Context, folder string) (*Truth, error) {
	files, err := filepath.Glob(filepath.Join(folder, "pairs", "*.parquet"))
	if err == nil && len(files) == 0 {
		files, err = filepath.Glob(filepath.Join(folder, "*.parquet"))
	}
	if err != nil {
		return nil, err
	}
	t := &Truth{rows: map[string][]truthRow{}, sizes: map[cell]int{}}
	for _, file := range files {
		set := strings.TrimSuffix(filepath.Base(file), ".parquet")
		if set == "train" {
			continue
		}
		list, err := pairs.Read(ctx, file, nil)
		if err != nil {
			return nil, err
		}
		for i := range list.Len() {
			if p := list.At(i); p.Class != nil {
				c := cell{p.Task, set}
				t.rows[p.UID] = append(t.rows[p.UID], truthRow{c, int(*p.Class)})
				t.sizes[c]++
			}
		}
	}
	if len(t.rows) == 0 {
		return nil, errs.BadInput(folder, 0, "give the folder that axiomine gen wrote with --mixture and --class-test",
			"no rows of three-class tasks outside the training split")
	}
	return t, nil
}

// score counts the predictions of a task, set and epoch.
type score struct {
	cell
	epoch, right, n int
	classes         [3]int // of the rows that have a prediction
}

// Measured is what predictions are worth.
type Measured struct {
	scores  []*score
	truth   *Truth
	strange int // predictions of no row here
	first   Prediction
	unread  []string // sentences: columns that are not read
}

// Measure compares predictions with the truth.
func Measure(t *Truth, predictions *Predictions) (*Measured, error) {
	type key struct {
		cell
		epoch int
	}
	type answer struct {
		uid   string
		epoch int
	}
	m, byKey, seen := &Measured{truth: t, unread: predictions.Unread}, map[key]*score{}, map[answer]bool{}
	for _, p := range predictions.List {
		rows := t.rows[p.UID]
		if len(rows) == 0 {
			if m.strange++; m.strange == 1 {
				m.first = p
			}
			continue
		}
		if p.Task != "" && account.Canonical(p.Task) != account.Canonical(rows[0].task) {
			return nil, errs.BadInput(p.File, p.Line, "give the uids of this task's rows", "uid %s is a row of %s, not of %s", errs.Brief(p.UID),
				rows[0].task, errs.Brief(p.Task))
		}
		if seen[answer{p.UID, p.Epoch}] {
			return nil, errs.BadInput(p.File, p.Line, "give each epoch its number in a column epoch", "a second prediction of uid %s in epoch %d",
				errs.Brief(p.UID), p.Epoch)
		}
		seen[answer{p.UID, p.Epoch}] = true
		for _, row := range rows {
			s := byKey[key{row.cell, p.Epoch}]
			if s == nil {
				s = &score{cell: row.cell, epoch: p.Epoch}
				byKey[key{row.cell, p.Epoch}] = s
				m.scores = append(m.scores, s)
			}
			s.n++
			s.classes[row.class]++
			if p.Class == row.class {
				s.right++
			}
		}
	}
	if len(m.scores) == 0 {
		return nil, errs.BadInput(m.first.File, m.first.Line, "give the uids of the shards or pairs of this data set",
			"no prediction is of a row of a three-class task here, such as uid %s", errs.Brief(m.first.UID))
	}
	slices.SortFunc(m.scores, func(a, b *score) int {
		return cmp.Or(cmp.Compare(a.task, b.task), cmp.Compare(a.set, b.set), a.epoch-b.epoch)
	})
	return m, nil
}

// Results returns a row for each task, set of rows and epoch: accuracy with its 95 % Wilson interval, the share of the most
// frequent class, and what was published, if anything was.
func (m *Measured) Results(published []configs.Published) *table.Results {
	t := &table.Table{Name: "accuracy", Columns: append(table.Left("task", "set"),
		table.Right("epoch", "rows", "accuracy", "from", "to", "majority", "published")...)}
	r := new(table.Results)
	for _, s := range m.scores {
		low, high := eval.Wilson(s.right, s.n)
		t.Add(s.task, s.set, s.epochText(), strconv.Itoa(s.n), four(s.share()), four(low), four(high), four(s.majority()),
			s.publishedBeside(published))
	}
	r.Say("%s", answerText(m.lastOfEach()))
	for _, note := range m.notes() {
		r.Say("%s", note)
	}
	return r.Table(t)
}

// notes returns what of the truth and of the predictions is not measured.
func (m *Measured) notes() (list []string) {
	for _, s := range m.scores {
		if all := m.truth.sizes[s.cell]; s.n < all {
			list = append(list, fmt.Sprintf("%s, %s: a prediction for %s of %s; accuracy and majority are of these", s.task, s.set,
				terminal.Grouped(s.n), terminal.Plural(all, "row", "rows")))
		}
	}
	if m.strange > 0 {
		list = append(list, fmt.Sprintf("%s of no row of a three-class task here, the first in %s:%d, uid %s",
			terminal.Plural(m.strange, "prediction is", "predictions are"),
			m.first.File, m.first.Line, errs.Brief(m.first.UID)))
	}
	return append(list, m.unread...)
}

// publishedBeside returns the published accuracy of the task, set and epoch. Without an epoch it is the first of the task's
// values, with its name.
func (s *score) publishedBeside(values []configs.Published) string {
	kind, unique := strings.CutPrefix(strings.TrimPrefix(s.set, "test."), "unique-")
	measure := "accuracy " + kind
	if unique {
		measure += " unique"
	}
	for _, p := range values {
		task, which, _ := strings.Cut(p.Of, ", ")
		if p.Measure != measure || account.Canonical(task) != s.task || s.epoch > 0 && which != fmt.Sprintf("epoch %d", s.epoch) ||
			s.epoch == 0 && strings.HasPrefix(which, "epoch ") {
			continue
		}
		text := strconv.FormatFloat(p.Value, 'f', 4, 64)
		if p.Within != nil {
			text += "±" + strconv.FormatFloat(*p.Within, 'f', 4, 64)
		}
		if s.epoch == 0 && which != "" {
			text += " (" + which + ")"
		}
		return text
	}
	return table.None
}
