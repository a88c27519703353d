package plan

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Task are the rows of one task. Trainers take a batch from one task at a time, so most formats keep them apart.
type Task struct {
	name    string // as pairs have it
	Label   string // fit for the names of files and configs: letters, digits, dots and dashes
	Classes bool   // three classes: the first document preferred, neither, the second
	Views   []View[Row]
	keep    func(r Row) bool // of the task's rows those that views hold; nil: all
}

// taskKey is what tells the rows of one task and shape from the others.
type taskKey struct {
	task    string
	classes bool // three classes, not two documents of which one is preferred
}

// tally are rows by what they are counted by, in the order in which each kind first comes. There are few kinds.
type tally struct {
	kinds     []kindRows
	weighted  int // rows with another weight or margin than 1
	perturbed int // rows of perturbed copies
}

// kindRows are how many rows there are of a task, a shape and an axiom.
type kindRows struct {
	taskKey
	axiom string
	rows  int
}

func (t *tally) add(r *Row) {
	t.more(kindRows{taskKey{r.Task, r.Class != nil}, r.Axiom, 1})
	if r.Weight != 1 || r.Margin != 1 {
		t.weighted++
	}
	if r.Source == pairs.Perturbed {
		t.perturbed++
	}
}

func (t *tally) more(k kindRows) {
	for i := range t.kinds {
		if known := &t.kinds[i]; known.taskKey == k.taskKey && known.axiom == k.axiom {
			known.rows += k.rows
			return
		}
	}
	t.kinds = append(t.kinds, k)
}

// merge takes in the rows that come behind.
func (t *tally) merge(behind tally) {
	for _, k := range behind.kinds {
		t.more(k)
	}
	t.weighted += behind.weighted
	t.perturbed += behind.perturbed
}

// count takes in the rows of a split.
func (p *Plan) count(split string, t *tally) {
	byAxiom := map[[2]string]int{} // where the split's rows of a task and an axiom stand in p.Rows
	for _, k := range t.kinds {
		p.Mixture[k.task] += k.rows
		at, known := byAxiom[[2]string{k.task, k.axiom}]
		if !known {
			at = len(p.Rows)
			byAxiom[[2]string{k.task, k.axiom}] = at
			p.Rows = append(p.Rows, Rows{Split: split, Task: k.task, Axiom: k.axiom})
		}
		p.Rows[at].Rows += k.rows
	}
	p.Weighted += t.weighted
	p.Perturbed += t.perturbed
}

// divide tells the rows of pairwise tasks from those of three-class tasks, and the tasks from each other. No task gets one of the
// reserved labels.
func (p *Plan) divide(reserved []string) {
	known, labels := map[taskKey]bool{}, map[string]bool{}
	for _, label := range reserved {
		labels[label] = true
	}
	for _, split := range p.splits {
		for _, k := range split.tally.kinds {
			if !known[k.taskKey] {
				known[k.taskKey] = true
				p.Tasks = append(p.Tasks, Task{name: k.task, Label: taskLabel(k.task, labels), Classes: k.classes})
			}
		}
	}
	p.Pairwise = p.ofTasks(func(k taskKey) bool { return !k.classes })
	for i := range p.Tasks {
		t := &p.Tasks[i]
		t.Views = p.ofTasks(func(k taskKey) bool { return k == taskKey{t.name, t.Classes} })
	}
}

// All are the rows of every task.
func (p *Plan) All() (views []View[Row]) {
	for _, split := range p.splits {
		views = append(views, split.View)
	}
	return views
}

// Views are the rows that keep lets pass, by split. A split without any is left out; one that is kept whole is not copied.
func (p *Plan) Views(keep func(r Row) bool) (views []View[Row]) {
	for _, split := range p.splits {
		views = append(views, p.among(split, keep)...)
	}
	return views
}

// among is the view of a split's rows that keep lets pass, if there are any.
func (p *Plan) among(split splitPlan, keep func(r Row) bool) []View[Row] {
	var kept []uint32
	for i := range split.Items.N {
		if keep(split.Items.brief(i)) {
			kept = append(kept, uint32(i))
		}
	}
	switch len(kept) {
	case 0:
		return nil
	case split.Items.N:
		return []View[Row]{split.View}
	}
	return []View[Row]{NewView(split.Split, split.Items.pick(slices.Clip(kept)), p.Options, p.Store.size)}
}

// ofTasks are views of whole tasks: a split that has no others, or none of them, is not gone through.
func (p *Plan) ofTasks(keep func(taskKey) bool) (views []View[Row]) {
	for _, split := range p.splits {
		n := 0
		for _, k := range split.tally.kinds {
			if keep(k.taskKey) {
				n += k.rows
			}
		}
		switch n {
		case 0:
		case split.Items.N:
			views = append(views, split.View)
		default:
			views = append(views, p.among(split, func(r Row) bool { return keep(taskKey{r.Task, r.Class != nil}) })...)
		}
	}
	return views
}

// operatorWords stand in labels for the operators of axiom expressions, so that labels tell apart what the axioms do.
var operatorWords = map[rune]string{'-': "reverse-", '+': "-plus-", '&': "-with-", '|': "-or-"}

// taskLabel makes a task's name fit for files, unlike those taken before: m-and & -tf-lnc becomes m-and-with-reverse-tf-lnc.
func taskLabel(name string, taken map[string]bool) string {
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
	label := dashes.ReplaceAllString(b.String(), "-")
	if label = strings.Trim(label, ".-"); label == "" {
		label = "task"
	}
	base := label
	for n := 2; taken[label]; n++ {
		label = fmt.Sprintf("%s-%d", base, n)
	}
	taken[label] = true
	return label
}

var dashes = regexp.MustCompile("-{2,}")

// Preferences are the tasks of pairs.
func (p *Plan) Preferences() (found []Task) {
	for _, t := range p.Tasks {
		if !t.Classes {
			found = append(found, t)
		}
	}
	return found
}

// PairwiseTasks are the tasks of preferences. Where there is one, config is its config in a format with one config a task;
// else it is config-TASK.
func (p *Plan) PairwiseTasks(config string, each func(t Task, config string)) {
	found := p.Preferences()
	for _, t := range found {
		if len(found) == 1 {
			each(t, config)
		} else {
			each(t, config+"-"+t.Label)
		}
	}
}
