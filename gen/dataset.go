package gen

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// SplitPairs are the pairs of one split of a data set, in file order.
type SplitPairs struct {
	Split string
	Set   string // of a further test set its name; empty for the split's own rows
	Pairs *pairs.Table
	// Spares are pairs that fill groups of Pairs' positives; nil where there are none.
	Spares *pairs.Table
}

// Rows gives the pairs as a slice.
func (s SplitPairs) Rows() []pairs.Pair { return s.Pairs.Rows() }

// name tells the splits and sets of a data set apart, in files too.
func (s SplitPairs) name() string {
	if s.Set == "" {
		return s.Split
	}
	return s.Split + "." + s.Set
}

// PoolReport is a pool's ledger with what describes the pool.
type PoolReport struct {
	sample.PoolLedger
	LengthSkew float64  `json:"length_skew"`
	Weight     float64  `json:"weight"`               // of its rows
	Margin     float64  `json:"margin"`               // of its rows
	Agreement  *float64 `json:"agreement_with_qrels"` // nil where no mined pair had exactly one relevant document
}

// SampleReport is the ledger of a data set: ledger.json.
type SampleReport struct {
	Regular   sample.RegularLedger            `json:"regular"`
	Others    map[string]sample.RegularLedger `json:"regular_others,omitempty"` // judged pairs of the other splits
	Pools     []PoolReport                    `json:"pools"`
	Conflicts int                             `json:"conflicts"`
	Rows      map[string]int                  `json:"rows"`                      // by split or test set
	Made      map[string]int                  `json:"made_candidates,omitempty"` // by split: candidates that lnc2 made
	Perturbed []PerturbedReport               `json:"perturbed,omitempty"`       // copies of the documents of judged pairs
	Tasks     []TaskReport                    `json:"tasks,omitempty"`           // three-class tasks
	PairTasks []PoolReport                    `json:"pair_tasks,omitempty"`      // pools of tasks of pairs
	Shortages []Shortage                      `json:"shortages,omitempty"`       // tasks of the mixture
	Mixture   map[string]int                  `json:"mixture,omitempty"`         // rows of the training split by task
	Drawn     []shard.Drawn                   `json:"drawn"`                     // by split and pool
	Groups    map[string]SpareReport          `json:"groups,omitempty"`          // by split: how far groups can be filled
	Warnings  []string                        `json:"warnings,omitempty"`
}

// NewSampleReport describes a closed sample, loss being that of its pools' rows, and says what a user should be warned of.
func NewSampleReport(r *sample.Result, o sample.Options, loss Loss) *SampleReport {
	s := &SampleReport{Regular: r.RegularLedger, Conflicts: r.Conflicts, Rows: map[string]int{}, Others: map[string]sample.RegularLedger{}}
	for i := range r.Ledger {
		l := r.Ledger[i]
		p := PoolReport{PoolLedger: l, LengthSkew: l.LengthSkew(), Weight: loss.Weights[i], Margin: loss.Margins[i], Agreement: l.Agreement()}
		s.Pools = append(s.Pools, p)
		if l.Shortfall > 0 {
			s.Warnings = append(s.Warnings, fmt.Sprintf("%s: wanted %d pairs, the pool holds %d: %d fewer than asked", l.Name, l.Wanted, l.Size, l.Shortfall))
		}
	}
	s.Warnings = append(s.Warnings, r.Warnings(o.Draw)...)
	return s
}

// Training gives the split that pairs are drawn from: train, or the only one.
func (c *Chain) Training() (*Split, error) {
	for i := range c.Splits {
		if c.Splits[i].Name == "train" || len(c.Splits) == 1 {
			return &c.Splits[i], nil
		}
	}
	return nil, fault.BadUsage("name the training queries train=FILE, or divide them with --splits", "there is no train split")
}

