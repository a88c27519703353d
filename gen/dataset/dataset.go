// Package dataset draws the pairs of a data set and writes them: Parquet files, account and pages.
package dataset

import (
	"context"
	"maps"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// SplitPairs are the pairs of one split of a data set, in file order.
type SplitPairs struct {
	Split string
	Set   string // of a further test set its name; empty for the split's own rows
	Pairs *pairs.Table
	// Spares are pairs that fill groups of Pairs' positives; nil where there are none.
	Spares *pairs.Table
}

// Rows returns the pairs as a slice.
func (s SplitPairs) Rows() []pairs.Pair { return s.Pairs.Rows() }

// name returns the name of a split or set, which is unique in a data set and used in file names.
func (s SplitPairs) name() string { return account.SetName(s.Split, s.Set) }

// Data is a data set: the pairs of every split, the training split's first, then those of further test sets.
type Data struct {
	Sets   []SplitPairs
	Report *account.Report
}

// Sample draws the data set: axiomatic and judged pairs of the training split, judged pairs of the others. It leaves
// pairs/SPLIT.parquet and ledger.json, or reads back those of an earlier attempt, what stands beside the pairs, and their page.
func (c *Sampler) Sample(ctx context.Context) (*Data, error) {
	key, err := c.key(stage.Sample)
	if err != nil {
		return nil, err
	}
	var data *Data
	if _, ok := c.Base.Run.Out.Finished(string(stage.Sample), key); ok {
		c.Base.Run.Progress.Say("sample: kept from the earlier run")
		data, err = c.readPairs(ctx)
	} else if data, err = c.sample(ctx); err == nil {
		err = c.writePairs(ctx, key, data)
	}
	if err != nil {
		return nil, err
	}
	if err := c.writeCompanions(data); err != nil {
		return nil, err
	}
	return data, c.writePage(c.page(data), PairsPage, "page of the pairs")
}

// sample draws the data set.
func (c *Sampler) sample(ctx context.Context) (*Data, error) {
	if err := c.checkClassQueries(); err != nil {
		return nil, err
	}
	training, err := prepare.Training(&c.Base.Run.Config.Gen, c.Base.Splits)
	if err != nil {
		return nil, err
	}
	drawer, err := c.ConfiguredDrawer(training)
	if err != nil {
		return nil, err
	}
	regulariser, err := c.regulariser()
	if err != nil {
		return nil, err
	}
	if quota.DrawRun(&c.Base.Run.Config.Gen) != "" && drawer.Scores == nil {
		return nil, prepare.ErrJudgedArm("hard_run")
	}
	g := &c.Base.Run.Config.Gen
	result, err := c.drawOrMerge(ctx, drawer)
	if err != nil {
		return nil, err
	}
	if drawer.isUnjudged() {
		drawer.wantOnlyTaken(result.Ledger)
	}
	loss, err := drawer.Axioms.Loss(c.Base.Run.Config, result)
	if err != nil {
		return nil, err
	}
	report := account.New(result, drawer.Options, loss)
	report.Warnings = append(drawer.FewerJudged(), report.Warnings...)
	report.Made = prepare.MadeCandidates(&c.Base.Run.Config.Gen, c.Base.Splits)
	report.Overlaps, report.Reading = c.Base.Inputs.Overlaps, c.reading()
	queries := account.QueryCounts{Made: collection.CountMade(c.Base.Inputs.Topics), Judged: drawer.CountJudged()}
	report.CheckAmounts(g, drawer.Axioms.Pools, queries)
	if report.Sources, err = c.sources(ctx, training); err != nil {
		return nil, err
	}
	rows, err := regulariser.rows(ctx, prepare.RowsName(&c.Base.Run.Config.Gen, c.Base.Splits, training.Name), drawer, result, loss, report)
	if err != nil {
		return nil, err
	}
	data := []SplitPairs{{Split: prepare.RowsName(&c.Base.Run.Config.Gen, c.Base.Splits, training.Name), Pairs: rows}}
	if rows.Len() == 0 && g.Mixture == "" {
		return nil, c.refuseEmpty(report)
	}
	for i := range c.Base.Splits {
		if s := &c.Base.Splits[i]; s != training {
			rows, ledger, err := c.judgedRows(ctx, drawer, s)
			if err != nil {
				return nil, err
			}
			data = append(data, SplitPairs{Split: s.Name, Pairs: rows})
			report.Others[s.Name] = ledger
		}
	}
	m, err := quota.ParseMixture(g)
	if err != nil {
		return nil, err
	}
	if m != nil {
		if data, err = c.classify(ctx, m, drawer, data, report); err != nil {
			return nil, err
		}
		if data[0].Pairs.Len() == 0 {
			return nil, c.refuseEmpty(report)
		}
	}
	if err := c.addSpares(ctx, drawer, data[0].Split, data, loss, report); err != nil {
		return nil, err
	}
	length, texts := LengthsOf(c.Base.Index), account.TextsOf(c.Base.Index, prepare.TextHashes(c.Base.Splits))
	for _, d := range data {
		lengths, err := account.Lengths(ctx, d.Pairs, g.Threads, length)
		if err != nil {
			return nil, err
		}
		report.Rows[d.name()] = d.Pairs.Len()
		report.Contradict(d.name(), account.CountContradictions(d.Pairs, task, texts))
		if d.Set == "" {
			report.Drawn = append(report.Drawn, account.DrawnStats(d.Split, d.Pairs, lengths)...)
		}
	}
	c.warnOf(report)
	return &Data{data, report}, nil
}

// reading returns what the collection's readers took and left.
func (c *Sampler) reading() account.Reading {
	layout := c.Base.Inputs.Collection.Layout
	return account.Reading{Columns: layout.Columns, NotRead: layout.Unread, Counted: maps.Clone(c.Base.Run.Account.Warnings)}
}

// refuseEmpty prints what became of the pairs of a training split without rows, writes the ledger, and returns the error.
func (c *Sampler) refuseEmpty(report *account.Report) error {
	for _, line := range report.Account() {
		c.Base.Run.Progress.Say("%s", line)
	}
	if _, err := c.Base.Run.Out.WriteJSON(ledgerName, report); err != nil {
		return err
	}
	return errs.Short(report.NoPairHint(), "the training split gives no pair at all")
}

// warnOf prints a sample's warnings and keeps them for the manifest.
func (c *Sampler) warnOf(report *account.Report) {
	for _, w := range report.Warnings {
		c.Base.Run.Account.Warnings[w]++
		c.Base.Run.Progress.Warn("%s", w)
	}
}

// judgedRows returns the judged pairs of a split that is not trained on.
func (c *Sampler) judgedRows(ctx context.Context, drawer *Drawer, s *prepare.Split) (*pairs.Table, sample.RegularLedger, error) {
	d := c.judgedDrawer(drawer, s)
	result, err := d.Draw(ctx, nil, sample.All, nil)
	if err != nil {
		return nil, sample.RegularLedger{}, err
	}
	rows, err := c.rows(ctx, d, s.Name, result, quota.Loss{})
	return rows, result.RegularLedger, err
}

// judgedDrawer draws the judged pairs of a split that is not trained on.
func (c *Sampler) judgedDrawer(drawer *Drawer, s *prepare.Split) *Drawer {
	d := *drawer
	d.Queries, d.Judged, d.Labels = s.Queries, 0, nil
	d.Axioms = &quota.Axioms{}
	d.Miner = &mine.Miner{Index: c.Base.Index, Threads: drawer.Miner.Threads, Collection: drawer.Miner.Collection}
	d.Options.Regular, d.Options.Strategy = sample.All, sample.Paired
	return &d
}

// rows turns a closed sample of a split into records.
func (c *Sampler) rows(ctx context.Context, d *Drawer, split string, r *sample.Result, loss quota.Loss) (*pairs.Table, error) {
	n := len(r.Regular)
	for _, pool := range r.Pools {
		n += len(pool)
	}
	st := c.Base.Run.Progress.Stage("rows", split+" rows", n)
	defer st.Done()
	return d.Rows(ctx, r, loss, st)
}
