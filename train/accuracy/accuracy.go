// Package accuracy measures a multi-task model on the rows of three-class tasks that a data set holds.
package accuracy

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/axiomine/axiomine/train/eval"
)

// Truth holds the classes of the rows of a data set.
type Truth struct {
	rows   map[string]*[]truthRow // by uid; a row may be in several sets
	sizes  map[cell]int
	labels map[string]bool // of tasks, in the names of files
}

type truthRow struct {
	cell
	class int
}

// cell is a task in a set of rows: test.random, dev.
type cell struct{ task, set string }

// ReadTruth reads the rows of three-class tasks of a result folder of gen, or of its folder pairs. Training rows are left aside.
func ReadTruth(ctx context.Context, folder string) (*Truth, error) {
	if _, err := os.ReadDir(folder); err != nil {
		return nil, errs.CannotOpen(folder, err)
	}
	files, err := safefile.Glob(folder, "pairs/*.parquet")
	if err == nil && len(files) == 0 {
		files, err = safefile.Glob(folder, "*.parquet")
	}
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errs.BadInput(folder, 0, folderHint, "no pairs here: neither pairs/*.parquet nor *.parquet")
	}
	if err := result.CheckUnchanged(folder, func(path string) bool { return strings.HasPrefix(path, "pairs/") }); err != nil {
		return nil, err
	}
	t := &Truth{rows: map[string]*[]truthRow{}, sizes: map[cell]int{}, labels: map[string]bool{}}
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
			if p := list.Pair(i); p.Class != nil {
				c := cell{p.Task, set}
				if t.rows[p.UID] == nil {
					t.rows[p.UID] = new([]truthRow)
				}
				*t.rows[p.UID] = append(*t.rows[p.UID], truthRow{c, int(*p.Class)})
				t.sizes[c]++
			}
		}
	}
	if len(t.rows) == 0 {
		return nil, errs.BadInput(folder, 0, folderHint, "no rows of three-class tasks outside the training split")
	}
	for c := range t.sizes {
		t.labels[shard.TaskLabel(c.task)] = true
	}
	return t, nil
}

const folderHint = "give the folder that axiomine gen wrote with --mixture and gen.class_test"

// score counts the predictions of a task, set and epoch.
type score struct {
	cell
	epoch, right, n int
	classes         [3]int // of the rows that have a prediction
}

// Counts counts right predictions by task, set of rows and epoch. Read adds a file of predictions, and Finish sorts the counts.
type Counts struct {
	scores  []*score
	truth   *Truth
	byKey   map[scoreKey]*score
	epochs  map[int]bool
	seen    map[answer]int // the class
	strange int            // predictions of no row here
	first   prediction     // of these
	unread  []string       // sentences: columns that are not read
	spare   *safefile.Spare
}

type scoreKey struct {
	cell
	epoch int
}

// answer is that of a model on the rows of a uid in an epoch.
type answer struct {
	rows  *[]truthRow
	epoch int
}

// NewCounts returns the counts of no prediction yet.
func NewCounts(t *Truth) *Counts {
	return &Counts{truth: t, byKey: map[scoreKey]*score{}, epochs: map[int]bool{}, seen: map[answer]int{}, spare: new(safefile.Spare)}
}

// add compares a prediction with the truth. Nothing of it is kept but the counts, so that memory depends on the truth and the epochs.
func (m *Counts) add(p *prediction) error {
	rows := m.truth.rows[p.uid]
	if rows == nil {
		if m.strange++; m.strange == 1 {
			m.first = *p
		}
		return nil
	}
	if task := (*rows)[0].task; p.task != "" && !isTask(p.task, task) {
		return errs.BadInput(p.file, p.line, "give the uids of this task's rows", "uid %s is a row of %s, not of %s", errs.Brief(p.uid),
			task, errs.Brief(p.task))
	}
	if m.epochs[p.epoch] = true; len(m.epochs) > safefile.Epochs {
		return errs.BadInput(p.file, p.line, "number the epochs, and leave some out", "more than %d epochs", safefile.Epochs)
	}
	a := answer{rows, p.epoch}
	if class, isRepeat := m.seen[a]; isRepeat && class == p.class {
		return nil
	} else if isRepeat {
		return errs.BadInput(p.file, p.line, "give the predictions of one model, and each epoch its number in a column epoch",
			"uid %s has the predictions %d and %d%s", errs.Brief(p.uid), class, p.class, p.inEpoch())
	}
	m.seen[a] = p.class
	for _, row := range *rows {
		s := m.byKey[scoreKey{row.cell, p.epoch}]
		if s == nil {
			s = &score{cell: row.cell, epoch: p.epoch}
			m.byKey[scoreKey{row.cell, p.epoch}] = s
			m.scores = append(m.scores, s)
		}
		s.n++
		s.classes[row.class]++
		if p.class == row.class {
			s.right++
		}
	}
	return nil
}

