package train

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
	"golang.org/x/sync/errgroup"
)

// Names of the arms.
const (
	Judged     = "judged"
	JudgedMore = "judged, as many pairs" // the control with as many judged pairs an epoch as the augmented arm has in all
	Augmented  = "judged + axioms"
	AxiomsOnly = "axioms only"
)

// experiment is one run of the whole comparison.
type experiment struct {
	chain    *gen.Chain
	config   *configs.Config
	measures []eval.Measure
	main     eval.Measure
	queries  []mine.Query // of all splits, with candidates
	qrels    []corpus.Qrel
	grades   map[string][]corpus.Qrel // by query
	folds    []*fold
	features *features
	drawn    map[draw]*sample.Result
	cells    []*cell
	models   []*trained // of cells, in their order
	warnings []string
	runSums  [2]string // checksums of the runs whose mistakes decide what is drawn
}

// draw is what decides a drawing beyond the configuration.
type draw struct {
	seed uint64
	fold int
}

// Run trains every arm under every seed and fold, tests on the held-out queries and leaves result.json, the reports, the
// runs and the models in the chain's directory.
func Run(ctx context.Context, c *gen.Chain, command string) (*report.Result, error) {
	e, err := setUp(ctx, c)
	if err != nil {
		return nil, err
	}
	judged, err := e.plan(ctx)
	if err != nil {
		return nil, err
	}
	if err := e.trainCells(ctx, judged); err != nil {
		return nil, err
	}
	result, err := e.result(ctx, command)
	if err != nil {
		return nil, err
	}
	return result, e.write(result)
}

// Check refuses what an experiment would refuse, before any work is done.
func Check(c *configs.Config) error {
	if _, err := Measures(c); err != nil {
		return err
	}
	o := options(c, 0)
	if err := o.Validate(); err != nil {
		return err
	}
	pools, err := gen.ParseAxioms(&c.Gen)
	if err != nil {
		return err
	}
	_, err = ParseSchedule(c.Train.Schedule, c.Train.PairsPerEpoch, pools.Pools, c.Gen.Budget, c.Train.MaxRepeats)
	return err
}

// setUp checks the configuration, finds candidates and computes features.
func setUp(ctx context.Context, c *gen.Chain) (*experiment, error) {
	e := &experiment{chain: c, config: c.Config, drawn: map[draw]*sample.Result{}}
	if err := Check(c.Config); err != nil {
		return nil, err
	}
	var err error
	if e.measures, err = Measures(c.Config); err != nil {
		return nil, err
	}
	e.main = e.measures[0]
	o := options(c.Config, 0)
	if e.runSums, err = c.ModelRuns(); err != nil {
		return nil, err
	}
	if err := e.prepare(ctx); err != nil {
		return nil, err
	}
	if c.Vectors == nil {
		e.warn("no word vectors are configured: DRMM sees exact matches only")
	}
	return e, e.makeFeatures(ctx, o)
}

// plan draws the pools and lists the trainings. Under violated_by: judged or hard_run: judged it trains the judged arm first,
// which says what the others learn from, and gives its models.
func (e *experiment) plan(ctx context.Context) (judged map[draw]*trained, err error) {
	if e.config.Gen.ViolatedBy == gen.JudgedArm || e.hardForJudged() {
		if judged, err = e.trainJudged(ctx); err != nil {
			return nil, err
		}
	}
	if err := e.drawPools(ctx, judged); err != nil {
		return nil, err
	}
	return judged, e.planCells()
}

func (e *experiment) warn(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	e.warnings = append(e.warnings, text)
	e.chain.Progress.Warn("%s", text)
}

func errNoQueries(split string) error {
	return fault.BadInput("", 0, "divide the queries with --splits \"folds 5\" or \"hash 70/15/15\"", "the %s split has no query with a term", split)
}

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
	return drmm.Options{Mode: drmm.Mode(t.Histogram), Gating: drmm.Gating(t.Gating), Batch: t.BatchSize, LearningRate: t.LearningRate,
		Margin: t.Margin, InitScale: t.InitScale, GateStart: t.GateStart, Seed: seed}
}

