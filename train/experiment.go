package train

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
)

// experiment is one run of the whole comparison.
type experiment struct {
	chain    *prepare.Prepared
	config   *configs.Config
	grid     *grid
	measures []eval.Measure
	main     eval.Measure
	grades   map[string][]corpus.Qrel // by query
	folds    []*fold
	prepared []*prepared
	units    []*unit // in the order in which they were trained
	cautions []string
	runSums  [2]string // checksums of the runs whose mistakes decide what is drawn
	training *progress.Stage
}

// Run trains every arm under every seed and fold: each explores its grid on dev and takes its best setting, which alone is tested
// on the held-out queries. It leaves result.json, the reports, the runs and the models in the chain's directory.
func Run(ctx context.Context, c *prepare.Prepared, command string) (*report.Result, error) {
	e, err := setUp(ctx, c)
	if err != nil {
		return nil, err
	}
	defer e.chain.Close()
	if err := e.train(ctx); err != nil {
		return nil, err
	}
	result, err := e.result(ctx, command)
	if err != nil {
		return nil, err
	}
	return result, e.write(result)
}

// Check refuses what an experiment would refuse, before any work is done.
func Check(c *configs.Config, origins map[string]configs.Origin) error {
	if _, err := Measures(c); err != nil {
		return err
	}
	if err := checkSetting(c); err != nil {
		return err
	}
	g, err := gridOf(c, origins)
	if err != nil {
		return err
	}
	for _, s := range slices.Concat(g.judged, g.augmented) {
		own, err := s.over(c)
		if err != nil {
			return err
		}
		if own.Gen.Vectors == "" {
			own.Gen.Vectors = c.Gen.Vectors // axioms that ask how alike terms are keep the configured ones
		}
		if err := checkSetting(own); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}

func checkSetting(c *configs.Config) error {
	if c.Gen.Axioms == "" {
		c = withoutPools(c)
	}
	if err := gen.Check(c); err != nil {
		return err
	}
	if _, err := regulariserOf(c); err != nil {
		return err
	}
	o := options(c, 0)
	if err := o.Validate(); err != nil {
		return err
	}
	list, err := pools.ParseAxioms(&c.Gen)
	if err != nil {
		return err
	}
	_, err = parseSchedule(c.Train.Schedule, c.Train.PairsPerEpoch, list.Pools, c.Gen.Budget, c.Train.MaxRepeats)
	return err
}

// setUp checks the configuration and finds candidates.
func setUp(ctx context.Context, c *prepare.Prepared) (*experiment, error) {
	e := &experiment{chain: c, config: c.Config}
	var err error
	if err := Check(c.Config, c.Origins); err != nil {
		return nil, err
	}
	if e.grid, err = gridOf(c.Config, c.Origins); err != nil {
		return nil, err
	}
	if c.Axioms, err = e.allAxioms(); err != nil {
		return nil, err
	}
	if e.measures, err = Measures(c.Config); err != nil {
		return nil, err
	}
	e.main = e.measures[0]
	if e.runSums, err = prepare.ModelRuns(&c.Config.Gen); err != nil {
		return nil, err
	}
	return e, e.prepare(ctx)
}

func (e *experiment) caution(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	e.cautions = append(e.cautions, text)
	e.chain.Progress.Warn("%s", text)
}

func errNoQueries(split string) error {
	return fault.BadInput("", 0, "divide the queries with --splits \"folds 5\" or \"hash 70/15/15\"",
		"the %s split has no query with a term", split)
}

func errNotJudged(split string) error {
	return fault.BadInput("", 0, fmt.Sprintf("give judgements with --qrels %s=FILE; without any, axiomine gen makes pairs for a trainer of your own", split),
		"no %s query has a judgement: nothing can be measured", split)
}

var errNothingJudged = fault.BadInput("", 0, "give judgements with --qrels FILE; without any, axiomine gen makes pairs for a trainer of your own",
	"no query has a judgement: nothing can be measured")

var errNoJudgedArm = fault.BadUsage("give judged pairs, or name the run of another model",
	"violated_by or hard_run: judged, but no arm is trained on judged pairs")

// Measures parses train.measures; the first is the one that is tested.
func Measures(c *configs.Config) ([]eval.Measure, error) {
	var list []eval.Measure
	for _, name := range strings.Split(c.Train.Measures, ",") {
		m, err := eval.Parse(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

func options(c *configs.Config, seed uint64) drmm.Options {
	t := &c.Train
	o := drmm.Options{Mode: drmm.Mode(t.Histogram), Gating: drmm.Gating(t.Gating), Batch: t.BatchSize, LearningRate: t.LearningRate,
		Margin: t.Margin, InitScale: t.InitScale, GateStart: t.GateStart, CosineScale: t.CosineScale, Seed: seed, Restart: t.Restart,
		Engine: drmm.Engine(t.Engine)}
	if t.Features == "extra" {
		o.Extras = numExtras
	}
	return o
}

func (e *experiment) seeds() []uint64 {
	var out []uint64
	for i := range e.config.Train.Seeds {
		out = append(out, uint64(e.config.Gen.Seed+i))
	}
	return out
}

func (e *experiment) threads() int { return mine.Threads(e.config.Gen.Threads) }

// tell shows an epoch behind the count of trainings.
func (e *experiment) tell(c *cell, done report.Epoch) {
	e.training.Note(fmt.Sprintf("%s epoch %d loss %.4f dev %s %.4f gate %.3f", c.name, done.Epoch, done.Loss, e.main, done.DevMain, done.Gate))
}

// minesMistakes says whether some setting draws pairs by the mistakes of the judged arm.
func (e *experiment) minesMistakes() bool {
	return slices.ContainsFunc(append([]setting{nil}, e.grid.augmented...), func(s setting) bool {
		g := &e.config.Gen
		hard := s.value("gen.sample", g.Sample) == sample.Hard && s.value("gen.hard_run", g.HardRun) == pools.JudgedArm
		return hard || s.value("gen.violated_by", g.ViolatedBy) == pools.JudgedArm
	})
}

// featuresOf computes what a configuration's network sees of prepared queries, once for all that see the same.
func (e *experiment) featuresOf(ctx context.Context, p *prepared, c *configs.Config) (*features, error) {
	o := options(c, 0)
	key := fmt.Sprint(o.Mode, o.Gating, o.CosineScale, o.Extras, c.Gen.Vectors)
	p.mu.Lock()
	defer p.mu.Unlock()
	if f := p.features[key]; f != nil {
		return f, nil
	}
	m := &maker{index: e.chain.Index, options: o, first: p.first}
	var err error
	if m.vectors, err = e.chain.VectorsOf(ctx, c.Gen.Vectors); err != nil {
		return nil, err
	}
	list, err := e.diagnosedAxioms()
	if err != nil {
		return nil, err
	}
	m.making = &mine.Making{Axioms: mine.Generatives(list), Pieces: e.chain.Miner().Pieces}
	trainsOnMade := len(mine.Generatives(e.chain.Axioms.All)) > 0
	tested := map[string]bool{}
	for _, f := range e.folds {
		for i := range f.test {
			tested[f.test[i].ID] = f.from == p
		}
	}
	if err := e.copying(m, p); err != nil {
		return nil, err
	}
	m.withMade = func(q *mine.Query) bool { return trainsOnMade || tested[q.ID] }
	st := e.chain.Progress.Stage("histograms", "queries", len(p.queries))
	defer st.Done()
	f, err := m.of(ctx, p.queries, st)
	if err == nil {
		p.features[key] = f
	}
	return f, err
}

// diagnosed are the axioms whose fulfilment every experiment reports, beside those it trains on.
const diagnosed = "tfc1, tfc2, m-tdc, lnc2, m-and, tf-lnc, rs-bm25"

func (e *experiment) diagnosedAxioms() ([]axioms.Axiom, error) {
	list, err := axioms.ParseList(diagnosed)
	if err != nil {
		return nil, err
	}
	for _, a := range e.chain.Axioms.All {
		if !slices.ContainsFunc(list, func(b axioms.Axiom) bool { return a.String() == b.String() }) {
			list = append(list, a)
		}
	}
	return e.chain.Diagnosed(list), nil
}

// allAxioms are the axioms of every setting, for what is prepared once: made documents, lengths in word pieces.
func (e *experiment) allAxioms() (*pools.Axioms, error) {
	var list []*configs.Config
	for _, s := range append([]setting{nil}, e.grid.augmented...) {
		c, err := s.over(e.config)
		if err != nil {
			return nil, err
		}
		if c.Gen.Axioms == "" {
			continue
		}
		c.Gen.Mixture = "" // of data sets
		list = append(list, c)
	}
	return pools.Together(list)
}
