package mine

import (
	"math"
	"strconv"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
)

// Cell counts the instances of one axiom on one split. The four relevance fields are nil for triple axioms; R is judged
// relevant, N the rest, the preferred document first (Rennings 2019, table 3.10).
type Cell struct {
	Instances        int            `json:"instances"`
	RelOverRel       *int           `json:"rel_over_rel,omitempty"`
	RelOverNonrel    *int           `json:"rel_over_nonrel,omitempty"`
	NonrelOverRel    *int           `json:"nonrel_over_rel,omitempty"`
	NonrelOverNonrel *int           `json:"nonrel_over_nonrel,omitempty"`
	ByDeltaStar      map[string]int `json:"by_delta_star"`          // instances whose lengths are within each step of delta*
	NotViolated      int            `json:"not_violated,omitempty"` // left out by Miner.Only: the model orders them well
	NotScored        int            `json:"not_scored,omitempty"`   // left out by Miner.Only: the model lacks a score
}

// Profile describes a pool beyond its counts.
type Profile struct {
	LengthSkew float64  `json:"length_skew"`         // mean of (|d+| - |d-|) / max(|d+|, |d-|)
	Agreement  *float64 `json:"agreement,omitempty"` // of the pairs with exactly one relevant document, the share that puts it first
}

// Counts is what a counting pass gives: canonical axiom, then split.
type Counts map[string]map[string]Cell

// Profiles stand beside Counts, under the same names.
type Profiles map[string]map[string]Profile

// tally is one worker's count of one axiom. All of it are integers, so the order of adding cannot matter.
type tally struct {
	relevance [2][2]int // [preferred is relevant][other is relevant]
	steps     []int     // by the smallest step of delta* that holds; one more for none
	triples   int
	left      [2]int // left out: not violated, not scored
	skew      int64  // in units of 1/skewUnit
}

const skewUnit = 1 << 30

// Counter counts what a Miner finds, one tally per worker and axiom.
type Counter struct {
	index    *index.Index
	axioms   []axioms.Axiom
	minGrade int
	tallies  [][]tally // [worker][axiom]
}

// NewCounter counts for one split.
func NewCounter(m *Miner, minGrade int) *Counter {
	c := &Counter{index: m.Index, axioms: m.Axioms, minGrade: minGrade}
	for range Threads(m.Threads) {
		row := make([]tally, len(m.Axioms))
		for i := range row {
			row[i].steps = make([]int, len(axioms.DeltaStarSteps)+1)
		}
		c.tallies = append(c.tallies, row)
	}
	return c
}

// Visit adds one query; it is a visitor of Miner.Run.
func (c *Counter) Visit(worker int, q *Query, _ int, found *Found) error {
	relevant := func(i int32) int {
		if d := q.Docs[i]; d.Judged && int(d.Grade) >= c.minGrade {
			return 1
		}
		return 0
	}
	length := func(i int32) int { return c.index.Len(q.Docs[i].Doc) }
	for a := range c.axioms {
		t := &c.tallies[worker][a]
		for _, in := range found.Pairs[a] {
			t.relevance[relevant(in.Pos)][relevant(in.Neg)]++
			preferred, other := length(in.Pos)*max(int(in.Made), 1), length(in.Neg)
			t.steps[axioms.Step(preferred, other)]++
			if longer := max(preferred, other); longer > 0 {
				t.skew += int64(math.Round(float64(preferred-other) / float64(longer) * skewUnit))
			}
		}
		t.left[0] += found.NotViolated[a]
		t.left[1] += found.NotScored[a]
		for _, in := range found.Triples[a] {
			t.triples++
			t.steps[axioms.Step(length(in[0]), length(in[1]), length(in[2]))]++
		}
	}
	return nil
}

// Add puts the counts of a split into counts and profiles.
func (c *Counter) Add(split string, counts Counts, profiles Profiles) {
	for a, axiom := range c.axioms {
		sum := tally{steps: make([]int, len(axioms.DeltaStarSteps)+1)}
		for w := range c.tallies {
			sum.add(&c.tallies[w][a])
		}
		name := axiom.String()
		if counts[name] == nil {
			counts[name], profiles[name] = map[string]Cell{}, map[string]Profile{}
		}
		_, triple := axiom.(axioms.Triple)
		counts[name][split] = sum.cell(triple)
		if !triple {
			profiles[name][split] = sum.profile()
		}
	}
}

func (t *tally) add(o *tally) {
	for i := range t.relevance {
		for j := range t.relevance[i] {
			t.relevance[i][j] += o.relevance[i][j]
		}
	}
	for i := range t.steps {
		t.steps[i] += o.steps[i]
	}
	t.triples += o.triples
	t.left[0] += o.left[0]
	t.left[1] += o.left[1]
	t.skew += o.skew
}

func (t *tally) pairs() int {
	return t.relevance[0][0] + t.relevance[0][1] + t.relevance[1][0] + t.relevance[1][1]
}

func (t *tally) cell(triple bool) Cell {
	c := Cell{Instances: t.pairs() + t.triples, NotViolated: t.left[0], NotScored: t.left[1], ByDeltaStar: map[string]int{}}
	within := 0
	for i, step := range axioms.DeltaStarSteps {
		within += t.steps[i]
		c.ByDeltaStar[strconv.FormatFloat(step, 'g', -1, 64)] = within
	}
	if !triple {
		c.RelOverRel, c.RelOverNonrel = &t.relevance[1][1], &t.relevance[1][0]
		c.NonrelOverRel, c.NonrelOverNonrel = &t.relevance[0][1], &t.relevance[0][0]
	}
	return c
}

func (t *tally) profile() Profile {
	var p Profile
	if n := t.pairs(); n > 0 {
		p.LengthSkew = float64(t.skew) / skewUnit / float64(n)
	}
	if decided := t.relevance[1][0] + t.relevance[0][1]; decided > 0 {
		share := float64(t.relevance[1][0]) / float64(decided)
		p.Agreement = &share
	}
	return p
}