// Drawer is ready to draw from a split under the configuration's options, of axiomatic pairs only those that violate only
// (nil: all).
func (c *Chain) Drawer(s *Split, only *mine.Violated) (*Drawer, error) {
	o, err := sampleOptions(&c.Config.Gen)
	if err != nil {
		return nil, err
	}
	for _, number := range c.Axioms.Drawn {
		if a := c.Axioms.All[number]; a.Spec().Needs.Grades {
			return nil, fault.BadUsage("leave it out; axiomine gen mine counts what it would find", "axiom %s asks the judgements: it is never in training data", a)
		}
	}
	d := &Drawer{Miner: c.Miner(), Queries: s.Queries, Axioms: c.Axioms, Options: o, Judged: c.Config.Gen.JudgedQueries,
		Top: c.Config.Gen.PoolTop, From: c.Config.Gen.PoolQueries, Order: c.Config.Gen.Order, Margin: c.Config.Train.Margin}
	d.Miner.Only = only
	if o.Draw == sample.Hard && c.Config.Gen.HardRun != JudgedArm {
		if d.Hard, err = c.runScores(c.Config.Gen.HardRun); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// Sample draws the data set: axiomatic and judged pairs of the training split, judged pairs of the others. It leaves
// pairs/SPLIT.parquet and ledger.json, or reads back those of an earlier attempt.
func (c *Chain) Sample(ctx context.Context) ([]SplitPairs, *SampleReport, error) {
	defer frugal()()
	training, err := c.Training()
	if err != nil {
		return nil, nil, err
	}
	only, err := c.Violated()
	if err != nil {
		return nil, nil, err
	}
	drawer, err := c.Drawer(training, only)
	if err != nil {
		return nil, nil, err
	}
	regulariser, err := c.regulariser()
	if err != nil {
		return nil, nil, err
	}
	if drawer.Options.Draw == sample.Hard && drawer.Hard == nil {
		return nil, nil, errJudgedArm("hard_run")
	}
	key, err := c.sampleKey()
	if err != nil {
		return nil, nil, err
	}
	n, always, err := spares(c.Config)
	if err != nil {
		return nil, nil, err
	}
	key = c.Key(key, n, always) // of the stage alone: shares of a sample do not depend on it
	if _, ok := c.Out.Finished("sample", key); ok {
		c.Progress.Say("sample: kept from the earlier run")
		return c.readPairs(ctx)
	}
	g := &c.Config.Gen
	result, err := c.drawn(ctx, drawer)
	if err != nil {
		return nil, nil, err
	}
	loss, err := drawer.Axioms.Loss(c.Config, result)
	if err != nil {
		return nil, nil, err
	}
	report := NewSampleReport(result, drawer.Options, loss)
	report.Made = c.madeCandidates()
	rows, err := regulariser.rows(ctx, training.Name, drawer, result, loss, report)
	if err != nil {
		return nil, nil, err
	}
	data := []SplitPairs{{Split: training.Name, Pairs: rows}}
	if rows.Len() == 0 && g.Mixture == "" {
		return nil, nil, fault.Short(noPairHint(report), "the training split gives no pair at all")
	}
	for i := range c.Splits {
		if s := &c.Splits[i]; s != training {
			rows, ledger, err := c.judgedRows(ctx, drawer, s)
			if err != nil {
				return nil, nil, err
			}
			data = append(data, SplitPairs{Split: s.Name, Pairs: rows})
			report.Others[s.Name] = ledger
		}
	}
	m, err := parseMixture(g)
	if err != nil {
		return nil, nil, err
	}
	if m != nil {
		if data, err = c.classify(ctx, m, drawer, data, report); err != nil {
			return nil, nil, err
		}
	}
	if err := c.addSpares(ctx, drawer, training.Name, data, loss, report); err != nil {
		return nil, nil, err
	}
	length := lengthsOf(c.Index)
	for _, d := range data {
		report.Rows[d.name()] = d.Pairs.Len()
		if d.Set == "" {
			report.Drawn = append(report.Drawn, drawnStats(d.Split, d.Pairs, func(id string) int { n, _ := length(id); return n })...)
		}
	}
	c.warnOf(report)
	return data, report, c.writePairs(ctx, key, data, report)
}

// wanted gives the size of every pool's sample, and says what is asked in all.
func (c *Chain) wanted(d *Drawer) (sizes []int, asked string) {
	regular, budget := d.RegularPairs(), c.Config.Gen.Budget
	sizes = sample.Wanted(regular, d.Axioms.Pools, budget)
	return sizes, askedText(d.Axioms, sizes, regular, budget)
}

// drawn mines and draws, or merges what was drawn from all parts of the queries.
func (c *Chain) drawn(ctx context.Context, d *Drawer) (*sample.Result, error) {
	aside := c.Progress.Aside("judged", "pairs", 0)
	wanted, asked := c.wanted(d)
	aside.Done()
	c.Progress.Say("%s", asked)
	if c.shares != nil {
		return d.merge(c.shares, wanted, d.Options.Regular)
	}
	st := c.Progress.Stage("sample", "queries", len(d.Queries))
	defer st.Done()
	return d.Draw(ctx, wanted, d.Options.Regular, st)
}

// warnOf says a sample's warnings and keeps them for the manifest.
func (c *Chain) warnOf(report *SampleReport) {
	for _, w := range report.Warnings {
		c.Warnings[w]++
		c.Progress.Warn("%s", w)
	}
}

// judgedRows are the judged pairs of a split that is not trained on.
func (c *Chain) judgedRows(ctx context.Context, of *Drawer, s *Split) (*pairs.Table, sample.RegularLedger, error) {
	d := c.judgedDrawer(of, s)
	result, err := d.Draw(ctx, nil, sample.All, nil)
	if err != nil {
		return nil, sample.RegularLedger{}, err
	}
	rows, err := c.rows(ctx, d, s.Name, result, Loss{})
	return rows, result.RegularLedger, err
}

// judgedDrawer draws the judged pairs of a split that is not trained on.
func (c *Chain) judgedDrawer(of *Drawer, s *Split) *Drawer {
	d := *of
	d.Queries, d.Judged, d.labels = s.Queries, 0, nil
	d.Axioms = &Axioms{}
	d.Miner = &mine.Miner{Index: c.Index, Threads: of.Miner.Threads, Collection: of.Miner.Collection}
	d.Options.Regular, d.Options.Strategy = sample.All, sample.Paired
	return &d
}

// rows turns a closed sample of a split into records.
func (c *Chain) rows(ctx context.Context, d *Drawer, split string, r *sample.Result, loss Loss) (*pairs.Table, error) {
	n := len(r.Regular)
	for _, pool := range r.Pools {
		n += len(pool)
	}
	st := c.Progress.Stage("rows", split+" rows", n)
	defer st.Done()
	return d.Rows(ctx, r, loss, st)
}

// sampleKey is the key of everything that decides the pairs.
func (c *Chain) sampleKey() (string, error) {
	g := &c.Config.Gen
	runs, err := c.ModelRuns()
	if err != nil {
		return "", err
	}
	text := func(name, value string) string { return configs.Portable("gen."+name, value) } // what files hold is in the key before
	return c.extend("sample", text("axioms", g.Axioms), g.DeltaStar, g.PoolTop, g.PoolQueries, text("ratio", g.Ratio), text("pairs", g.Pairs),
		g.Strategy, g.Budget, g.Sample, text("weights", g.Weights), runs, g.ViolatedMargin, g.Conflict, g.Regular, g.Positives,
		g.NegativesPerPositive, g.PositivesPerQuery, g.NegativesPerQuery, g.SkipTop, g.MaxScore, g.NearDuplicates, g.AbsoluteMargin,
		g.RelativeMargin, g.JudgedOnly, g.JudgedQueries, g.MinGrade, g.AddRelevant, text("mixture", g.Mixture), g.RankingRows,
		c.Config.Tokenize.GroupSize, g.Rows, g.OnShortage, g.ClassSample, g.ClassTest, g.ClassQueries, g.UniqueQueries,
		g.UniqueTest, g.Order, g.Made, g.Perturb, g.PerturbWeight, g.Seed,
		text("weights", c.Config.Train.AxiomWeight), text("weights", c.Config.Train.AxiomMargin), c.Config.Train.PerturbMargin, c.Config.Train.Margin), nil
}

func pairsName(d SplitPairs) string { return pairsDir + "/" + d.name() + pairsExtension }

func sparesName(split string) string { return sparesDir + "/" + split + pairsExtension }

const ledgerName = "ledger.json"

func (c *Chain) writePairs(ctx context.Context, key string, data []SplitPairs, report *SampleReport) error {
	var files []outdir.File
	for _, d := range data {
		st := c.Progress.Stage("pairs", d.name()+" pairs", d.Pairs.Len())
		f, err := c.Out.WriteFile(pairsName(d), func(w io.Writer) error { return pairs.Write(ctx, w, d.Pairs, st) })
		st.Done()
		if err != nil {
			return err
		}
		files = append(files, f)
		if d.Spares == nil {
			continue
		}
		if f, err = c.Out.WriteFile(sparesName(d.Split), func(w io.Writer) error { return pairs.Write(ctx, w, d.Spares, nil) }); err != nil {
			return err
		}
		files = append(files, f)
	}
	f, err := c.Out.WriteJSON(ledgerName, report)
	if err != nil {
		return err
	}
	beside, err := c.writeBeside(data, report)
	if err != nil {
		return err
	}
	return c.Out.Finish("sample", key, slices.Concat(files, beside, []outdir.File{f}))
}

// readPairs gives back what writePairs left, the training split first.
func (c *Chain) readPairs(ctx context.Context) ([]SplitPairs, *SampleReport, error) {
	raw, err := os.ReadFile(c.Out.Path(ledgerName))
	if err != nil {
		return nil, nil, err
	}
	report := &SampleReport{}
	if err := json.Unmarshal(raw, report); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", ledgerName, err)
	}
	training, err := c.Training()
	if err != nil {
		return nil, nil, err
	}
	data := []SplitPairs{{Split: training.Name}}
	for _, s := range c.Splits {
		if s.Name != training.Name {
			data = append(data, SplitPairs{Split: s.Name})
		}
	}
	for _, t := range report.Tasks {
		if set := (SplitPairs{Split: t.Split, Set: t.Set}); t.Set != "" && !slices.ContainsFunc(data, func(d SplitPairs) bool { return d.name() == set.name() }) {
			data = append(data, set)
		}
	}
	for i := range data {
		st := c.Progress.Stage("pairs", data[i].name()+" pairs", report.Rows[data[i].name()])
		data[i].Pairs, err = pairs.Read(ctx, c.Out.Path(pairsName(data[i])), st)
		st.Done()
		if err != nil {
			return nil, nil, err
		}
		if _, ok := report.Groups[data[i].Split]; ok && data[i].Set == "" {
			if data[i].Spares, err = pairs.Read(ctx, c.Out.Path(sparesName(data[i].Split)), nil); err != nil {
				return nil, nil, err
			}
		}
	}
	c.warnOf(report)
	return data, report, nil
}
