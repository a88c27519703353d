// Package dataset draws the pairs of a data set and writes them: Parquet files, account, pages and shards, fresh or from a folder.
package dataset

import (
	"context"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// SplitPairs holds the pairs of one split or test set of a data set, in file order.
type SplitPairs struct {
	Split  string
	Set    string // the name of a further test set; empty for the split's own rows
	Pairs  *pairs.Table
	Spares *pairs.Table // further pairs that fill the groups of the positives of Pairs; nil if there are none
}

// Rows returns the pairs as a slice.
func (s SplitPairs) Rows() []pairs.Pair { return s.Pairs.Rows() }

// name returns the name of the split or test set, which is unique in a data set and is used in file names.
func (s SplitPairs) name() string { return account.SetName(s.Split, s.Set) }

// Data is a data set with its account.
type Data struct {
	Sets   []SplitPairs // the training split, then the other splits, then further test sets
	Report *account.Report
	Drawn  []pairs.PoolRows // descriptions of the rows of each split
}

// Rows returns the number of rows of each split and test set.
func (d *Data) Rows() map[string]int {
	rows := map[string]int{}
	for _, s := range d.Sets {
		rows[s.name()] = s.Pairs.Len()
	}
	return rows
}

// Sample draws and returns the data set: axiomatic and judged pairs of the training split, judged pairs of the other splits. It writes
// pairs/SPLIT.parquet and account.json, or reads these files of an earlier run. Then it writes the files beside the pairs and the page. If
// shares is nil, it mines; if not, it merges the shares, which must cover all parts of the queries.
func Sample(ctx context.Context, chain *prepare.Preparation, shares []*Share) (*Data, error) {
	key, err := keyOf(chain, stage.Sample)
	if err != nil {
		return nil, err
	}
	report, err := account.Read(chain.Run.Out)
	if err != nil {
		return nil, err
	}
	var data *Data
	if _, ok := chain.Run.Kept(string(stage.Sample), key, len(report.Of(account.Pairs)) > 0); ok {
		data, err = readPairs(ctx, chain, report.Drawing())
	} else if data, err = makeSample(ctx, chain, shares); err == nil {
		err = writePairs(ctx, chain, key, data)
	}
	if err != nil {
		return nil, err
	}
	if data.Drawn, err = drawnStats(ctx, data.Sets, chain.Run.Config.Gen.Threads, chain.Index); err != nil {
		return nil, err
	}
	if err := writeCompanions(chain, data); err != nil {
		return nil, err
	}
	return data, writePage(chain.Run.Out, samplePage(chain, data), pairsPage, "page of the pairs")
}

// drawnStats returns account.DrawnStats of every split.
func drawnStats(ctx context.Context, sets []SplitPairs, threads int, x index.Reader) (all []pairs.PoolRows, err error) {
	for _, d := range sets {
		if d.Set == "" {
			lengths, err := account.Lengths(ctx, d.Pairs, threads, x)
			if err != nil {
				return nil, err
			}
			all = append(all, account.DrawnStats(d.Split, d.Pairs, lengths)...)
		}
	}
	return all, nil
}

// makeSample draws the data set and its account. It writes nothing if the training split has rows.
func makeSample(ctx context.Context, chain *prepare.Preparation, shares []*Share) (*Data, error) {
	training, err := prepare.Training(&chain.Run.Config.Gen, chain.Splits)
	if err != nil {
		return nil, err
	}
	drawer, err := ConfiguredDrawer(chain, training)
	if err != nil {
		return nil, err
	}
	g := &chain.Run.Config.Gen
	result, err := drawOrMerge(ctx, chain, shares, drawer)
	if err != nil {
		return nil, err
	}
	if drawer.isUnjudged() {
		for i := range result.Ledger { // a bound has no shortfall, only a number that the user gives
			if l := &result.Ledger[i]; drawer.Axioms.Pools[i].Pairs == 0 && l.Shortfall > 0 && l.Taken == l.Size {
				l.Wanted, l.Shortfall = l.Taken, 0
			}
		}
	}
	loss, err := drawer.Axioms.Loss(chain.Run.Config, result)
	if err != nil {
		return nil, err
	}
	split := prepare.RowsName(g, chain.Splits, training.Name)
	report := inputsOf(chain)
	report.Warnings = drawer.FewerJudged()
	report.Ask(account.Asked(g, drawer.CountJudged(), result.JudgedLedger.Found)...)
	report.AddSample(split, g, result, drawer.Options, drawer.Axioms.Pools, loss)
	rows, err := recordsOf(ctx, chain.Run.Progress, drawer, split, result, loss)
	if err != nil {
		return nil, err
	}
	data := []SplitPairs{{Split: split, Pairs: rows}}
	if rows.Len() == 0 && g.Mixture == "" {
		return nil, refuseEmpty(chain, data, report)
	}
	data, err = addJudgedSplits(ctx, chain, drawer, training, data, report)
	if err != nil {
		return nil, err
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
			return nil, refuseEmpty(chain, data, report)
		}
	}
	if err := addSpares(ctx, chain, drawer, data[0].Split, data, loss, report); err != nil {
		return nil, err
	}
	countRows(data, report)
	if text := drawer.missingText(training.Name, result.JudgedLedger.Alone); text != "" && report.Judged(split).Drawn > 0 {
		report.Warn("%s", text)
	}
	texts := prepare.FoldedTexts(chain.Splits)
	for _, d := range data {
		if text := account.ContradictionText(d.Pairs, d.name(), chain.Index, texts); text != "" {
			report.Warn("%s", text)
		}
	}
	warnOf(chain.Run, report)
	return &Data{Sets: data, Report: report}, nil
}

