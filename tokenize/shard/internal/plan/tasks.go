package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/lists"
)

// Task holds the rows of one task. Trainers take a batch from one task at a time, so most formats keep tasks apart.
type Task struct {
	name    string           // the task of the pairs
	Label   string           // its name in files and configs: letters, digits, dots and dashes
	Classes bool             // true if a row says that the first document is preferred, or neither, or the second
	Views   []View[Row]      // the rows of the task, by split
	keep    func(r Row) bool // reports whether Views have a row of the task; nil: they have all rows
}

// taskKey identifies a Task: its name and whether it has three classes.
type taskKey struct {
	task    string
	classes bool
}

// tally counts rows by kind, in the order of the first row of each kind. There are few kinds.
type tally struct {
	kinds       []kindRows
	numWeighted int // number of rows whose weight or margin is not 1
}

// kindRows counts the rows of a task and an axiom.
type kindRows struct {
	taskKey
	axiom string
	rows  int
}

func (t *tally) add(r *Row) {
	t.addKind(kindRows{taskKey{r.Task, r.Class != nil}, r.Axiom, 1})
	if r.Weight != 1 || r.Margin != 1 {
		t.numWeighted++
	}
}

func (t *tally) addKind(k kindRows) {
	for i := range t.kinds {
		if kind := &t.kinds[i]; kind.taskKey == k.taskKey && kind.axiom == k.axiom {
			kind.rows += k.rows
			return
		}
	}
	t.kinds = append(t.kinds, k)
}

// merge adds the counts of next, whose rows come after those of t.
func (t *tally) merge(next tally) {
	for _, k := range next.kinds {
		t.addKind(k)
	}
	t.numWeighted += next.numWeighted
}

// addTally adds the rows of a split to the plan's counts.
func addTally(p *Plan, split string, t *tally) {
	byAxiom := map[[2]string]int{} // maps a task and an axiom to the index in p.Rows
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

// divideTasks returns the tasks of the splits, and the rows of all pairwise tasks together. No task gets one of the reserved labels.
func divideTasks(c *cutter, splits []splitPlan, reserved []string) (tasks []Task, pairwise []View[Row]) {
	isAdded, labels := map[taskKey]bool{}, lists.Set(reserved, func(label string) string { return label })
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
func (p *Plan) All() []View[Row] {
	return lists.Map(p.splits, func(split splitPlan) View[Row] { return split.View })
}

// Views returns the rows that keep accepts, by split. Splits without such rows are left out.
func (p *Plan) Views(keep func(r Row) bool) (views []View[Row]) {
	for _, split := range p.splits {
		views = append(views, filterRows(p.cutter, split, "", keep)...)
	}
	return views
}

// filterRows returns the view of a split's rows that keep accepts, and nil if there is none. It does not copy a split that is kept whole.
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

// PairTasks returns the tasks without the three-class tasks.
func PairTasks(all []Task) []Task {
	return lists.Filter(all, func(t Task) bool { return !t.Classes })
}

// PairwiseTasks calls use with each of the PairTasks and the name of its config. The name is config for an only task, and config-TASK if
// there are several.
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

// operatorWords replace the operators of axiom expressions in labels.
var operatorWords = map[rune]string{'-': "reverse-", '+': "-plus-", '&': "-with-", '|': "-or-"}

// TaskLabel returns a task's label for the names of files, and marks it in isTaken: m-and & -tf-lnc
// becomes m-and-with-reverse-tf-lnc. A number makes it different from the labels in isTaken.
func TaskLabel(name string, isTaken map[string]bool) string {
	var b strings.Builder
	inName := false // a dash within a name, as in m-and, is part of the name
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
