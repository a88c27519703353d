// Package accuracy measures a multi-task model's predictions on the rows of a data set's three-class tasks.
package accuracy

import (
	"cmp"
	"context"
	"fmt"
	"maps"
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
	rows   map[string]*[]truthRow // the rows of each uid; a row may be in several sets
	sizes  map[cell]int           // the number of rows of each task and set
	labels map[string]bool        // the labels of tasks in file names
}

// truthRow is a row of a data set with its true class.
type truthRow struct {
	cell
	class int
}

// cell is a task with a set of the task's rows, such as test.random or dev.
type cell struct{ task, set string }

// ReadTruth reads the rows of three-class tasks from a result folder of gen, or from the folder pairs in it. It skips training rows.
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
	scoreKey
	numRight, n int
	classes     [3]int // the number of rows with a prediction, by true class
}

// Counts counts correct predictions by task, set of rows and epoch. The caller calls Read for each file of predictions, then Finish.
type Counts struct {
	scores  []*score // the values of byKey, sorted; Finish sets it
	truth   *Truth
	byKey   map[scoreKey]*score
	epochs  map[int]bool   // the epochs of the predictions so far
	classes map[answer]int // the predicted classes
	unread  []string       // sentences about columns that are not read
	spare   *safefile.Spare

	numUnknown   int // the number of predictions whose uid is no row of the data set
	firstUnknown prediction
}

// scoreKey identifies a score: its task, set and epoch.
type scoreKey struct {
	cell
	epoch int
}

// answer identifies a prediction: the rows of a uid, and the epoch.
type answer struct {
	rows  *[]truthRow
	epoch int
}

// NewCounts returns counts without any prediction.
func NewCounts(t *Truth) *Counts {
	return &Counts{truth: t, byKey: map[scoreKey]*score{}, epochs: map[int]bool{}, classes: map[answer]int{}, spare: new(safefile.Spare)}
}

// add compares a prediction with the truth and counts it. The prediction is not kept: memory depends only on the truth and the number of
// epochs.
func (c *Counts) add(p *prediction) error {
	rows := c.truth.rows[p.uid]
	if rows == nil {
		if c.numUnknown++; c.numUnknown == 1 {
			c.firstUnknown = *p
		}
		return nil
	}
	if task := (*rows)[0].task; p.task != "" && !isTask(p.task, task) {
		return errs.BadInput(p.file, p.line, "give the uids of this task's rows", "uid %s is a row of %s, not of %s", errs.Brief(p.uid),
			task, errs.Brief(p.task))
	}
	if c.epochs[p.epoch] = true; len(c.epochs) > safefile.Epochs {
		return errs.BadInput(p.file, p.line, "number the epochs, and leave some out", "more than %d epochs", safefile.Epochs)
	}
	a := answer{rows, p.epoch}
	if class, isRepeat := c.classes[a]; isRepeat && class == p.class {
		return nil
	} else if isRepeat {
		return errs.BadInput(p.file, p.line, "give the predictions of one model, and each epoch its number in a column epoch",
			"uid %s has the predictions %d and %d%s", errs.Brief(p.uid), class, p.class, p.epochText())
	}
	c.classes[a] = p.class
	for _, row := range *rows {
		key := scoreKey{row.cell, p.epoch}
		s := c.byKey[key]
		if s == nil {
			s = &score{scoreKey: key}
			c.byKey[key] = s
		}
		s.n++
		s.classes[row.class]++
		if p.class == row.class {
			s.numRight++
		}
	}
	return nil
}

// isTask reports whether a name denotes a task: by the task's expression, in any spelling, or by its label in file names.
func isTask(name, task string) bool {
	return name == task || name == shard.TaskLabel(task) || account.Canonical(name) == account.Canonical(task)
}

// epochText returns " in epoch N" for a prediction, or "" without an epoch.
func (p *prediction) epochText() string {
	if p.epoch == 0 {
		return ""
	}
	return fmt.Sprintf(" in epoch %d", p.epoch)
}

// Finish sorts the scores. It returns an error if no prediction belongs to a row of the data set.
func (c *Counts) Finish() error {
	if len(c.byKey) == 0 {
		return errs.BadInput(c.firstUnknown.file, c.firstUnknown.line, "give the uids of the shards or pairs of this data set",
			"no prediction is of a row of a three-class task here, such as uid %s", errs.Brief(c.firstUnknown.uid))
	}
	c.scores = slices.SortedFunc(maps.Values(c.byKey), func(a, b *score) int {
		return cmp.Or(cmp.Compare(a.task, b.task), cmp.Compare(a.set, b.set), cmp.Compare(a.epoch, b.epoch))
	})
	return nil
}

