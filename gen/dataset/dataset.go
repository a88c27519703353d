// Package dataset draws the pairs of a data set and writes them: Parquet files, account and pages.
package dataset

import (
	"context"
	"maps"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/internal/pairrows"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
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
// pairs/SPLIT.parquet and ledger.json, or reads back those of an earlier attempt, what stands beside the pairs, and their page. With the
// shares of all parts of the queries it merges these; else they are nil, and it mines.
func Sample(ctx context.Context, chain *prepare.Preparation, shares []*Share) (*Data, error) {
	key, err := keyOf(chain, stage.Sample)
	if err != nil {
		return nil, err
	}
	var data *Data
	if _, ok := chain.Run.Out.FinishedFiles(string(stage.Sample), key); ok {
		chain.Run.Progress.Say("sample: kept from the earlier run")
		data, err = readPairs(ctx, chain)
	} else if data, err = makeSample(ctx, chain, shares); err == nil {
		err = writePairs(ctx, chain, key, data)
	}
	if err != nil {
		return nil, err
	}
	if err := writeCompanions(chain, data); err != nil {
		return nil, err
	}
	return data, writePage(chain.Run.Out, samplePage(chain, data), pairsPage, "page of the pairs")
}

// makeSample draws the data set.
func makeSample(ctx context.Context, chain *prepare.Preparation, shares []*Share) (*Data, error) {
	if err := checkClassQueries(chain.Run.Config, chain.Splits); err != nil {
		return nil, err
	}
	training, err := prepare.Training(&chain.Run.Config.Gen, chain.Splits)
	if err != nil {
		return nil, err
	}
	drawer, err := ConfiguredDrawer(chain, training)
	if err != nil {
		return nil, err
	}
	g := &chain.Run.Config.Gen
	if quota.DrawRun(g) != "" && drawer.Scores == nil {
		return nil, prepare.ErrJudgedArm("hard_run")
	}
	result, err := drawOrMerge(ctx, chain, shares, drawer)
	if err != nil {
		return nil, err
	}
	if drawer.isUnjudged() {
		wantOnlyTaken(drawer.Axioms.Pools, result.Ledger)
	}
	loss, err := drawer.Axioms.Loss(chain.Run.Config, result)
	if err != nil {
		return nil, err
	}
	report := account.New(result, drawer.Options, loss)
	report.Warnings = append(drawer.FewerJudged(), report.Warnings...)
	report.Made = prepare.MadeCandidates(&chain.Run.Config.Gen, chain.Splits)
	report.Overlaps, report.Reading = chain.Inputs.Overlaps, readingOf(chain)
	report.CheckAmounts(g, drawer.Axioms.Pools, drawer.CountJudged())
	split := prepare.RowsName(g, chain.Splits, training.Name)
	rows, err := recordsOf(ctx, chain.Run.Progress, drawer, split, result, loss)
	if err != nil {
		return nil, err
	}
	data := []SplitPairs{{Split: split, Pairs: rows}}
	if rows.Len() == 0 && g.Mixture == "" {
		return nil, refuseEmpty(chain.Run, report)
	}
	for i := range chain.Splits {
		if s := &chain.Splits[i]; s != training {
			rows, ledger, err := judgedRows(ctx, chain, drawer, s)
			if err != nil {
				return nil, err
			}
			data = append(data, SplitPairs{Split: s.Name, Pairs: rows})
			report.OtherSplits[s.Name] = ledger
		}
	}
	m, err := quota.ParseMixture(g)
	if err != nil {
		return nil, err
	}
	if m != nil {
		if data, err = classify(ctx, chain, m, drawer, data, report); err != nil {
			return nil, err
		}
		if data[0].Pairs.Len() == 0 {
			return nil, refuseEmpty(chain.Run, report)
		}
	}
	if err := addSpares(ctx, chain, drawer, data[0].Split, data, loss, report); err != nil {
		return nil, err
	}
	length, texts := LengthsOf(chain.Index), account.TextsOf(chain.Index, prepare.TextHashes(chain.Splits))
	for _, d := range data {
		lengths, err := account.Lengths(ctx, d.Pairs, g.Threads, length)
		if err != nil {
			return nil, err
		}
		report.Rows[d.name()] = d.Pairs.Len()
		report.Contradict(d.name(), account.CountContradictions(d.Pairs, pairrows.Task, texts))
		if d.Set == "" {
			report.Drawn = append(report.Drawn, account.DrawnStats(d.Split, d.Pairs, lengths)...)
		}
	}
	warnOf(chain.Run, report)
	return &Data{data, report}, nil
}

// readingOf returns what the collection's readers took and left.
func readingOf(chain *prepare.Preparation) account.Reading {
	c := chain.Inputs.Collection
	return account.Reading{Columns: c.Layout.Columns, NotRead: c.Layout.Unread.Lines(), Counted: maps.Clone(chain.Run.Account.Warnings)}
}

// refuseEmpty prints what became of the pairs of a training split without rows, writes the ledger, and returns the error.
func refuseEmpty(run *stage.Run, report *account.Report) error {
	for _, line := range report.Account() {
		run.Progress.Say("%s", line)
	}
	if _, err := run.Out.WriteJSON(ledgerName, report); err != nil {
		return err
	}
	return errs.Short(report.NoPairHint(), "the training split gives no pair at all")
}

// warnOf prints a sample's warnings and keeps them for the manifest.
func warnOf(run *stage.Run, report *account.Report) {
	for _, w := range report.Warnings {
		run.Account.Warnings[w]++
		run.Progress.Warn("%s", w)
	}
}

// judgedRows returns the judged pairs of a split that is not trained on.
func judgedRows(ctx context.Context, p *prepare.Preparation, drawer *Drawer, s *prepare.Split) (*pairs.Table, sample.RegularLedger, error) {
	d := judgedDrawer(p.Index, drawer, s)
	result, err := d.Draw(ctx, nil, sample.All, nil)
	if err != nil {
		return nil, sample.RegularLedger{}, err
	}
	rows, err := recordsOf(ctx, p.Run.Progress, d, s.Name, result, quota.Loss{})
	return rows, result.RegularLedger, err
}

// judgedDrawer draws the judged pairs of a split that is not trained on.
func judgedDrawer(x index.Reader, drawer *Drawer, s *prepare.Split) *Drawer {
	d := *drawer
	d.Queries, d.Judged, d.Labels = s.Queries, 0, nil
	d.Axioms = &quota.Axioms{}
	d.Miner = &mine.Miner{Index: x, Threads: drawer.Miner.Threads, Collection: drawer.Miner.Collection}
	d.Options.Regular, d.Options.Strategy = sample.All, sample.Paired
	return &d
}

// recordsOf turns a closed sample of a split into records.
func recordsOf(ctx context.Context, printer *progress.Printer, d *Drawer, split string, r *sample.Result, loss quota.Loss) (*pairs.Table,
	error) {
	n := len(r.Regular)
	for _, pool := range r.Pools {
		n += len(pool)
	}
	st := printer.Stage("rows", split+" rows", n)
	defer st.Done()
	return d.Rows(ctx, r, loss, st)
}
