package dataset

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

const (
	plannedQueries = 40  // queries about which a plan asks the axioms
	nearlyShort    = 1.5 // by which a sample's estimate may be wrong: of tfc3, 40 of 700 made queries told of .7 of the rows
	notEstimated   = -1
)

// PlannedTasks returns a line for each task of a mixture: how many rows are asked and about how many there are. The ranking
// task is counted; three-class tasks are estimated from a sample of the queries that they are drawn from.
func PlannedTasks(ctx context.Context, chain *prepare.Preparation) ([]string, error) {
	m, err := quota.ParseMixture(&chain.Run.Config.Gen)
	if err != nil || m == nil {
		return nil, err
	}
	training, err := prepare.Training(&chain.Run.Config.Gen, chain.Splits)
	if err != nil {
		return nil, err
	}
	drawer, err := NewDrawer(chain, training, nil)
	if err != nil {
		return nil, err
	}
	classDrawer, err := classDrawer(&chain.Run.Config.Gen, chain.Splits, drawer, training.Name, &account.Report{})
	if err != nil {
		return nil, err
	}
	sizes, numAsked, err := estimateTasks(ctx, chain, m, classDrawer)
	if err != nil {
		return nil, err
	}
	total := chain.Run.Config.Gen.Rows
	if i := m.Ranking(); i >= 0 {
		sizes[i] = countRanking(&chain.Run.Config.Gen, drawer)
		if total == 0 && m.Ratios {
			if sizes[i] == notEstimated {
				return nil, nil // the rows of every task follow from those of the ranking task
			}
			only := slices.Repeat([]int{-1}, len(sizes))
			only[i] = sizes[i]
			total = m.Total(only)
		}
	}
	var lines []string
	for i, wanted := range m.TaskRows(total) {
		text := fmt.Sprintf("%s: %s asked, ", m.Tasks[i], terminal.Group(wanted))
		switch there := terminal.Group(sizes[i]); {
		case sizes[i] == notEstimated:
			text += "counted when they are drawn"
		case m.Axioms[i] == nil:
			text += there + " there" + shortText(wanted, sizes[i], 1)
		case numAsked == len(classDrawer.Queries):
			text += fmt.Sprintf("%s there, of %s%s", there, terminal.Plural(numAsked, "query", "queries"), shortText(wanted, sizes[i], 1))
		default:
			text += fmt.Sprintf("about %s there, of %s by a sample of %s%s", there, terminal.Plural(len(classDrawer.Queries), "query", "queries"),
				terminal.Group(numAsked),
				shortText(wanted, sizes[i], nearlyShort))
		}
		lines = append(lines, text)
	}
	return lines, nil
}

// shortText returns what a plan says of a task that has fewer rows than are asked, or may have: there are as many as that, factor times
// as many, or one factor-th.
func shortText(wanted, there int, factor float64) string {
	switch {
	case factor*float64(there) < float64(wanted):
		return ": too few"
	case float64(there) < factor*float64(wanted):
		return ": perhaps too few"
	}
	return ""
}

// countRanking returns the number of rows of the ranking task; notEstimated if axioms add to it, or where rows are groups.
func countRanking(g *configs.Gen, d *Drawer) int {
	switch g := g; {
	case g.Axioms != "" || g.RankingRows == quota.CountGroups:
		return notEstimated
	case g.RankingRows == quota.CountPointwise:
		return 2 * d.JudgedPairs()
	}
	return d.JudgedPairs()
}

// estimateTasks returns by task how many rows it has, as a sample of the queries has them, and the size of that sample. A task whose axiom
// needs more than a plan prepares, and one of pairs, has notEstimated.
func estimateTasks(ctx context.Context, chain *prepare.Preparation, m *quota.Mixture, d *Drawer) (sizes []int, numAsked int, err error) {
	few := *m
	few.Axioms = slices.Clone(m.Axioms)
	for i, a := range few.Axioms {
		if a == nil {
			continue
		}
		alone := prepare.NewMiner(chain)
		alone.Axioms = []axioms.Axiom{a}
		if alone.Check() != nil {
			few.Axioms[i] = nil
		}
	}
	drawer := *d
	drawer.Queries, drawer.Labels, drawer.Tests = nil, []bool{}, nil
	hasLabels := d.HasLabels()
	for _, place := range firstByHash(d.Queries, min(plannedQueries, len(d.Queries)), d.Options.Seed+1) { // not the hash that chose them
		drawer.Queries, drawer.Labels = append(drawer.Queries, d.Queries[place]), append(drawer.Labels, hasLabels[place])
	}
	byTask, err := classPools(ctx, chain, &few, &drawer, slices.Repeat([]int{1}, len(m.Tasks)), "", "sampled")
	if err != nil {
		return nil, 0, err
	}
	scale := float64(countWithPairs(d.Queries)) / float64(max(countWithPairs(drawer.Queries), 1))
	for _, p := range byTask {
		if p == nil {
			sizes = append(sizes, notEstimated)
			continue
		}
		var all sample.ClassPool
		for class, n := range p.Found {
			all.Found[class] = int(scale * float64(n))
		}
		sizes = append(sizes, all.Size(chain.Run.Config.Gen.ClassSample))
	}
	return sizes, len(drawer.Queries), nil
}

// countWithPairs counts the queries with two candidates or more.
func countWithPairs(queries []mine.Query) (n int) {
	for i := range queries {
		if len(queries[i].Docs) > 1 {
			n++
		}
	}
	return n
}

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
