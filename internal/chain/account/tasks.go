package account

import (
	"fmt"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Task accounts for one three-class task in one set of rows.
type Task struct {
	Task                string              `json:"task"`                 // its name
	Variant             string              `json:"variant,omitempty"`    // whose reading of the axiom
	Split               string              `json:"split"`                // the split that its pairs come from
	Set                 string              `json:"set,omitempty"`        // the further test set; absent for the split itself
	Found               [sample.Classes]int `json:"found"`                // by class: preference -1, 0, +1
	WithoutPrecondition int                 `json:"without_precondition"` // pairs left out, since the precondition does not hold
	Wanted              int                 `json:"wanted"`               // rows asked for
	Taken               [sample.Classes]int `json:"taken"`                // rows drawn, by class
	Weight              float64             `json:"weight"`               // of its rows
	// nil where no pair with a preference had exactly one relevant document
	Agreement *float64 `json:"agreement_with_qrels"`
}

// AddPairTask accounts for a task of pairs.
func (s *Report) AddPairTask(task string, l sample.PoolLedger, numWanted, numTaken int, weight float64) {
	l.Name, l.Wanted, l.Taken, l.Shortfall = task, numWanted, numTaken, max(0, numWanted-l.Size)
	s.PairTasks = append(s.PairTasks, Pool{PoolLedger: l, LengthSkew: l.LengthSkew(), Direction: l.Direction(), Weight: weight,
		Agreement: l.Agreement()})
}

// AddTask accounts for an axiom's task, of which split, set, wanted and weight are given; p is what was found, and rows hold, among
// others, its own.
func (s *Report) AddTask(axiom axioms.Axiom, t Task, p *sample.ClassPool, rows []pairs.Pair) {
	t.Task, t.Variant, t.Found, t.WithoutPrecondition = axiom.String(), axioms.Variant(axiom), p.Found, p.Void
	if numJudged := p.Right + p.Wrong; numJudged > 0 {
		t.Agreement = new(float64(p.Right) / float64(numJudged))
	}
	for i := range rows {
		if rows[i].Task == t.Task && rows[i].Class != nil {
			t.Taken[*rows[i].Class]++
		}
	}
	s.Tasks = append(s.Tasks, t)
}

// Shortage is a task that did not fill its share of the mixture, or filled it by repeating its rows, or shrank with another.
type Shortage struct {
	Task   string `json:"task"`        // its name
	Wanted int    `json:"wanted"`      // rows
	There  int    `json:"there"`       // without repetition
	Given  int    `json:"given"`       // rows in the data set
	Policy string `json:"on_shortage"` // what was done about it: shrink, repeat or skip
}

func (s Shortage) String() string {
	if s.Given > s.There {
		return fmt.Sprintf("%s: %s wanted, %s there: they come again (on_shortage: %s)", s.Task, terminal.Plural(s.Wanted, "row", "rows"),
			terminal.Group(s.There), s.Policy)
	}
	return fmt.Sprintf("%s: %s wanted, %s given (on_shortage: %s)", s.Task, terminal.Plural(s.Wanted, "row", "rows"),
		terminal.Group(s.Given), s.Policy)
}
