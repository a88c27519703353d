package sample

import (
	"bytes"
	"encoding/json"
	"slices"
	"sort"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/tokenize/pairs"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

type goldenCase struct {
	ID      string
	Queries []struct {
		ID    string
		Docs  []string
		Qrels map[string]int
		Prefs map[string][][2]string
	}
	Settings struct {
		Strategy string
		Conflict string
		MinGrade int `json:"min_grade"`
		Ratio    map[string][2]float64
		Mode     string
	}
	Expect struct {
		Judged [][3]string `json:"regular"`
		Pools  map[string][][3]string
		Labels map[string]map[string]int
		Counts map[string]int
		Budget struct {
			Wanted, Taken, Shortfall map[string]int
			JudgedKept               int `json:"regular_kept"`
			Total                    int
		}
	}
}

// query builds the sampler's view; prefs gives the mined instances per axiom.
func (c *goldenCase) query(i int, axioms []string) (*Query, [][]pairs.Instance) {
	g := c.Queries[i]
	q := &Query{Index: i, ID: g.ID, Hash: Hash(g.ID), Labelled: true}
	place := map[string]int32{}
	for d, id := range g.Docs {
		grade, judged := g.Qrels[id]
		q.Docs = append(q.Docs, Candidate{ID: id, Hash: Hash(id), Len: 1, Grade: grade, Judged: judged})
		place[id] = int32(d)
	}
	mined := make([][]pairs.Instance, len(axioms))
	for a, axiom := range axioms {
		for _, pref := range g.Prefs[axiom] {
			mined[a] = append(mined[a], pairs.Instance{Pos: place[pref[0]], Neg: place[pref[1]]})
		}
	}
	return q, mined
}

func (c *goldenCase) axioms() []string {
	seen := map[string]bool{}
	for _, q := range c.Queries {
		for a := range q.Prefs {
			seen[a] = true
		}
	}
	var names []string
	for a := range seen {
		names = append(names, a)
	}
	sort.Strings(names)
	return names
}

func TestGoldenTraining(t *testing.T) {
	text, _ := golden.Read(t, "axioms/training.jsonl")
	n := 0
	for line := range bytes.Lines(text) {
		var c goldenCase
		must.Do(t, json.Unmarshal(line, &c))
		t.Run(c.ID, func(t *testing.T) { checkTraining(t, &c) })
		n++
	}
	if n < 100 {
		t.Errorf("only %d golden cases were read", n)
	}
}

func checkTraining(t *testing.T, c *goldenCase) {
	o := Defaults()
	o.Grades = Binary // as the vectors have it
	o.Strategy, o.Conflict, o.MinGrade = c.Settings.Strategy, c.Settings.Conflict, c.Settings.MinGrade
	if c.Settings.Mode != "" {
		o.Budget = c.Settings.Mode
	}
	axioms := c.axioms()
	pools := []Pool{{Name: GradedPool, Key: GradedPool}}
	if o.Strategy == Paired {
		pools = nil
		for _, a := range axioms {
			pools = append(pools, Pool{Name: a, Key: a})
		}
	}
	queries := make([]*Query, len(c.Queries))
	names := func(d PoolInstance) (string, string, string) {
		q := queries[d.Query]
		return q.ID, q.Docs[d.Pos].ID, q.Docs[d.Neg].ID
	}
	draw := func(wanted []int) *Result {
		part := New(o, pools, wanted, All, names).Part()
		for i := range c.Queries {
			q, mined := c.query(i, axioms)
			queries[i] = q
			part.Add(q, mined)
		}
		return part.Result()
	}
	triples := func(drawn []PoolInstance) [][3]string {
		out := [][3]string{}
		for _, d := range drawn {
			q, pos, neg := names(d)
			out = append(out, [3]string{q, pos, neg})
		}
		slices.SortFunc(out, func(a, b [3]string) int { return slices.Compare(a[:], b[:]) })
		return out
	}

	every := draw(slices.Repeat([]int{All}, len(pools)))
	must.Same(t, triples(append([]PoolInstance(nil), every.Judged...)), c.Expect.Judged)
	got := map[string][][3]string{}
	sum := map[string]int{"non_relevant_over_relevant": 0, "relevant_over_relevant": 0, "already_regular": 0, "conflict_dropped": 0,
		"conflicts": every.Conflicts}
	for i, p := range pools {
		got[p.Name] = triples(append([]PoolInstance(nil), every.Pools[i]...))
		l := every.Ledger[i]
		sum["non_relevant_over_relevant"] += l.Dropped.NonRelevantOverRelevant
		sum["relevant_over_relevant"] += l.Dropped.RelevantOverRelevant
		sum["already_regular"] += l.Dropped.AlreadyJudged
		sum["conflict_dropped"] += l.Dropped.Conflict
		if o.Strategy == Paired && l.Mined != l.Dropped.Sum()+l.Size {
			t.Errorf("ledger of %s does not add up: %+v", p.Name, l)
		}
	}
	must.Same(t, got, c.Expect.Pools)
	must.Same(t, sum, c.Expect.Counts)
	if o.Strategy == MultiGraded {
		checkLabels(t, c, o, axioms)
	}

	for i, p := range pools {
		if r, ok := c.Settings.Ratio[p.Name]; ok {
			pools[i].Ratio = r[0] / r[1]
		}
	}
	budget := draw(PoolSizes(len(every.Judged), pools, o.Budget))
	total := len(budget.Judged)
	for i, p := range pools {
		l := budget.Ledger[i]
		total += l.Taken
		if l.Wanted != c.Expect.Budget.Wanted[p.Name] || l.Taken != c.Expect.Budget.Taken[p.Name] ||
			l.Shortfall != c.Expect.Budget.Shortfall[p.Name] {
			t.Errorf("budget of %s: wanted %d taken %d short %d, want %v", p.Name, l.Wanted, l.Taken, l.Shortfall, c.Expect.Budget)
		}
		for _, row := range triples(budget.Pools[i]) {
			if !slices.Contains(c.Expect.Pools[p.Name], row) {
				t.Errorf("%s: drew %v, which is not in the pool", p.Name, row)
			}
		}
	}
	if len(budget.Judged) != c.Expect.Budget.JudgedKept || total != c.Expect.Budget.Total {
		t.Errorf("judged kept %d, total %d; want %d, %d", len(budget.Judged), total, c.Expect.Budget.JudgedKept, c.Expect.Budget.Total)
	}
}

func checkLabels(t *testing.T, c *goldenCase, o Options, axioms []string) {
	t.Helper()
	for i := range c.Queries {
		q, mined := c.query(i, axioms)
		got := map[string]int{}
		o.filterAndResolve(q, o.roles(q, nil), mined, new(votes), func(int) *DropCounts { return new(DropCounts) })
		for d, label := range labelCandidates(q, mined, o.MinGrade, nil) {
			got[q.Docs[d].ID] = int(label)
		}
		must.Same(t, got, c.Expect.Labels[q.ID], "labels of %s", q.ID)
	}
}
