package conformance

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// trainingCase holds the preferences of axioms on a few queries, and the settings for making training
// pairs of them.
type trainingCase struct {
	Queries []struct {
		ID    string                 `json:"id"`
		Docs  []string               `json:"docs"`
		Qrels map[string]int         `json:"qrels"`
		Prefs map[string][][2]string `json:"prefs"`
	} `json:"queries"`
	Settings struct {
		Strategy string                `json:"strategy"`
		Conflict string                `json:"conflict"`
		MinGrade int                   `json:"min_grade"`
		Ratio    map[string][2]float64 `json:"ratio"`
		Mode     string                `json:"mode"`
	} `json:"settings"`

	axioms []string // sorted
	places []map[string]int32
}

// row is a pair: query, winner, loser.
type row = [3]string

// training is the expected result of a case. Which pairs the budget draws is random, so it has only
// their numbers.
type training struct {
	Regular []row                     `json:"regular"`
	Pools   map[string][]row          `json:"pools"`
	Labels  map[string]map[string]int `json:"labels"`
	Counts  struct {
		NonRelevantOverRelevant int `json:"non_relevant_over_relevant"`
		RelevantOverRelevant    int `json:"relevant_over_relevant"`
		AlreadyRegular          int `json:"already_regular"`
		Conflicts               int `json:"conflicts"`
		ConflictDropped         int `json:"conflict_dropped"`
	} `json:"counts"`
	Budget struct {
		Wanted      map[string]int `json:"wanted"`
		Taken       map[string]int `json:"taken"`
		Shortfall   map[string]int `json:"shortfall"`
		RegularKept int            `json:"regular_kept"`
		Total       int            `json:"total"`
	} `json:"budget"`
}

// answerTraining answers with the training pairs of a case.
func answerTraining(c *checker, line object, text []byte) (object, error) {
	var input trainingCase
	if err := decode(text, &input); err != nil {
		return nil, err
	}
	o, err := input.options()
	if err != nil {
		return nil, err
	}
	if err := input.prepare(); err != nil {
		return nil, err
	}
	reply, err := input.answer(o)
	if err != nil {
		return nil, err
	}
	var answers, expect object
	whole, err := compact(reply)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(whole, &answers); err != nil {
		return nil, err
	}
	if text := line.get("expect"); text != nil {
		if err := json.Unmarshal(text, &expect); err != nil {
			return nil, fmt.Errorf("expect: %w", err)
		}
	}
	for _, e := range expect {
		value := e.value
		switch e.name {
		case "regular":
			value, err = sortedRows(value)
		case "pools":
			var pools object
			if err := json.Unmarshal(value, &pools); err != nil {
				return nil, fmt.Errorf("expect: pools: %w", err)
			}
			for i := range pools {
				if pools[i].value, err = sortedRows(pools[i].value); err != nil {
					return nil, err
				}
			}
			value, err = compact(pools)
		}
		if err != nil {
			return nil, err
		}
		if err := c.compare(line, e.name, value, answers.get(e.name)); err != nil {
			return nil, err
		}
	}
	return line.set("got", whole)
}

func (c *trainingCase) options() (sample.Options, error) {
	o := sample.Defaults()
	o.Grades = sample.Binary // the cases only have relevant and other documents
	s := &c.Settings
	if s.Strategy != "" {
		o.Strategy = s.Strategy
	}
	if s.Conflict != "" {
		o.Conflict = s.Conflict
	}
	if s.MinGrade != 0 {
		o.MinGrade = s.MinGrade
	}
	if s.Mode != "" {
		o.Budget = s.Mode
	}
	return o, o.Validate()
}

// prepare numbers documents and axioms. It returns an error for something that the case does not
// define.
func (c *trainingCase) prepare() error {
	for _, q := range c.Queries {
		places := map[string]int32{}
		for i, id := range q.Docs {
			if _, twice := places[id]; twice {
				return fmt.Errorf("query %s: two documents are called %q", q.ID, id)
			}
			places[id] = int32(i)
		}
		c.places = append(c.places, places)
		for axiom, prefs := range q.Prefs {
			if !slices.Contains(c.axioms, axiom) {
				c.axioms = append(c.axioms, axiom)
			}
			for _, p := range prefs {
				_, winner := places[p[0]]
				_, loser := places[p[1]]
				if !winner || !loser || p[0] == p[1] {
					return fmt.Errorf("query %s: %s prefers %q to %q, and they are not two of its documents", q.ID, axiom, p[0], p[1])
				}
			}
		}
	}
	slices.Sort(c.axioms)
	for pool, r := range c.Settings.Ratio {
		if !(r[0] > 0 && r[1] > 0) || math.IsInf(r[0]/r[1], 0) {
			return fmt.Errorf("ratio of %s: %v : %v is no ratio of positive numbers", pool, r[0], r[1])
		}
	}
	return nil
}