func (e *experiment) seeds() []uint64 {
	var out []uint64
	for i := range e.config.Train.Seeds {
		out = append(out, uint64(e.config.Gen.Seed+i))
	}
	return out
}

func (e *experiment) makeFeatures(ctx context.Context, o drmm.Options) error {
	st := e.chain.Progress.Stage("histograms", "queries", len(e.queries))
	defer st.Done()
	trainsOnMade := len(mine.Generatives(e.chain.Axioms.All)) > 0
	list, err := e.diagnosedAxioms()
	if err != nil {
		return err
	}
	miner := e.chain.Miner()
	making := &mine.Making{Axioms: mine.Generatives(append(list, miner.Axioms...)), Pieces: miner.Pieces}
	tested := map[string]bool{}
	for _, f := range e.folds {
		for i := range f.test {
			tested[f.test[i].ID] = true
		}
	}
	e.features, err = makeFeatures(ctx, e.chain.Index, e.chain.Vectors, o, e.queries, making, func(q *mine.Query) bool { return trainsOnMade || tested[q.ID] }, st)
	return err
}

// arm is one way to train.
type arm struct {
	name     string
	schedule Schedule
}

// armsOf gives the arms that a drawing allows.
func (e *experiment) armsOf(pools *sample.Result) ([]arm, error) {
	t, g := &e.config.Train, &e.config.Gen
	augmented, err := ParseSchedule(t.Schedule, t.PairsPerEpoch, e.chain.Axioms.Pools, g.Budget, t.MaxRepeats)
	if err != nil {
		return nil, err
	}
	none := make([]int, len(augmented.Axiomatic))
	more := augmented.Regular
	for i, k := range augmented.Axiomatic {
		if size := len(pools.Pools[i]); k == sample.All {
			more += size
		} else {
			more += min(k, size*t.MaxRepeats)
		}
	}
	var arms []arm
	name := Augmented
	if len(pools.Regular) > 0 {
		arms = append(arms, arm{Judged, Schedule{Regular: t.PairsPerEpoch, Axiomatic: none, MaxRepeats: 1}})
		if more > t.PairsPerEpoch {
			arms = append(arms, arm{JudgedMore, Schedule{Regular: more, Axiomatic: none, MaxRepeats: 1}})
		}
	}
	if len(pools.Regular) == 0 || augmented.Regular == 0 {
		name = AxiomsOnly
	}
	if slices.ContainsFunc(pools.Pools, func(p []sample.Drawn) bool { return len(p) > 0 }) {
		arms = append(arms, arm{name, augmented})
	}
	return arms, nil
}

// drawPools draws every pool in drawing order, once per seed and fold, as far as the schedules can use it. The draws of a
// seed are shared by its arms, and so is the set of judged queries. With judged models each draws what it violates.
func (e *experiment) drawPools(ctx context.Context, judged map[draw]*trained) error {
	t, g := &e.config.Train, &e.config.Gen
	schedule, err := ParseSchedule(t.Schedule, t.PairsPerEpoch, e.chain.Axioms.Pools, g.Budget, t.MaxRepeats)
	if err != nil {
		return err
	}
	queries := 0
	for _, f := range e.folds {
		queries += len(f.train)
	}
	st := e.chain.Progress.Stage("mine", "queries", queries*t.Seeds)
	defer st.Done()
	for _, seed := range e.seeds() {
		for _, f := range e.folds {
			at := draw{seed, f.number}
			only, err := e.violated(judged[at])
			if err != nil {
				return err
			}
			d, err := e.chain.Drawer(&gen.Split{Name: "train", Queries: f.train}, only)
			if err != nil {
				return err
			}
			d.Options.Seed, d.Options.Budget = seed, sample.Append // the schedule keeps the budget
			if e.hardForJudged() {
				if m := judged[at]; m != nil {
					d.Hard = modelScorer{e.features, m.model}
				} else {
					d.Options.Draw = sample.Balanced // for the judged arm, whose pairs no run orders
				}
			}
			r, err := d.Draw(ctx, schedule.Wanted(t.Epochs), d.Options.Regular, st)
			if err != nil {
				return err
			}
			if d.Hard != nil && e.hardForJudged() {
				r.Regular = e.drawn[at].Regular // those that the judged arm learnt from
			}
			e.drawn[at] = r
		}
	}
	return nil
}

