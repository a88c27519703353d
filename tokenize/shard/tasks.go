package shard

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// task are the rows of one task. Trainers take a batch from one task at a time, so most formats keep them apart.
type task struct {
	name    string // as pairs have it
	label   string // fit for the names of files and configs: letters, digits, dots and dashes
	classes bool   // three classes: the first document preferred, neither, the second
	views   []view[row]
	keep    func(r row) bool // of the task's rows those that views hold; nil: all
}

// taskKey is what tells the rows of one task and shape from the others.
type taskKey struct {
	task    string
	classes bool // three classes, not two documents of which one is preferred
}

// divide tells the rows of pairwise tasks from those of three-class tasks, and the tasks from each other. No task gets one of the
// reserved labels.
func (p *plan) divide(reserved []string) {
	known, labels := map[taskKey]bool{}, map[string]bool{}
	for _, label := range reserved {
		labels[label] = true
	}
	for _, split := range p.splits {
		for _, k := range split.tasks {
			if !known[k] {
				known[k] = true
				p.tasks = append(p.tasks, task{name: k.task, label: taskLabel(k.task, labels), classes: k.classes})
			}
		}
	}
	p.pairwise = p.ofTasks(func(k taskKey) bool { return !k.classes })
	for i := range p.tasks {
		t := &p.tasks[i]
		t.views = p.ofTasks(func(k taskKey) bool { return k == taskKey{t.name, t.classes} })
	}
}

// all are the rows of every task.
func (p *plan) all() (views []view[row]) {
	for _, split := range p.splits {
		views = append(views, split.view)
	}
	return views
}

// views are the rows that keep lets pass, by split. A split without any is left out; one that is kept whole is not copied.
func (p *plan) views(keep func(r row) bool) (views []view[row]) {
	for _, split := range p.splits {
		views = append(views, p.among(split, keep)...)
	}
	return views
}

// among is the view of a split's rows that keep lets pass, if there are any.
func (p *plan) among(split splitPlan, keep func(r row) bool) []view[row] {
	var kept []uint32
	for i := range split.items.n {
		if keep(split.items.brief(i)) {
			kept = append(kept, uint32(i))
		}
	}
	switch len(kept) {
	case 0:
		return nil
	case split.items.n:
		return []view[row]{split.view}
	}
	return []view[row]{newView(split.split, split.items.pick(slices.Clip(kept)), p.options, p.store.size)}
}

// ofTasks are views of whole tasks: a split that has no others, or none of them, is not gone through.
func (p *plan) ofTasks(keep func(taskKey) bool) (views []view[row]) {
	for _, split := range p.splits {
		n := 0
		for k, count := range split.count {
			if keep(k) {
				n += count
			}
		}
		switch n {
		case 0:
		case split.items.n:
			views = append(views, split.view)
		default:
			views = append(views, p.among(split, func(r row) bool { return keep(taskKey{r.Task, r.Class != nil}) })...)
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

// preferences are the tasks of pairs.
func (p *plan) preferences() (found []task) {
	for _, t := range p.tasks {
		if !t.classes {
			found = append(found, t)
		}
	}
	return found
}

// pairwiseTasks are the tasks of preferences. Where there is one, config is its config in a format with one config a task;
// else it is config-TASK.
func (p *plan) pairwiseTasks(config string, each func(t task, config string)) {
	found := p.preferences()
	for _, t := range found {
		if len(found) == 1 {
			each(t, config)
		} else {
			each(t, config+"-"+t.label)
		}
	}
}
