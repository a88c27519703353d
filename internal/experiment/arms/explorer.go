package arms

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/experiment/division"
	"github.com/axiomine/axiomine/internal/experiment/features"
	"github.com/axiomine/axiomine/internal/experiment/ranker"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/experiment/settings"
	"github.com/axiomine/axiomine/internal/experiment/trainpairs"
	"github.com/axiomine/axiomine/internal/experiment/trial"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/train/eval"
)

// Explorer trains arms. Each arm explores its settings on dev under every seed on every fold, and keeps
// the best setting's model.
type Explorer struct {
	Division *division.Division
	Grid     *settings.Grid
	Measures []eval.Measure  // the first is the main one
	Cautions []string        // of the division and of the grid, for the record
	Offered  []report.Pool   // pools of a command's training pairs; for the DRMM the record draws them again
	Unmet    []account.Unmet // requested amounts that the drawn pairs do not reach
	Memory   *Memory         // of trainings; a sweep's experiments share it

	chain    *prepare.Prepared // that of the division
	config   *configs.Config
	runSums  [2]string // checksums of the runs whose mistakes pairs are drawn from
	training *progress.Stage
	ranker   *ranker.Ranker // nil if the DRMM is trained

	mu    sync.Mutex
	cache map[featureKey]*features.Features
}

// Memory holds the models of trainings.
type Memory = trial.Memory

// mostTokens is the size of the largest collection on which word vectors are trained without a request. Training
// them on it takes up to four minutes.
const mostTokens = 2_000_000

// SetUp checks a run's configuration, divides its queries and retrieves the candidates. It also looks
// in folders for rankings of a command: the folders of the experiment's parts.
func SetUp(ctx context.Context, c *prepare.Prepared, folders ...string) (*Explorer, error) {
	if err := Check(c.Run.Config, c.Run.Origins); err != nil {
		return nil, err
	}
	e := &Explorer{config: c.Run.Config, Memory: &Memory{}, cache: map[featureKey]*features.Features{}}
	var err error
	if e.Grid, err = settings.Of(c.Run.Config, c.Run.Origins); err != nil {
		return nil, err
	}
	list, err := e.Grid.Axioms(c.Run.Config)
	if err != nil {
		return nil, err
	}
	c = c.WithAxioms(list)
	if e.Measures, err = settings.Measures(c.Run.Config); err != nil {
		return nil, err
	}
	if e.runSums, err = prepare.ModelRuns(&c.Run.Config.Gen); err != nil {
		return nil, err
	}
	if err := e.setUpRanker(c, folders); err != nil {
		return nil, err
	}
	parts, err := division.Read(ctx, c)
	if err != nil {
		return nil, err
	}
	e.chain, e.Cautions = parts.Chain, parts.Notes
	e.leaveTrainedVectors()
	if e.Division, err = parts.Retrieve(ctx, e.Measures[0]); err != nil {
		return nil, err
	}
	return e, e.countJudged()
}

// countJudged warns if fewer queries can be trained on than requested. Equal warnings of several folds
// are given once.
func (e *Explorer) countJudged() error {
	for _, f := range e.Division.Folds {
		fewer, err := trainpairs.FewerJudged(e.chain, f)
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
	e.chain.Run.Progress.Warn("%s", text)
}

// leaveTrainedVectors removes word vectors that the user did not request from the grid, if training
// them takes long.
func (e *Explorer) leaveTrainedVectors() {
	tokens := e.chain.Index.TotalTerms()
	if e.config.Train.Choose != configs.ChooseDefault || e.config.Gen.Vectors != "" || tokens <= mostTokens {
		return
	}
	e.Grid = e.Grid.WithoutTrained()
	e.caution(fmt.Sprintf("no word vectors: training them on %d tokens takes long; "+
		"--vectors FILE gives some, --vectors train trains them all the same", tokens))
}

// Begin starts the progress stage of a number of trainings. Trainings are counted until the stage is
// done.
func (e *Explorer) Begin(trainings int) *progress.Stage {
	e.training = e.chain.Run.Progress.Stage("train", "trainings", trainings)
	return e.training
}

// Seeds returns the configured number of seeds, from the configured first one on.
func (e *Explorer) Seeds() []uint64 {
	var out []uint64
	for i := range e.config.Train.Seeds {
		out = append(out, uint64(e.config.Gen.Seed+i))
	}
	return out
}

// Threads returns the number of trainings that run in parallel.
func (e *Explorer) Threads() int { return parallel.Threads(e.config.Gen.Threads) }

// alwaysDiagnosed are the axioms whose fulfilment every experiment reports.
const alwaysDiagnosed = "tfc1, tfc2, m-tdc, lnc2, m-and, tf-lnc, rs-bm25"

// Diagnosed returns the axioms whose fulfilment is reported: alwaysDiagnosed and the axioms of the
// training pairs.
func (e *Explorer) Diagnosed() ([]axioms.Axiom, error) {
	list, err := axioms.ParseList(alwaysDiagnosed)
	if err != nil {
		return nil, err
	}
	for _, a := range e.chain.Axioms.All {
		if !slices.ContainsFunc(list, func(b axioms.Axiom) bool { return a.String() == b.String() }) {
			list = append(list, a)
		}
	}
	return prepare.Diagnosed(&e.chain.Run.Config.Gen, list), nil
}
