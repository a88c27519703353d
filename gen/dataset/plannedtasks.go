package dataset

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// notCounted is the size of a task whose number of available rows is known only after drawing.
const notCounted = -1

// PlannedTasks returns a line for each task of a mixture: the number of rows asked for and, for a ranking task of judged pairs, the number
// of available rows. The rows of other tasks are counted when they are drawn.
func PlannedTasks(chain *prepare.Preparation) (lines []string, err error) {
	g := &chain.Run.Config.Gen
	m, err := quota.ParseMixture(g)
	if err != nil || m == nil {
		return nil, err
	}
	training, err := prepare.Training(g, chain.Splits)
	if err != nil {
		return nil, err
	}
	drawer, err := NewDrawer(chain, training, nil)
	if err != nil {
		return nil, err
	}
	sizes, total := slices.Repeat([]int{notCounted}, len(m.Tasks)), g.Rows
	if i := m.Ranking(); i >= 0 {
		if g.Axioms == "" && g.RankingRows != quota.CountGroups { // with axioms, axiomatic pairs are added; groups are counted later
			sizes[i] = drawer.JudgedPairs()
		}
		if g.RankingRows == quota.CountPointwise && sizes[i] != notCounted {
			sizes[i] *= 2
		}
		if total == 0 && m.Ratios {
			if sizes[i] == notCounted {
				return nil, nil // the rows of every task follow from those of the ranking task
			}
			total = m.Total(sizes)
		}
	}
	for i, wanted := range m.TaskRows(total) {
		there := "counted when they are drawn"
		if sizes[i] != notCounted {
			there = terminal.Group(sizes[i]) + " there"
			if sizes[i] < wanted {
				there += ": too few"
			}
		}
		lines = append(lines, fmt.Sprintf("%s: %s asked, %s", m.Tasks[i], terminal.Group(wanted), there))
	}
	return lines, nil
}

// pairPools draws at most sizes[i] pairs of each task i of pairs, and returns the sample and its drawer; nil without such tasks.
func pairPools(ctx context.Context, chain *prepare.Preparation, m *quota.Mixture, d *Drawer, sizes []int) (*sample.Result, *Drawer, error) {
	drawer := *d
	drawer.Axioms, drawer.Miner = &quota.Axioms{}, prepare.NewMiner(chain)
	drawer.Miner.Only = d.Miner.Only
	var k []int // the number of pairs of each pool
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

// rankingRows holds the rows of the ranking task in the unit of gen.ranking_rows: pairs, pointwise rows or groups.
type rankingRows struct {
	groups [][]pairs.Pair // groups in the order of take; each has one pair if rows are no groups
	rows   int            // the number of rows of a group
	loose  int            // number of pairs that are in no full group
}

func newRankingRows(c *configs.Config, list []pairs.Pair) *rankingRows {
	r, seed := &rankingRows{rows: 1}, uint64(c.Gen.Seed)
	switch c.Gen.RankingRows {
	case quota.CountGroups:
		r.groups, r.loose = sample.Groups(list, c.Tokenize.GroupSize-1, seed)
		return r
	case quota.CountPointwise:
		r.rows = 2
	}
	r.groups = slices.Collect(slices.Chunk(sample.Shuffled(list, seed), 1))
	return r
}

// size returns the number of available rows.
func (r *rankingRows) size() int { return r.rows * len(r.groups) }

// take returns the pairs of k rows. If there are fewer rows, it repeats the groups. note is a warning about rows left out; "" for none.
func (r *rankingRows) take(k int) (rows []pairs.Pair, note string) {
	switch {
	case r.loose > 0:
		note = "ranking: " + terminal.Plural(r.loose, "pair", "pairs") + " left out, in no full group"
	case k%r.rows > 0:
		note = fmt.Sprintf("ranking: %s wanted, %d given: a pair makes two", terminal.Plural(k, "pointwise row", "pointwise rows"), k-1)
	}
	for i := 0; i < k/r.rows && len(r.groups) > 0; i++ {
		for _, p := range r.groups[i%len(r.groups)] {
			rows = append(rows, sample.Again(p, i/len(r.groups)))
		}
	}
	return rows, note
}
