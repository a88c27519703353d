package train

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// Explorer trains arms. Under every seed on every fold, each arm trains all its settings and keeps the model that is best on dev.
type Explorer struct {
	Division *trial.Division
	Grid     *trial.Grid
	Measures []eval.Measure  // the first is the main one, which chooses settings
	Cautions []string        // sentences on the division and on the grid, for the record
	Offered  []report.Pool   // the pools of a command's training pairs; for the DRMM the record draws them again
	Unmet    []account.Unmet // the requested amounts that the drawn pairs do not reach
	Memory   *trial.Memory   // holds the models of earlier trainings; all experiments of a sweep share it
	Config   *configs.Config
	Ranker   *Ranker // runs the command of train.ranker; nil if the DRMM is trained

	store    *unitStore
	features *featureCache
	printer  *progress.Printer
	training *progress.Stage
}

// maxVectorTokens is the number of tokens of the largest collection on which word vectors are trained without a request.
// That training takes up to four minutes.
const maxVectorTokens = 2_000_000

// SetUp checks a run's configuration, divides the queries and retrieves the candidates. folders hold
// rankings of a command from earlier experiments of a sweep.
func SetUp(ctx context.Context, c *prepare.Preparation, folders ...string) (*Explorer, error) {
	if err := Check(c.Run.Config, c.Run.Origins); err != nil {
		return nil, err
	}
	e := &Explorer{Config: c.Run.Config, Memory: &trial.Memory{}, printer: c.Run.Progress}
	var err error
	if e.Grid, err = trial.NewGrid(c.Run.Config, c.Run.Origins); err != nil {
		return nil, err
	}
	list, err := e.Grid.Axioms(c.Run.Config)
	if err != nil {
		return nil, err
	}
	c = c.WithAxioms(list)
	if e.Measures, err = trial.Measures(c.Run.Config); err != nil {
		return nil, err
	}
	sums, err := prepare.ModelRuns(&c.Run.Config.Gen)
	if err != nil {
		return nil, err
	}
	if c.Run.Config.Train.Ranker != "" {
		e.Ranker = NewRanker(c.Run.Out, folders)
	}
	parts, err := trial.ReadDivision(ctx, c)
	if err != nil {
		return nil, err
	}
	e.Cautions = parts.Notes
	asksVectors := e.Config.Train.Choose != configs.ChooseDefault || e.Config.Gen.Vectors != ""
	if tokens := parts.Chain.Index.TotalTerms(); tokens > maxVectorTokens && !asksVectors {
		e.Grid = e.Grid.WithoutTrainedVectors()
		e.caution(fmt.Sprintf("no word vectors: training them on %d tokens takes long; "+
			"--vectors FILE gives some, --vectors train trains them all the same", tokens))
	}
	if e.Division, err = parts.Retrieve(ctx, e.Measures[0]); err != nil {
		return nil, err
	}
	e.store = &unitStore{out: c.Run.Out, config: e.Config, measure: e.Measures[0], runSums: sums,
		minesMistakes: e.Grid.MinesMistakes(e.Config)}
	e.features = &featureCache{chain: e.Division.Chain, folds: e.Division.Folds, cache: map[featureKey]*trial.Features{}}
	for _, f := range e.Division.Folds {
		drawer, err := dataset.NewDrawer(e.Division.Chain, &prepare.Split{Name: "train", Queries: f.Train}, nil)
		if err != nil {
			return nil, err
		}
		for _, text := range drawer.FewerJudged() {
			if !slices.Contains(e.Cautions, text) {
				e.caution(text)
			}
		}
	}
	return e, nil
}

// caution prints a warning and adds it to Cautions.
func (e *Explorer) caution(text string) {
	e.Cautions = append(e.Cautions, text)
	e.printer.Warn("%s", text)
}

// Seeds returns train.seeds consecutive seeds, the first of which is gen.seed.
func Seeds(c *configs.Config) []uint64 {
	var out []uint64
	for i := range c.Train.Seeds {
		out = append(out, uint64(c.Gen.Seed+i))
	}
	return out
}

// alwaysDiagnosed are the axioms whose fulfilment every experiment reports.
const alwaysDiagnosed = "tfc1, tfc2, m-tdc, lnc2, m-and, tf-lnc, rs-bm25"

// DiagnosisAxioms returns the axioms whose fulfilment is reported: alwaysDiagnosed and the axioms of the
// training pairs. With gen.made: none, axioms about made documents are left out.
func DiagnosisAxioms(p *prepare.Preparation) ([]axioms.Axiom, error) {
	list, err := axioms.ParseList(alwaysDiagnosed)
	if err != nil {
		return nil, err
	}
	for _, a := range p.Axioms.All {
		if !slices.ContainsFunc(list, func(b axioms.Axiom) bool { return a.String() == b.String() }) {
			list = append(list, a)
		}
	}
	return prepare.OmitMade(&p.Run.Config.Gen, list), nil
}

// featureKey identifies features: the candidates, and the network's inputs.
type featureKey struct {
	candidates *trial.Candidates
	network    string
}

// featureCache computes the network's inputs, once for all configurations with the same inputs.
type featureCache struct {
	chain *prepare.Preparation
	folds []*trial.Fold

	mu    sync.Mutex
	cache map[featureKey]*trial.Features
}

// get returns the network's inputs of a configuration for the queries of p.
func (n *featureCache) get(ctx context.Context, p *trial.Candidates, c *configs.Config) (*trial.Features, error) {
	o := trial.NetworkOptions(c, 0)
	key := featureKey{p, fmt.Sprint(o.Mode, o.Gating, o.CosineScale, c.Gen.Vectors)}
	n.mu.Lock()
	defer n.mu.Unlock()
	if f := n.cache[key]; f != nil {
		return f, nil
	}
	m := &trial.Maker{Index: n.chain.Index, Options: o}
	var err error
	if m.Vectors, err = prepare.VectorsOf(ctx, n.chain, c.Gen.Vectors); err != nil {
		return nil, err
	}
	list, err := DiagnosisAxioms(n.chain)
	if err != nil {
		return nil, err
	}
	trained, diagnostic := mine.Generatives(n.chain.Axioms.All), mine.Generatives(list)
	trainsOnMade := len(trained) > 0
	m.Making = &mine.Making{Axioms: diagnostic, Pieces: prepare.NewMiner(n.chain).Pieces}
	if len(diagnostic) == 0 { // with gen.made: none, made documents are not diagnosed, but may be in training pairs
		m.Making.Axioms = trained
	}
	isTest := map[string]bool{}
	for _, f := range n.folds {
		for i := range f.Test {
			isTest[f.Test[i].ID] = f.Source == p
		}
	}
	m.WithMade = func(q *mine.Query) bool { return trainsOnMade || isTest[q.ID] }
	st := n.chain.Run.Progress.Stage("histograms", "queries", len(p.Queries))
	defer st.Done()
	f, err := m.Compute(ctx, p.Queries, st)
	if err == nil {
		n.cache[key] = f
	}
	return f, err
}
