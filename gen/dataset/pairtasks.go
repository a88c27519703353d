package dataset

import (
	"context"
	"fmt"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// pairPools draws at most wanted pairs of every task of pairs; nil where there is none.
func pairPools(ctx context.Context, chain *prepare.Preparation, m *quota.Mixture, d *Drawer, sizes []int) (*sample.Result, *Drawer, error) {
	drawer := *d
	drawer.Axioms, drawer.Miner = &quota.Axioms{}, prepare.NewMiner(chain)
	drawer.Miner.Axioms, drawer.Miner.Only = nil, d.Miner.Only
	var k []int
	for i, a := range m.Preferences {
		if a != nil {
			drawer.Axioms.Drawn = append(drawer.Axioms.Drawn, len(drawer.Axioms.All))
			drawer.Axioms.All = append(drawer.Axioms.All, a)
			drawer.Axioms.Pools = append(drawer.Axioms.Pools, sample.Pool{Name: a.String(), Key: axioms.Pool(a)})
			k = append(k, sizes[i])
		}
	}
	if len(k) == 0 {
		return nil, nil, nil
	}
	drawer.Miner.Axioms = drawer.Axioms.All
	drawer.Options.Strategy, drawer.Options.Budget = sample.Paired, sample.Append
	st := chain.Run.Progress.Stage("pair tasks", "queries", len(d.Queries))
	defer st.Done()
	r, err := drawer.Draw(ctx, k, 0, st)
	return r, &drawer, err
}

// rankingRows are the rows of the ranking task in the unit of a mixture.
type rankingRows struct {
	unit   string
	rows   []pairs.Pair
	groups [][]pairs.Pair // full ones, under countGroups
	loose  int            // pairs in no full group
	seed   uint64
}

func newRankingRows(c *configs.Config, rows []pairs.Pair) *rankingRows {
	r := &rankingRows{unit: c.Gen.RankingRows, rows: rows, seed: uint64(c.Gen.Seed)}
	if r.unit == quota.CountGroups {
		r.groups, r.loose = sample.Groups(rows, c.Tokenize.GroupSize-1, r.seed)
	}
	return r
}

// size returns the number of rows.
func (r *rankingRows) size() int {
	switch r.unit {
	case quota.CountPointwise:
		return 2 * len(r.rows)
	case quota.CountGroups:
		return len(r.groups)
	}
	return len(r.rows)
}

// take returns the pairs of k rows, and a note if they are fewer than asked.
func (r *rankingRows) take(k int) (rows []pairs.Pair, note string) {
	switch r.unit {
	case quota.CountPointwise:
		if k%2 > 0 {
			note = fmt.Sprintf("ranking: %s wanted, %d given: a pair makes two", terminal.Plural(k, "pointwise row", "pointwise rows"), k-1)
		}
		return sample.First(r.rows, k/2, r.seed), note
	case quota.CountGroups:
		if r.loose > 0 {
			note = "ranking: " + terminal.Plural(r.loose, "pair", "pairs") + " left out, in no full group"
		}
		for i := range k {
			if len(r.groups) == 0 {
				break
			}
			for _, p := range r.groups[i%len(r.groups)] {
				rows = append(rows, sample.Again(p, i/len(r.groups)))
			}
		}
		return rows, note
	}
	return sample.First(r.rows, k, r.seed), ""
}