// addJudgedSplits returns data with the judged pairs of the splits other than training, and adds these pairs to the report.
func addJudgedSplits(ctx context.Context, chain *prepare.Preparation, drawer *Drawer, training *prepare.Split, data []SplitPairs,
	report *account.Report) ([]SplitPairs, error) {
	for i := range chain.Splits {
		s := &chain.Splits[i]
		if s == training {
			continue
		}
		d := judgedDrawer(chain.Index, drawer, s)
		judged, err := d.Draw(ctx, nil, sample.All, nil)
		if err != nil {
			return nil, err
		}
		rows, err := recordsOf(ctx, chain.Run.Progress, d, s.Name, judged, quota.Loss{})
		if err != nil {
			return nil, err
		}
		data = append(data, SplitPairs{Split: s.Name, Pairs: rows})
		report.AddJudged(s.Name, &judged.JudgedLedger)
	}
	return data, nil
}

// countRows adds to the account the number of rows of each set, and the number of rows that a set shares with each earlier set.
func countRows(data []SplitPairs, report *account.Report) {
	for i, d := range data {
		report.Count(d.Split, d.Set, d.Pairs)
		for _, earlier := range data[:i] {
			report.NoteShared(d.Split, d.Set, d.Pairs, earlier.name(), earlier.Pairs)
		}
	}
}

// inputsOf returns the account of the records that readers read or left out, and of the candidates that lnc2 made.
func inputsOf(chain *prepare.Preparation) *account.Report {
	layout := &chain.Inputs.Collection.Layout
	s := &account.Report{Columns: layout.Columns, NotRead: layout.Unread.Lines(), Overlaps: chain.Inputs.Overlaps}
	s.Rows = append(s.Rows, account.RecordRows(account.Records, chain.Run.Account.Records, chain.Run.Account.Warnings)...)
	made := prepare.MadeCandidates(&chain.Run.Config.Gen, chain.Splits)
	for _, split := range slices.SortedFunc(maps.Keys(made), configs.CompareSplits) {
		s.Rows = append(s.Rows, account.Row{What: account.Made, Split: split, Found: made[split], Drawn: made[split]})
	}
	return s
}

// refuseEmpty prints and writes the account of a training split without rows, and returns an error.
func refuseEmpty(chain *prepare.Preparation, data []SplitPairs, report *account.Report) error {
	countRows(data, report)
	chain.Run.Progress.Say("%s", report.UsedText())
	if err := writeAccount(chain, report); err != nil {
		return err
	}
	hint, judged := "add judgements, axioms or candidates; axiomine gen mine shows what each axiom finds", report.Judged(report.Training())
	if pools := report.Pools(); judged.Drawn == 0 && len(pools) > 0 && pools[0].InPool() > 0 {
		hint = "no judged pair is used, so a ratio asks for nothing: ask for a number of axiomatic pairs with --pairs N"
	}
	if chain.Run.Config.Gen.AssumedNegatives == configs.Off && judged.Found > 0 {
		hint = "judge documents as not relevant, or take unjudged ones as negatives with --set assumed_negatives=auto"
	}
	return errs.Short(hint, "the training split gives no pair at all")
}

// warnOf prints the warnings of an account and adds them to the run's account.
func warnOf(run *stage.Run, report *account.Report) {
	for _, w := range report.Warnings {
		run.Account.Warnings[w]++
		run.Progress.Warn("%s", w)
	}
}

// judgedDrawer returns a drawer of the judged pairs of a split that is not trained on.
func judgedDrawer(x index.Reader, drawer *Drawer, s *prepare.Split) *Drawer {
	d := *drawer
	d.Queries, d.Judged, d.Labels = s.Queries, 0, nil
	d.Axioms = &quota.Axioms{}
	d.Miner = &mine.Miner{Index: x, Threads: drawer.Miner.Threads, Collection: drawer.Miner.Collection}
	d.Options.Judged, d.Options.Strategy = sample.All, sample.Paired
	return &d
}

// recordsOf returns the rows of a finished sample of a split.
func recordsOf(ctx context.Context, printer *progress.Printer, d *Drawer, split string, r *sample.Result, loss quota.Loss) (*pairs.Table,
	error) {
	n := len(r.Judged)
	for _, pool := range r.Pools {
		n += len(pool)
	}
	st := printer.Stage("rows", collection.UnitOf(split, "rows"), n)
	defer st.Done()
	return d.Rows(ctx, r, loss, st)
}
