package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lazy"
)

// Task holds the rows of one task. Trainers take a batch from one task at a time, so most formats keep tasks apart.
type Task struct {
	name    string // as pairs have it
	Label   string // fit for the names of files and configs: letters, digits, dots and dashes
	Classes bool   // three classes: the first document preferred, neither, the second
	Views   []View[Row]
	keep    func(r Row) bool // the task's rows that Views hold; nil: all
}

// taskKey is the key of the rows of one task and shape.
type taskKey struct {
	task    string
	classes bool // three classes, not two documents of which one is preferred
}

// tally counts rows by kind, in the order of the first row of each kind. There are few kinds.
type tally struct {
	kinds       []kindRows
	numWeighted int // rows with another weight or margin than 1
}

// kindRows counts the rows of a task, a shape and an axiom.
type kindRows struct {
	taskKey
	axiom string
	rows  int
}

func (t *tally) add(r *Row) {
	t.more(kindRows{taskKey{r.Task, r.Class != nil}, r.Axiom, 1})
	if r.Weight != 1 || r.Margin != 1 {
		t.numWeighted++
	}
}

func (t *tally) more(k kindRows) {
	for i := range t.kinds {
		if kind := &t.kinds[i]; kind.taskKey == k.taskKey && kind.axiom == k.axiom {
			kind.rows += k.rows
			return
		}
	}
	t.kinds = append(t.kinds, k)
}

// merge adds the counts of the rows that follow.
func (t *tally) merge(next tally) {
	for _, k := range next.kinds {
		t.more(k)
	}
	t.numWeighted += next.numWeighted
}

// count adds the rows of a split to the plan's counts.
func count(p *Plan, split string, t *tally) {
	byAxiom := map[[2]string]int{} // to the index in p.Rows
	for _, k := range t.kinds {
		p.Mixture[k.task] += k.rows
		i, ok := byAxiom[[2]string{k.task, k.axiom}]
		if !ok {
			i = len(p.Rows)
			byAxiom[[2]string{k.task, k.axiom}] = i
			p.Rows = append(p.Rows, Rows{Split: split, Task: k.task, Axiom: k.axiom})
		}
		p.Rows[i].Rows += k.rows
	}
	p.Weighted += t.numWeighted
}

// divide separates the rows of pairwise tasks from those of three-class tasks, and the tasks from
// each other. No task has one of the labels in names.
func divide(c *cutter, splits []splitPlan, names []string) (tasks []Task, pairwise []View[Row]) {
	isAdded, labels := map[taskKey]bool{}, map[string]bool{}
	for _, label := range names {
		labels[label] = true
	}
	for _, split := range splits {
		for _, k := range split.tally.kinds {
			if !isAdded[k.taskKey] {
				isAdded[k.taskKey] = true
				tasks = append(tasks, Task{name: k.task, Label: TaskLabel(k.task, labels), Classes: k.classes})
			}
		}
	}
	for _, split := range splits {
		pairwise = append(pairwise, filterRows(c, split, "", func(r Row) bool { return r.Class == nil })...)
	}
	for i := range tasks {
		t := &tasks[i]
		for _, split := range splits {
			t.Views = append(t.Views, filterRows(c, split, t.name, func(r Row) bool { return r.Task == t.name && (r.Class != nil) == t.Classes })...)
		}
	}
	return tasks, pairwise
}

// All returns the rows of every task.
func (p *Plan) All() (views []View[Row]) {
	for _, split := range p.splits {
		views = append(views, split.View)
	}
	return views
}

// Views returns the rows that keep accepts, by split. A split without any is left out. A split that
// is kept whole is not copied.
func (p *Plan) Views(keep func(r Row) bool) (views []View[Row]) {
	for _, split := range p.splits {
		views = append(views, filterRows(p.cutter, split, "", keep)...)
	}
	return views
}

// filterRows returns the view of a split's rows that keep accepts, if there are any.
func filterRows(c *cutter, split splitPlan, task string, keep func(r Row) bool) []View[Row] {
	var numbers []uint32
	for i := range split.Items.N {
		if keep(split.Items.brief(i)) {
			numbers = append(numbers, uint32(i))
		}
	}
	switch len(numbers) {
	case 0:
		return nil
	case split.Items.N:
		return []View[Row]{split.View}
	}
	return []View[Row]{c.cutRows(split.Split, split.Items.pick(slices.Clip(numbers)), task)}
}

// PairTasks returns the tasks of pairs.
func PairTasks(all []Task) (tasks []Task) {
	for _, t := range all {
		if !t.Classes {
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// PairwiseTasks calls use with the tasks of preferences and their configs. A single task has
// config, in a format with one config a task; else a task has config-TASK.
func (p *Plan) PairwiseTasks(config string, use func(t Task, config string)) {
	tasks := PairTasks(p.Tasks)
	for _, t := range tasks {
		if len(tasks) == 1 {
			use(t, config)
		} else {
			use(t, config+"-"+t.Label)
		}
	}
}

// operatorWords replace the operators of axiom expressions in labels, so that labels show what the
// axioms do.
var operatorWords = map[rune]string{'-': "reverse-", '+': "-plus-", '&': "-with-", '|': "-or-"}

// TaskLabel makes a task's name fit for files and different from earlier labels: m-and & -tf-lnc
// becomes m-and-with-reverse-tf-lnc.
func TaskLabel(name string, isTaken map[string]bool) string {
	var b strings.Builder
	inName := false // so that a dash belongs to the name, as in m-and, and is no operator
	for _, r := range name {
		word, operator := operatorWords[r]
		inside := inName && r == '-'
		inName = inside || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '.'
		switch {
		case inName:
			b.WriteRune(r)
		case operator:
			b.WriteString(word)
		default:
			b.WriteByte('-')
		}
	}
	label := dashes().ReplaceAllString(b.String(), "-")
	if label = strings.Trim(label, ".-"); label == "" {
		label = "task"
	}
	base := label
	for n := 2; isTaken[label]; n++ {
		label = fmt.Sprintf("%s-%d", base, n)
	}
	isTaken[label] = true
	return label
}

var dashes = lazy.Regexp("-{2,}")
