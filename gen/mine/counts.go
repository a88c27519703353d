package mine

import (
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Cell has the numbers of instances of one axiom on one split (Rennings 2019, table 3.10). Triple axioms have no pairs: their pointers are
// nil.
type Cell struct {
	Instances        int            `json:"instances"`                    // number of pairs or triples that the axiom orders
	RelOverRel       *int           `json:"rel_over_rel,omitempty"`       // number of instances of two judged relevant documents
	RelOverNonrel    *int           `json:"rel_over_nonrel,omitempty"`    // number of relevant documents over another one
	NonrelOverRel    *int           `json:"nonrel_over_rel,omitempty"`    // number of documents that are not relevant over a relevant one
	NonrelOverNonrel *int           `json:"nonrel_over_nonrel,omitempty"` // number of pairs without a relevant document
	ByDeltaStar      map[string]int `json:"by_delta_star"`                // by step of delta*, the number of instances whose lengths it allows
	NotViolated      int            `json:"not_violated,omitempty"`       // number left out by Miner.Only: the model orders them correctly
	NotScored        int            `json:"not_scored,omitempty"`         // number left out by Miner.Only: the model lacks a score
	Undecided        *int           `json:"undecided,omitempty"`          // number of pairs with the precondition and no preference (class 0)
	Void             *int           `json:"no_precondition,omitempty"`    // number of pairs without the precondition
	LengthSkew       *float64       `json:"length_skew,omitempty"`        // mean of (|d+| - |d-|) / max(|d+|, |d-|) over the pairs
	Longer           *float64       `json:"longer,omitempty"`             // share of the pairs whose preferred document is the longer one
	Agreement        *float64       `json:"agreement,omitempty"`          // share of pairs with one relevant document that prefer it
}

// Counts holds cells by the axiom's canonical expression and by split.
type Counts map[string]map[string]Cell

// Tally has the numbers of one axiom on some queries of a split. All fields are integers, so the order of additions does not matter.
type Tally struct {
	Relevance [2][2]int `json:"Relevance"` // pairs by whether the preferred document is relevant (1), and the other one
	Steps     []int     `json:"Steps"`     // instances by the smallest step of delta* that allows them; the last element is for no step
	Triples   int       `json:"Triples"`
	LeftOut   [2]int    `json:"Left"`          // instances that Miner.Only left out: not violated, and not scored
	Skew      int64     `json:"Skew"`          // the sum of the pairs' length skews, in units of 1/skewUnit
	Longer    int       `json:"Longer"`        // number of pairs whose preferred document is longer than the other one
	Undecided [2]int    `json:"Undecided"`     // pairs without a preference, as in Found.Undecided
	Seen      [2]int    `json:"Seen,omitzero"` // pairs of Relevance[0][1] and of Relevance[1][0] with two judged documents
}

func newTallies(n int) []Tally {
	row := make([]Tally, n)
	for i := range row {
		row[i].Steps = make([]int, len(axioms.DeltaStarSteps)+1)
	}
	return row
}

// skewUnit is the number of units of Tally.Skew in 1.
const skewUnit = 1 << 30

// Counter counts the instances that a Miner finds. It has one tally for each worker and axiom.
type Counter struct {
	index    index.Reader
	axioms   []axioms.Axiom
	minGrade int
	tallies  [][]Tally // tallies by worker, then by axiom
}

// NewCounter returns a counter of the axioms of m for one split.
func NewCounter(m *Miner, minGrade int) *Counter {
	c := &Counter{index: m.Index, axioms: m.Axioms, minGrade: minGrade}
	for range parallel.Threads(m.Threads) {
		c.tallies = append(c.tallies, newTallies(len(m.Axioms)))
	}
	return c
}

// Visit adds the instances of one query. It is a visit function for Miner.Run.
func (c *Counter) Visit(worker int, q *Query, _ int, result *Found) error {
	relevant := func(i int32) int {
		if d := q.Docs[i]; d.Judged && int(d.Grade) >= c.minGrade {
			return 1
		}
		return 0
	}
	length := func(i int32) int { return q.Docs[i].Len(c.index) }
	for a := range c.axioms {
		t := &c.tallies[worker][a]
		for _, in := range result.Pairs[a] {
			pos, neg := relevant(in.Pos), relevant(in.Neg)
			t.Relevance[pos][neg]++
			if pos != neg && q.Docs[in.Pos].Judged && q.Docs[in.Neg].Judged {
				t.Seen[pos]++
			}
			preferredLen, otherLen := length(in.Pos)*max(int(in.Made), 1), length(in.Neg)
			t.Steps[axioms.Step(preferredLen, otherLen)]++
			if preferredLen > otherLen {
				t.Longer++
			}
			if longer := max(preferredLen, otherLen); longer > 0 {
				t.Skew += int64(math.Round(float64(preferredLen-otherLen) / float64(longer) * skewUnit))
			}
		}
		t.LeftOut[0] += result.NotViolated[a]
		t.LeftOut[1] += result.NotScored[a]
		t.Undecided[0] += result.Undecided[a][0]
		t.Undecided[1] += result.Undecided[a][1]
		for _, in := range result.Triples[a] {
			t.Triples++
			t.Steps[axioms.Step(length(in[0]), length(in[1]), length(in[2]))]++
		}
		for step, n := range result.Counted[a] { // triples that are not listed
			t.Triples += n
			t.Steps[step] += n
		}
	}
	return nil
}

// Tallies returns the sums of all workers so far, by axiom.
func (c *Counter) Tallies() []Tally {
	sums := newTallies(len(c.axioms))
	for _, row := range c.tallies {
		for a := range row {
			pairs.AddCounts(&sums[a], row[a])
		}
	}
	return sums
}

// Merge adds the tallies of other queries of the split, counted with the same axioms.
func (c *Counter) Merge(tallies []Tally) {
	for a := range tallies {
		pairs.AddCounts(&c.tallies[0][a], tallies[a])
	}
}

// Add sets the cells of a split in counts, one for each axiom.
func (c *Counter) Add(split string, counts Counts) {
	sums := c.Tallies()
	for a, axiom := range c.axioms {
		sum := &sums[a]
		name := axiom.String()
		if counts[name] == nil {
			counts[name] = map[string]Cell{}
		}
		_, isTriple := axiom.(axioms.Triple)
		cell := sum.cell(isTriple)
		if _, isPair := axiom.(axioms.Preference); isPair {
			cell.Undecided, cell.Void = &sum.Undecided[0], &sum.Undecided[1]
		}
		counts[name][split] = cell
	}
}

// Pairs returns the number of pairs.
func (t *Tally) Pairs() int {
	return t.Relevance[0][0] + t.Relevance[0][1] + t.Relevance[1][0] + t.Relevance[1][1]
}

func (t *Tally) cell(isTriple bool) Cell {
	c := Cell{Instances: t.Pairs() + t.Triples, NotViolated: t.LeftOut[0], NotScored: t.LeftOut[1], ByDeltaStar: map[string]int{}}
	total := 0
	for i, step := range axioms.DeltaStarSteps {
		total += t.Steps[i]
		c.ByDeltaStar[terminal.Number(step)] = total
	}
	if !isTriple {
		c.RelOverRel, c.RelOverNonrel = &t.Relevance[1][1], &t.Relevance[1][0]
		c.NonrelOverRel, c.NonrelOverNonrel = &t.Relevance[0][1], &t.Relevance[0][0]
		c.LengthSkew, c.Agreement = new(float64), t.Agreement()
		if n := t.Pairs(); n > 0 {
			*c.LengthSkew = float64(t.Skew) / skewUnit / float64(n)
			c.Longer = new(float64(t.Longer) / float64(n))
		}
	}
	return c
}

// Agreement returns the share of the pairs that judgements decide (pairs.Decisions) that prefer the relevant document; nil without any.
func (t *Tally) Agreement() *float64 {
	right, all := pairs.Decisions([2]int{t.Relevance[0][1], t.Relevance[1][0]}, t.Seen)
	if all == 0 {
		return nil
	}
	return new(float64(right) / float64(all))
}
