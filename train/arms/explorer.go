package arms

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/parallel"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/ledger"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/division"
	"github.com/axiomine/axiomine/train/drawing"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/features"
	"github.com/axiomine/axiomine/train/ranker"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/settings"
)

// Explorer trains arms: each explores its settings on dev under every seed on every fold, and keeps the model of the best.
type Explorer struct {
	Division *division.Division
	Grid     *settings.Grid
	Measures []eval.Measure // the first decides
	Cautions []string       // of the division and of the grid, for the record
	Offered  []report.Pool  // of a command's training pairs; the DRMM's are drawn anew for the record
	Unmet    []ledger.Unmet // amounts that are asked and that the drawn pairs do not reach

	chain    *prepare.Prepared // the division's
	config   *configs.Config
	runSums  [2]string // checksums of the runs whose mistakes decide what is drawn
	training *progress.Stage
	ranker   *ranker.Ranker // nil: the DRMM is trained

	mu   sync.Mutex
	seen map[seenKey]*features.Features
}

// mostTokens is the size of a collection on which word vectors are still trained unasked: up to four minutes of work.
const mostTokens = 2_000_000

// SetUp checks a run's configuration, divides its queries and finds the candidates. Rankings of a command are also looked for in what
// parts of the experiment left in merged.
func SetUp(ctx context.Context, c *prepare.Prepared, merged ...string) (*Explorer, error) {
	if err := Check(c.Config, c.Origins); err != nil {
		return nil, err
	}
	e := &Explorer{config: c.Config, seen: map[seenKey]*features.Features{}}
	var err error
	if e.Grid, err = settings.Of(c.Config, c.Origins); err != nil {
		return nil, err
	}
	asked, err := e.Grid.Axioms(c.Config)
	if err != nil {
		return nil, err
	}
	c = c.WithAxioms(asked)
	if e.Measures, err = settings.Measures(c.Config); err != nil {
		return nil, err
	}
	if e.runSums, err = prepare.ModelRuns(&c.Config.Gen); err != nil {
		return nil, err
	}
	if err := e.setUpRanker(c, merged); err != nil {
		return nil, err
	}
	divided, err := division.Read(ctx, c)
	if err != nil {
		return nil, err
	}
	e.chain, e.Cautions = divided.Chain, divided.Notes
	e.leaveTrainedVectors()
	if e.Division, err = divided.Retrieve(ctx, e.Measures[0]); err != nil {
		return nil, err
	}
	return e, e.countJudged()
}

// countJudged cautions where fewer queries can be trained on than are asked for, of folds once for each number.
func (e *Explorer) countJudged() error {
	for _, f := range e.Division.Folds {
		fewer, err := drawing.FewerJudged(e.chain, f)
		if err != nil {
			return err
		}
		for _, text := range fewer {
			if !slices.Contains(e.Cautions, text) {
				e.caution(text)
			}
		}
	}
	return nil
}

// caution warns, now and in the record.
func (e *Explorer) caution(text string) {
	e.Cautions = append(e.Cautions, text)
	e.chain.Progress.Warn("%s", text)
}

// leaveTrainedVectors takes word vectors that nobody asked for out of the grid where training them takes long.
func (e *Explorer) leaveTrainedVectors() {
	tokens := e.chain.Index.TotalTerms()
	if e.config.Train.Choose != configs.ChooseDefault || e.config.Gen.Vectors != "" || tokens <= mostTokens {
		return
	}
	e.Grid = e.Grid.WithoutTrained()
	e.caution(fmt.Sprintf("no word vectors: training them on %d tokens takes long; "+
		"--vectors FILE gives some, --vectors train trains them all the same", tokens))
}

// Begin shows that a number of trainings is to come. They are counted until the stage is done.
func (e *Explorer) Begin(trainings int) *progress.Stage {
	e.training = e.chain.Progress.Stage("train", "trainings", trainings)
	return e.training
}

// Seeds are the configured number of seeds, from the configured one on.
func (e *Explorer) Seeds() []uint64 {
	var out []uint64
	for i := range e.config.Train.Seeds {
		out = append(out, uint64(e.config.Gen.Seed+i))
	}
	return out
}

// Threads is how many trainings run side by side.
func (e *Explorer) Threads() int { return parallel.Threads(e.config.Gen.Threads) }

// diagnosed are the axioms whose fulfilment every experiment reports, beside those it trains on.
const diagnosed = "tfc1, tfc2, m-tdc, lnc2, m-and, tf-lnc, rs-bm25"

// Diagnosed are the axioms whose fulfilment is reported: those, and what is trained on.
func (e *Explorer) Diagnosed() ([]axioms.Axiom, error) {
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