// Results returns the findings and the table of scores.
func (c *Counts) Results(published []configs.PublishedNumber) *table.Results {
	r := new(table.Results).Say("%s", answerText(c.lastEpochs()))
	for _, note := range c.notes() {
		r.Say("%s", note)
	}
	return r.Table(tableOf(c.scores, published))
}

// notes returns sentences on rows and predictions that are not measured.
func (c *Counts) notes() (list []string) {
	for _, s := range c.scores {
		if all := c.truth.sizes[s.cell]; s.n < all {
			list = append(list, fmt.Sprintf("%s, %s: a prediction for %s of %s; accuracy and majority are of these", s.task, s.set,
				terminal.Group(s.n), terminal.Plural(all, "row", "rows")))
		}
	}
	if c.numUnknown > 0 {
		list = append(list, fmt.Sprintf("%s of no row of a three-class task here, the first in %s:%d, uid %s",
			terminal.Plural(c.numUnknown, "prediction is", "predictions are"),
			c.firstUnknown.file, c.firstUnknown.line, errs.Brief(c.firstUnknown.uid)))
	}
	return append(list, c.unread...)
}

// publishedText returns the published accuracy of the task, set and epoch as text, or table.None. For a score without an epoch it returns
// the task's first published value that is not of an epoch, with the name of the value.
func (s *score) publishedText(values []configs.PublishedNumber) string {
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

// tableOf returns a row for each score: accuracy with its 95 % Wilson interval, the share of the most frequent class, and the published
// value or a dash.
func tableOf(scores []*score, published []configs.PublishedNumber) *table.Table {
	t := &table.Table{Name: "accuracy", Caption: "Accuracy with its 95 % Wilson interval; majority is the share of the most frequent class.",
		Columns: table.Mixed(2, "task", "set", "epoch", "rows", "accuracy", "from", "to", "majority", "published")}
	for _, s := range scores {
		low, high := eval.Wilson(s.numRight, s.n)
		t.Add(s.task, s.set, s.epochText(), terminal.Group(s.n), four(s.share()), four(low), four(high), four(s.majority()),
			s.publishedText(published))
	}
	return t
}

// answerText returns a sentence with the number of accuracies that are significantly above the share of the most frequent class. Scores with
// too few rows are not tested.
func answerText(last []*score) string {
	var pValues []float64
	var rows []int
	for _, s := range last {
		if s.n < page.Fewest {
			continue
		}
		pValues, rows = append(pValues, s.pValue()), append(rows, s.n)
	}
	tested, better := len(pValues), 0
	for _, p := range eval.Holm(pValues) {
		if p < page.Significant {
			better++
		}
	}
	few := terminal.Plural(len(last)-tested, "accuracy has", "accuracies have") + fmt.Sprintf(" too few rows, fewer than %d", page.Fewest)
	switch {
	case tested == 0:
		return few + "."
	case tested == len(last):
		few = ""
	default:
		few = "; " + few
	}
	return fmt.Sprintf("At the last epoch %s of %s significantly above the share of the most frequent class, on %s (Holm p below %.2f)%s.",
		terminal.Group(better), terminal.Plural(tested, "accuracy is", "accuracies are"), terminal.PluralSpan(rows, "row", "rows"),
		page.Significant, few)
}

// pValue returns the two-sided p value of the score test, to which Wilson's interval belongs, of the accuracy against the share of the most
// frequent class. It returns 1 if the accuracy is not above that share.
func (s *score) pValue() float64 {
	lead, majority := s.share()-s.majority(), s.majority()
	if lead <= 0 {
		return 1
	}
	return math.Erfc(lead / math.Sqrt(2*majority*(1-majority)/float64(s.n)))
}

func (s *score) share() float64 { return float64(s.numRight) / float64(s.n) }

// majority returns the share of the most frequent class.
func (s *score) majority() float64 { return float64(slices.Max(s.classes[:])) / float64(s.n) }

// lastEpochs returns the score of each task and set at the last epoch.
func (c *Counts) lastEpochs() (list []*score) {
	for i, s := range c.scores { // sorted by task, set and epoch
		if i+1 == len(c.scores) || c.scores[i+1].cell != s.cell {
			list = append(list, s)
		}
	}
	return list
}

// epochText returns the epoch, or a dash if the predictions have none.
func (s *score) epochText() string {
	if s.epoch == 0 {
		return table.None
	}
	return strconv.Itoa(s.epoch)
}

// four returns a share with four decimals. By rounding, Wilson's lower end may be slightly below 0; four returns 0 for it.
func four(x float64) string { return strconv.FormatFloat(max(x, 0), 'f', 4, 64) }
