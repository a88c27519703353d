package dataset

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// A group is a positive with several negatives, but a sample over all candidates has few pairs for each positive. Spares are further pairs
// of the drawn positives, from the same pools or the judgements. They only fill groups.

// defaultGroup is the number of documents in a group if tokenize.group_size is not set.
const defaultGroup = 8

// WantedSpares returns the number of negatives that a positive should have in a group; 0 if no format or key asks for groups.
func WantedSpares(c *configs.Config) int {
	switch {
	case c.Tokenize.GroupSize > 1:
		return c.Tokenize.GroupSize - 1
	case slices.ContainsFunc(configs.List(c.Tokenize.OutputFormat), shard.WantsGroups):
		return defaultGroup - 1
	}
	return 0
}

// addSpares mines the queries of every split again, and sets the spares of its rows. Further test sets have no spares.
func addSpares(ctx context.Context, chain *prepare.Preparation, d *Drawer, training string, data []SplitPairs, loss quota.Loss,
	report *account.Report) error {
	n := WantedSpares(chain.Run.Config)
	if n == 0 {
		return nil
	}
	for i := range data {
		if data[i].Set != "" {
			continue
		}
		drawer := d
		if data[i].Split != training {
			number := slices.IndexFunc(chain.Splits, func(s prepare.Split) bool {
				return prepare.RowsName(&chain.Run.Config.Gen, chain.Splits, s.Name) == data[i].Split
			})
			drawer = judgedDrawer(chain.Index, d, &chain.Splits[number])
		}
		st := chain.Run.Progress.Stage("spares", collection.UnitOf(data[i].Split, "queries"), len(drawer.Queries))
		table, short, positives, err := drawer.spares(ctx, data[i].Pairs, n, loss, st)
		st.Done()
		if err != nil {
			return err
		}
		data[i].Spares = table
		report.Rows = append(report.Rows, account.Row{What: account.Groups, Split: data[i].Split, Asked: n, Found: positives,
			Drawn: positives, LeftOut: map[string]int{}, Noted: map[string]int{"fewer_negatives": short}},
			account.Row{What: account.Spares, Split: data[i].Split, Found: table.Len(), Drawn: table.Len()})
	}
	return nil
}

// spares returns spares for every positive in the rows of the ranking task, up to n different negatives each, in the order of the queries.
// positives is the number of positives, and short the number of those that have fewer than n. A document that lnc2 made gets no spares,
// since its only negative is its source.
func (d *Drawer) spares(ctx context.Context, rows *pairs.Table, n int, loss quota.Loss, st *progress.Stage) (table *pairs.Table,
	short, positives int, err error) {
	rowsOf := map[string][]int{} // the rows of each query
	for i, p := range rows.All() {
		if p.Task == pairs.Pairwise {
			rowsOf[p.QueryID] = append(rowsOf[p.QueryID], i)
		}
	}
	pools := map[string]int{"": sample.JudgedPool}
	for i, p := range d.Axioms.Pools {
		pools[p.Name] = i
	}
	s := sample.New(d.Options, d.Axioms.Pools, make([]int, len(d.Axioms.Pools)), 0, namesOf(d.Miner.Index, d.Queries))
	hasLabels := d.HasLabels()
	spares := make([][]sample.Spare, len(d.Queries))
	numShort, numPositives := make([]int, len(d.Queries)), make([]int, len(d.Queries))
	err = d.Miner.Run(ctx, d.Queries, st, func(_ int, q *mine.Query, place int, result *mine.Found) error {
		if len(rowsOf[q.ID]) == 0 {
			return nil
		}
		view := d.scoredView(q, place, hasLabels[place], nil)
		numbers := map[string]int32{}
		for i := range view.Docs {
			numbers[view.Docs[i].ID] = int32(i)
		}
		var drawnPairs []sample.PoolPair
		negatives := map[string]map[string]bool{} // the negatives of each positive
		for _, i := range rowsOf[q.ID] {
			p := rows.Pair(i)
			if negatives[p.PosID] == nil {
				negatives[p.PosID] = map[string]bool{}
			}
			negatives[p.PosID][p.NegID] = true
			pos, exists := numbers[p.PosID]
			if neg, ok := numbers[p.NegID]; ok && exists {
				drawnPairs = append(drawnPairs, sample.PoolPair{Pos: pos, Neg: neg, Pool: pools[p.Axiom]})
			}
		}
		lists := make([][]pairs.Instance, len(d.Axioms.Drawn))
		for i, a := range d.Axioms.Drawn {
			lists[i] = d.source.keepAllowed(q, hasLabels[place], result.Pairs[a])
		}
		spares[place] = s.Spares(&view, lists, drawnPairs, n)
		for _, spare := range spares[place] {
			negatives[view.Docs[spare.Pos].ID][view.Docs[spare.Neg].ID] = true
		}
		for _, different := range negatives {
			numPositives[place]++
			if len(different) < n {
				numShort[place]++
			}
		}
		return nil
	})
	out, rec := new(pairs.Table), d.recorder()
	for place := range spares {
		short, positives = short+numShort[place], positives+numPositives[place]
		for _, spare := range spares[place] {
			row := rec.spare(place, spare, loss)
			out.Append(&row)
		}
	}
	return out, short, positives, err
}
