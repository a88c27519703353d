// Package account accounts for a data set: where every pair went that was found, what was drawn, and what sources report of the
// same. It mines and draws nothing.
package account

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// Report is the ledger of a data set: ledger.json.
type Report struct {
	Reading     Reading                         `json:"reading"` // what readers took of the collection's files
	Regular     sample.RegularLedger            `json:"regular"`
	OtherSplits map[string]sample.RegularLedger `json:"regular_others,omitempty"` // judged pairs of the other splits
	Pools       []Pool                          `json:"pools"`
	Overlaps    []string                        `json:"overlaps,omitempty"` // queries whose text two splits have
	// Contradictions counts, by split, rows that another row orders the other way round for the same texts.
	Contradictions map[string]int     `json:"contradictions,omitempty"`
	Conflicts      int                `json:"conflicts"`                 // unordered pairs that pools prescribe in opposite directions
	Rows           map[string]int     `json:"rows"`                      // by split or test set
	Made           map[string]int     `json:"made_candidates,omitempty"` // by split: candidates that lnc2 made
	Tasks          []Task             `json:"tasks,omitempty"`           // three-class tasks
	PairTasks      []Pool             `json:"pair_tasks,omitempty"`      // pools of tasks of pairs
	Shortages      []Shortage         `json:"shortages,omitempty"`       // tasks of the mixture
	Mixture        MixtureRows        `json:"mixture,omitempty"`         // rows of the training split by task
	Drawn          []shard.PoolRows   `json:"drawn"`                     // by split and pool
	Groups         map[string]Filling `json:"groups,omitempty"`          // by split: how far groups can be filled
	Unmet          []Unmet            `json:"unmet,omitempty"`           // amounts that were asked and are not reached
	Warnings       []string           `json:"warnings,omitempty"`        // what a user should know, in sentences
}

// Pool is a pool's ledger with what describes the pool.
type Pool struct {
	sample.PoolLedger
	LengthSkew float64 `json:"length_skew"` // mean of (|d+| - |d-|) / max(|d+|, |d-|)
	// pairs whose preferred document is the longer or the shorter one; a scorer by length alone obeys these
	Direction pairs.Direction `json:"length_direction"`
	Weight    float64         `json:"weight"`               // of its rows
	Margin    float64         `json:"margin"`               // of its rows
	Agreement *float64        `json:"agreement_with_qrels"` // nil where no mined pair had exactly one relevant document
}

// Filling says how far a split's groups can be filled with different negatives.
type Filling struct {
	Negatives int `json:"negatives"` // wanted of every drawn positive of a query
	Positives int `json:"positives"` // drawn ones, counted once a query
	Spares    int `json:"spares"`    // pairs kept to fill groups
	Short     int `json:"short"`     // positives of which all pools of the query and the judgements give fewer negatives, drawn ones counted
}

// New describes a closed sample, loss being that of its pools' rows, and says what a user should be warned of.
func New(r *sample.Result, o sample.Options, loss quota.Loss) *Report {
	s := &Report{Regular: r.RegularLedger, Conflicts: r.Conflicts, Rows: map[string]int{}, OtherSplits: map[string]sample.RegularLedger{}}
	for i := range r.Ledger {
		l := r.Ledger[i]
		p := Pool{PoolLedger: l, LengthSkew: l.LengthSkew(), Direction: l.Direction(), Weight: loss.Weights[i],
			Margin: loss.Margins[i], Agreement: l.Agreement()}
		s.Pools = append(s.Pools, p)
		if l.Shortfall > 0 {
			s.Warnings = append(s.Warnings, fmt.Sprintf("%s: wanted %s, the pool holds %s: %s fewer than asked", l.Name,
				terminal.Plural(l.Wanted, "pair", "pairs"), terminal.Group(l.Size), terminal.Group(l.Shortfall)))
		}
	}
	s.Warnings = append(s.Warnings, r.Warnings(o.Draw)...)
	return s
}

// SetName returns the name of a split or test set of a data set, in files too; set is empty for a split's own rows.
func SetName(split, set string) string {
	if set == "" {
		return split
	}
	return split + "." + set
}