// isTask reports whether a name means a task: its expression in any form, or its label in the names of files.
func isTask(name, task string) bool {
	return name == task || name == shard.TaskLabel(task) || account.Canonical(name) == account.Canonical(task)
}

// inEpoch returns the words for the epoch of a prediction, if it has one.
func (p *prediction) inEpoch() string {
	if p.epoch == 0 {
		return ""
	}
	return fmt.Sprintf(" in epoch %d", p.epoch)
}

// Finish sorts what was measured. It returns an error if no prediction is of a row here.
func (m *Counts) Finish() error {
	if len(m.scores) == 0 {
		return errs.BadInput(m.first.file, m.first.line, "give the uids of the shards or pairs of this data set",
			"no prediction is of a row of a three-class task here, such as uid %s", errs.Brief(m.first.uid))
	}
	slices.SortFunc(m.scores, func(a, b *score) int {
		return cmp.Or(cmp.Compare(a.task, b.task), cmp.Compare(a.set, b.set), cmp.Compare(a.epoch, b.epoch))
	})
	return nil
}

// Results returns how good the predictions are, and the table of tableOf.
func (m *Counts) Results(published []configs.PublishedNumber) *table.Results {
	r := new(table.Results).Say("%s", answerText(m.lastOfEach()))
	for _, note := range m.notes() {
		r.Say("%s", note)
	}
	return r.Table(tableOf(m.scores, published))
}

// notes returns what of the truth and of the predictions is not measured.
func (m *Counts) notes() (list []string) {
	for _, s := range m.scores {
		if all := m.truth.sizes[s.cell]; s.n < all {
			list = append(list, fmt.Sprintf("%s, %s: a prediction for %s of %s; accuracy and majority are of these", s.task, s.set,
				terminal.Group(s.n), terminal.Plural(all, "row", "rows")))
		}
	}
	if m.strange > 0 {
		list = append(list, fmt.Sprintf("%s of no row of a three-class task here, the first in %s:%d, uid %s",
			terminal.Plural(m.strange, "prediction is", "predictions are"),
			m.first.file, m.first.line, errs.Brief(m.first.uid)))
	}
	return append(list, m.unread...)
}

// publishedBeside returns the published accuracy of the task, set and epoch. Without an epoch it is the first of the task's
// values, with its name.
func (s *score) publishedBeside(values []configs.PublishedNumber) string {
	kind, unique := strings.CutPrefix(strings.TrimPrefix(s.set, "test."), "unique-")
	measure := "accuracy " + kind
	if unique {
		measure += " unique"
	}
	for _, p := range values {
		task, set, _ := strings.Cut(p.Subject, ", ")
		if p.Measure != measure || account.Canonical(task) != s.task || s.epoch > 0 && set != fmt.Sprintf("epoch %d", s.epoch) ||
			s.epoch == 0 && strings.HasPrefix(set, "epoch ") {
			continue
		}
		text := strconv.FormatFloat(p.Value, 'f', 4, 64)
		if p.HalfWidth != nil {
			text += "±" + strconv.FormatFloat(*p.HalfWidth, 'f', 4, 64)
		}
		if s.epoch == 0 && set != "" {
			text += " (" + set + ")"
		}
		return text
	}
	return table.None
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
