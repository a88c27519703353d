package account

import (
	"maps"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// KeptCounts counts rows by task and axiom.
type KeptCounts map[[2]string]*KeptRows

// KeptRows counts the rows of a task and axiom.
type KeptRows struct {
	Rows  int // all
	Again int // of these, those that repeat an earlier one: on_shortage repeat
}

// CountKept counts the rows of all splits.
func CountKept(splits []*pairs.Table) KeptCounts {
	k := KeptCounts{}
	for _, rows := range splits {
		for _, r := range rows.All() {
			key := [2]string{r.Task, r.Axiom}
			if k[key] == nil {
				k[key] = new(KeptRows)
			}
			if k[key].Rows++; r.Pass > 0 {
				k[key].Again++
			}
		}
	}
	return k
}

// set sets how many rows a task keeps, and how many of these repeat an earlier one.
func (k KeptCounts) set(t *shard.Task) {
	if n := k[[2]string{t.Name, t.Axiom}]; n != nil {
		t.Kept, t.Added = n.Rows, t.Added+n.Again
	}
}

// ManifestTasks describes all pools for the manifest. Of each, mined + added = kept + dropped. task is the name of the ranking task,
// variants has one entry a pool, and violated reports whether a run narrows what is mined.
func (s *Report) ManifestTasks(task string, rows KeptCounts, variants []string, narrows bool) []shard.Task {
	hasMixture := len(s.Mixture) > 0
	tasks := []shard.Task{regularTask(task, s.Regular, s.OtherSplits, hasMixture)}
	for i := range s.Pools {
		t := describePool(task, &s.Pools[i], narrows, hasMixture)
		if variants != nil {
			t.Variant = variants[i]
		}
		tasks = append(tasks, t)
	}
	for _, p := range s.PairTasks {
		axiom := strings.TrimPrefix(p.Name, quota.PairTask)
		first := p.Taken
		if n := rows[[2]string{p.Name, axiom}]; n != nil {
			first = n.Rows - n.Again
		}
		tasks = append(tasks, shard.Task{Name: p.Name, Axiom: axiom, Variant: variant(axiom), Wanted: p.Wanted, Mined: p.Mined,
			AgreementWithQrels: p.Agreement, Dropped: map[string]int{"filters": p.Dropped.Sum(), "not_drawn": p.Size - first}})
	}
	tasks = append(tasks, classTasks(s.Tasks, rows)...)
	for i := range tasks {
		rows.set(&tasks[i])
	}
	return tasks
}

// regularTask describes, for the manifest, the regular pairs of all splits as a task of this name.
func regularTask(name string, training sample.RegularLedger, others map[string]sample.RegularLedger, hasMixture bool) shard.Task {
	t := shard.Task{Name: name, Dropped: map[string]int{"displaced": 0, "beyond_limit": 0}}
	add := func(l sample.RegularLedger) {
		t.Wanted += l.Wanted
		t.Mined += l.Found + l.BeyondLimit + l.Suspects.Sum()
		t.Dropped["displaced"] += l.Displaced
		t.Dropped["beyond_limit"] += l.BeyondLimit + l.Found - l.Wanted
		for reason, n := range l.Suspects.Reasons() {
			t.Dropped[reason] += n
		}
		if hasMixture {
			t.Dropped["not_in_mixture"] += l.NotInMixture
		}
	}
	add(training)
	for _, l := range others {
		add(l)
	}
	return t
}

// describePool describes a pool of axiomatic pairs of the ranking task.
func describePool(task string, p *Pool, narrows, hasMixture bool) shard.Task {
	t := shard.Task{Name: task, Axiom: p.Name, Wanted: p.Wanted, Mined: p.Mined, Added: p.Formed, AgreementWithQrels: p.Agreement,
		Dropped: map[string]int{"non_relevant_over_relevant": p.Dropped.NonRelevantOverRelevant,
			"relevant_over_relevant": p.Dropped.RelevantOverRelevant, "already_regular": p.Dropped.AlreadyRegular,
			"conflict": p.Dropped.Conflict, "length_unmatched": p.Dropped.LengthUnmatched, "not_drawn": p.Size - p.Taken,
			"other_source": p.Dropped.OtherSource}}
	maps.Copy(t.Dropped, p.Dropped.Suspects.Reasons())
	if narrows {
		t.Dropped["not_violated"], t.Dropped["not_scored"] = p.Dropped.NotViolated, p.Dropped.NotScored
	}
	if p.Labelling > 0 {
		t.Dropped["labelling"] = p.Labelling
	}
	if hasMixture {
		t.Dropped["not_in_mixture"] = p.NotInMixture
	}
	return t
}

// classTasks describes the three-class tasks, each over all splits; further test sets are no part of it.
func classTasks(sets []Task, rows KeptCounts) (tasks []shard.Task) {
	place := map[string]int{}
	for i := range sets {
		r := &sets[i]
		if r.Set != "" {
			continue
		}
		pos, ok := place[r.Task]
		if !ok {
			pos = len(tasks)
			place[r.Task] = pos
			tasks = append(tasks, shard.Task{Name: r.Task, Axiom: r.Task, Variant: r.Variant, Dropped: map[string]int{}})
		}
		t := &tasks[pos]
		t.Wanted += r.Wanted
		t.Mined += sum(r.Found) + r.WithoutPrecondition
		t.Dropped["without_precondition"] += r.WithoutPrecondition
		t.Dropped["not_drawn"] += sum(r.Found)
	}
	for i := range tasks {
		if n := rows[[2]string{tasks[i].Name, tasks[i].Axiom}]; n != nil {
			tasks[i].Dropped["not_drawn"] -= n.Rows - n.Again
		}
	}
	return tasks
}

func sum(byClass [3]int) int { return byClass[0] + byClass[1] + byClass[2] }

// variant returns whose reading of the axiom an expression names; empty where there are none.
func variant(expression string) string {
	if axiom, err := axioms.Parse(expression); err == nil {
		return axioms.Variant(axiom)
	}
	return ""
}