// planCells lists the trainings: arms in order, each over seeds and folds.
func (e *experiment) planCells() error {
	t := &e.config.Train
	e.cells = nil
	byArm := map[string][]*cell{}
	var names []string
	for _, seed := range e.seeds() {
		for _, f := range e.folds {
			pools := e.drawn[draw{seed, f.number}]
			arms, err := e.armsOf(pools)
			if err != nil {
				return err
			}
			weights, margins, err := e.poolWeights(pools)
			if err != nil {
				return err
			}
			for _, a := range arms {
				if byArm[a.name] == nil {
					names = append(names, a.name)
				}
				byArm[a.name] = append(byArm[a.name], &cell{arm: a.name, seed: seed, fold: f, options: options(e.config, seed), schedule: a.schedule,
					pools: pools, epochs: t.Epochs, patience: t.Patience, weights: weights, margins: margins})
			}
		}
	}
	if len(names) == 0 {
		return fault.Short("add judgements or axioms; axiomine gen mine shows what each axiom finds", "the training queries give no pair at all")
	}
	for _, name := range names {
		e.cells = append(e.cells, byArm[name]...)
	}
	return nil
}

// poolWeights gives the loss weight and margin of each axiomatic pool: the configured ones, times the weight of its rows.
func (e *experiment) poolWeights(drawn *sample.Result) (weights, margins []float64, err error) {
	pools, t := e.chain.Axioms, &e.config.Train
	if weights, err = pools.PerPool("train.axiom_weight", t.AxiomWeight, 1); err != nil {
		return nil, nil, err
	}
	if margins, err = pools.PerPool("train.axiom_margin", t.AxiomMargin, 1); err != nil {
		return nil, nil, err
	}
	rows, err := pools.RowWeights(&e.config.Gen, drawn)
	for i := range rows {
		weights[i] *= rows[i]
	}
	return weights, margins, err
}

// trainCells runs the trainings side by side, each on one thread. Judged models that are trained already are taken over.
func (e *experiment) trainCells(ctx context.Context, judged map[draw]*trained) error {
	st := e.chain.Progress.Stage("train", "epochs", len(e.cells)*e.config.Train.Epochs)
	defer st.Done()
	e.models = make([]*trained, len(e.cells))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(mine.Threads(e.config.Gen.Threads))
	for i, c := range e.cells {
		if m := judged[draw{c.seed, c.fold.number}]; m != nil && c.arm == Judged {
			e.models[i] = m
			st.Add(c.epochs)
			continue
		}
		group.Go(func() (err error) {
			defer fault.Rescue(&err)
			m, kept, err := e.recall(c)
			if !kept && err == nil {
				if m, err = c.run(ctx, e, c.teller(e, st)); err == nil {
					err = e.keep(c, m)
				}
			}
			if err != nil {
				return fmt.Errorf("%s, seed %d: %w", c.arm, c.seed, err)
			}
			if kept {
				st.Add(c.epochs)
			} else {
				st.Add(c.epochs - len(m.epochs)) // stopped early
			}
			e.models[i] = m
			return nil
		})
	}
	return group.Wait()
}

// poolName names a pool for the record.
func (e *experiment) poolName(pool int) string {
	if pool == regularPool {
		return "regular"
	}
	return e.chain.Axioms.Pools[pool].Name
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
