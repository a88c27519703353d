package dataset

import (
	"context"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// A group is a positive with several negatives, and a sample that is spread over all candidates has few pairs of any positive.
// Spares are pairs that nobody drew and that the same pools, or the judgements, state of the drawn positives: they fill groups
// and are rows of nothing else.

const (
	usualGroup   = 8       // documents, where tokenize.group_size names no other number
	sparesUnless = 100_000 // rows: above it spares are mined only for formats that want groups
)

// WantedSpares is gen.spares: how many negatives are kept beside those drawn with a positive, and whether that is for any number of rows.
func WantedSpares(c *configs.Config) (n int, always bool, err error) {
	if c.Gen.Spares != "auto" {
		n, err := strconv.Atoi(c.Gen.Spares)
		if err != nil || n < 0 {
			return 0, false, errs.BadUsage(errs.Suggestion(c.Gen.Spares, "auto")+"use auto, 0 for none, or a number", "gen.spares: %q",
				c.Gen.Spares)
		}
		return n, true, nil
	}
	if n = usualGroup - 1; c.Tokenize.GroupSize > 1 {
		n = c.Tokenize.GroupSize - 1
	}
	return n, slices.ContainsFunc(configs.List(c.Tokenize.OutputFormat), shard.WantsGroups), nil
}

// addSpares mines the queries of every split once more for the spares of its rows, as gen.spares says. Further test sets have none.
func (c *Sampler) addSpares(ctx context.Context, d *Drawer, training string, data []SplitPairs, loss quota.Loss,
	report *account.Report) error {
	n, always, err := WantedSpares(c.Config)
	if err != nil || n == 0 {
		return err
	}
	total := 0
	for _, s := range data {
		total += s.Pairs.Len()
	}
	if total > sparesUnless && !always {
		return nil
	}
	report.Groups = map[string]account.Filling{}
	for i := range data {
		if data[i].Set != "" {
			continue
		}
		of := d
		if data[i].Split != training {
			of = c.judgedDrawer(d, c.split(data[i].Split))
		}
		st := c.Progress.Stage("spares", data[i].Split+" queries", len(of.Queries))
		found, told, err := of.Spares(ctx, data[i].Pairs, n, loss, st)
		st.Done()
		if err != nil {
			return err
		}
		data[i].Spares, report.Groups[data[i].Split] = found, told
	}
	return nil
}

func (c *Sampler) split(name string) *prepare.Split {
	return &c.Splits[slices.IndexFunc(c.Splits, func(s prepare.Split) bool { return c.RowsName(s.Name) == name })]
}

// Spares gives up to n spares for every positive of the rows of the ranking task, by query in the order of the queries. A document
// that lnc2 makes has no other negative than its source, and gets none.
func (d *Drawer) Spares(ctx context.Context, rows *pairs.Table, n int, loss quota.Loss, st *progress.Stage) (*pairs.Table, account.Filling,
	error) {
	told := account.Filling{Negatives: n}
	of := map[string][]int{} // rows by query
	for i, p := range rows.All() {
		if p.Task == task {
			of[p.QueryID] = append(of[p.QueryID], i)
		}
	}
	pools := map[string]int{"": sample.JudgedPool}
	for i, p := range d.Axioms.Pools {
		pools[p.Name] = i
	}
	s := sample.New(d.Options, d.Axioms.Pools, make([]int, len(d.Axioms.Pools)), 0, d.names)
	labelled := d.Labelled()
	found := make([][]sample.Spare, len(d.Queries))
	reports := make([]account.Filling, len(d.Queries))
	err := d.Miner.Run(ctx, d.Queries, st, func(_ int, q *mine.Query, at int, got *mine.Found) error {
		if len(of[q.ID]) == 0 {
			return nil
		}
		view := d.view(q, at, labelled[at], nil)
		numbers := map[string]int32{}
		for i := range view.Docs {
			numbers[view.Docs[i].ID] = int32(i)
		}
		var taken []sample.Taken
		negatives := map[string]map[string]bool{} // by positive
		for _, i := range of[q.ID] {
			p := rows.At(i)
			if negatives[p.PosID] == nil {
				negatives[p.PosID] = map[string]bool{}
			}
			negatives[p.PosID][p.NegID] = true
			pos, there := numbers[p.PosID]
			if neg, ok := numbers[p.NegID]; ok && there {
				taken = append(taken, sample.Taken{Pos: pos, Neg: neg, Pool: pools[p.Axiom]})
			}
		}
		mined := make([][]pairs.Instance, len(d.Axioms.Drawn))
		for i, a := range d.Axioms.Drawn {
			mined[i] = d.fromSource(q, labelled[at], got.Pairs[a])
		}
		found[at] = s.Spares(&view, mined, taken, n)
		for _, spare := range found[at] {
			negatives[view.Docs[spare.Pos].ID][view.Docs[spare.Neg].ID] = true
		}
		for _, different := range negatives {
			reports[at].Positives++
			if len(different) < n {
				reports[at].Short++
			}
		}
		return nil
	})
	out := new(pairs.Table)
	for at := range found {
		told.Positives, told.Short, told.Spares = told.Positives+reports[at].Positives, told.Short+reports[at].Short, told.Spares+len(found[at])
		for _, spare := range found[at] {
			row := d.spareRow(at, spare, labelled[at], loss)
			out.Append(&row)
		}
	}
	return out, told, err
}

// spareRow is the record that the pair would have been, had it been drawn.
func (d *Drawer) spareRow(at int, spare sample.Spare, labelled bool, loss quota.Loss) pairs.Pair {
	p := sample.Drawn{Instance: pairs.Instance{Pos: spare.Pos, Neg: spare.Neg}, Query: int32(at), NegLabel: spare.NegLabel}
	row := d.row(p, labelled)
	if spare.Pool != sample.JudgedPool {
		d.axiomatic(&row, spare.Pool, loss)
	}
	row.UID = pairs.NewUID(task, row.Axiom, row.QueryID, row.PosID, row.NegID, 0)
	return row
}