// query returns the sampler's view of a query, with each axiom's preferences on it.
func (c *trainingCase) query(i int) (*sample.Query, [][]pairs.Instance) {
	g := c.Queries[i]
	q := &sample.Query{Index: i, ID: g.ID, Hash: sample.Hash(g.ID), Labelled: true}
	for _, id := range g.Docs {
		grade, ok := g.Qrels[id]
		q.Docs = append(q.Docs, sample.Candidate{ID: id, Hash: sample.Hash(id), Len: 1, Grade: grade, Judged: ok})
	}
	instances := make([][]pairs.Instance, len(c.axioms))
	for a, axiom := range c.axioms {
		for _, p := range g.Prefs[axiom] {
			instances[a] = append(instances[a], pairs.Instance{Pos: c.places[i][p[0]], Neg: c.places[i][p[1]]})
		}
	}
	return q, instances
}

// pools returns the pools of the strategy with their ratios.
func (c *trainingCase) pools(o sample.Options) ([]sample.Pool, error) {
	names := c.axioms
	if o.Strategy == sample.MultiGraded {
		names = []string{sample.GradedPool}
	}
	var pools []sample.Pool
	for _, name := range names {
		p := sample.Pool{Name: name, Key: name}
		if r, ok := c.Settings.Ratio[name]; ok {
			p.Ratio = r[0] / r[1]
		}
		pools = append(pools, p)
	}
	for name := range c.Settings.Ratio {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("a ratio is given for %q, which is no pool", name)
		}
	}
	return pools, nil
}

func (c *trainingCase) answer(o sample.Options) (*training, error) {
	pools, err := c.pools(o)
	if err != nil {
		return nil, err
	}
	noLimits := make([]sample.Pool, len(pools))
	for i, p := range pools {
		noLimits[i] = sample.Pool{Name: p.Name, Key: p.Key}
	}
	all := c.draw(o, noLimits, slices.Repeat([]int{sample.All}, len(pools)))
	t := &training{Regular: c.rows(all.Regular), Pools: map[string][]row{}}
	t.Counts.Conflicts = all.Conflicts
	for i, p := range pools {
		t.Pools[p.Name] = c.rows(all.Pools[i])
		d := all.Ledger[i].Dropped
		t.Counts.NonRelevantOverRelevant += d.NonRelevantOverRelevant
		t.Counts.RelevantOverRelevant += d.RelevantOverRelevant
		t.Counts.AlreadyRegular += d.AlreadyRegular
		t.Counts.ConflictDropped += d.Conflict
	}
	if o.Strategy == sample.MultiGraded {
		t.Labels = map[string]map[string]int{}
		for i := range c.Queries {
			q, instances := c.query(i)
			t.Labels[q.ID] = map[string]int{}
			for d, label := range o.Labels(q, instances) {
				t.Labels[q.ID][q.Docs[d].ID] = int(label)
			}
		}
	}
	budget := c.draw(o, pools, sample.Wanted(len(all.Regular), pools, o.Budget))
	b := &t.Budget
	b.Wanted, b.Taken, b.Shortfall = map[string]int{}, map[string]int{}, map[string]int{}
	b.RegularKept = len(budget.Regular)
	b.Total = b.RegularKept
	for i, p := range pools {
		l := &budget.Ledger[i]
		b.Wanted[p.Name], b.Taken[p.Name], b.Shortfall[p.Name] = l.Wanted, l.Taken, l.Shortfall
		b.Total += l.Taken
	}
	return t, nil
}

func (c *trainingCase) draw(o sample.Options, pools []sample.Pool, amounts []int) *sample.Result {
	part := sample.New(o, pools, amounts, sample.All, func(d sample.Drawn) (string, string, string) {
		r := c.row(d)
		return r[0], r[1], r[2]
	}).Part()
	for i := range c.Queries {
		part.Add(c.query(i))
	}
	return part.Result()
}

func (c *trainingCase) row(d sample.Drawn) row {
	q := &c.Queries[d.Query]
	return row{q.ID, q.Docs[d.Pos], q.Docs[d.Neg]}
}

// rows returns pairs in sorted order.
func (c *trainingCase) rows(list []sample.Drawn) []row {
	rows := []row{}
	for _, d := range list {
		rows = append(rows, c.row(d))
	}
	slices.SortFunc(rows, func(a, b row) int { return slices.Compare(a[:], b[:]) })
	return rows
}
