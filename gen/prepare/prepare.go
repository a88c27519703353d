// Package prepare brings a collection to where axioms can be asked: an index, word vectors, similarities and opinions of the
// documents, and candidates of the queries. Each step gives a value that has more than the one before it.
package prepare

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/perturb"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize"
)

// Prepared is a run as far as it is prepared. It is never changed: a step returns another one.
type Prepared struct {
	Inputs     *collection.Inputs
	Axioms     *quota.Axioms
	Index      index.Reader
	Splits     []Split                    // with candidates
	Vectors    *similarity.Table          // nil when none are configured
	Similarity axioms.Similarity          // nil when it is that of the vectors
	Opinions   *Opinions                  // of the files that axioms ask; nil when none does
	Vocabulary *tokenize.Tokenizer        // nil until something asks for word pieces
	Pieces     func(doc uint32) int       // length in word pieces; nil when no axiom asks
	read       map[string]*mine.RunScores // runs of other models, by path
	apart      bool                       // queries of one text stay several, since nothing is trained on them
}

// Split is a split's queries with their candidates.
type Split struct {
	Name    string
	Queries []mine.Query
	Qrels   []corpus.Qrel
	Census  mine.Census
}

// Start finds the inputs of a run.
func Start(r *stage.Run) (*Prepared, error) {
	in, err := collection.Start(r)
	if err != nil {
		return nil, err
	}
	p, err := newPrepared(in)
	if err != nil {
		return nil, err
	}
	return p, p.checkBare()
}

// Here starts a run over an existing index, whose queries are set later.
func Here(r *stage.Run) (*Prepared, error) {
	return newPrepared(&collection.Inputs{Run: r, Collection: &collection.Collection{Options: collection.ReadOptions(&r.Config.Gen)}})
}

func newPrepared(in *collection.Inputs) (*Prepared, error) {
	list, err := quota.ParseAxioms(&in.Run.Config.Gen)
	return &Prepared{Inputs: in, Axioms: list, read: map[string]*mine.RunScores{}}, err
}

// step returns a run that has more.
type step func(*Prepared, context.Context) (*Prepared, error)

// The steps, in order: those of the documents, which every division of the queries shares, and those of the queries.
var (
	documentSteps = []step{(*Prepared).Indexed, (*Prepared).checkMadeIDs, (*Prepared).measurePieces, (*Prepared).withVectors,
		(*Prepared).withSimilarity, (*Prepared).withOpinions}
	querySteps = []step{(*Prepared).WithMadeQueries, (*Prepared).checkRunsCoverMadeQueries, (*Prepared).Retrieved,
		(*Prepared).markNearDuplicates}
)

// runSteps runs steps. One that fails leaves nothing open that they opened.
func (p *Prepared) runSteps(ctx context.Context, steps []step) (*Prepared, error) {
	indexAtStart := p.Index
	for _, s := range steps {
		next, err := s(p, ctx)
		if next != nil {
			p = next
		}
		if err != nil {
			if p.Index != indexAtStart {
				p.Close()
			}
			return nil, err
		}
	}
	return p, nil
}

// Documents runs the steps that every division of the queries shares. The result holds an index, to be closed.
func (p *Prepared) Documents(ctx context.Context) (*Prepared, error) {
	return p.runSteps(ctx, documentSteps)
}

// Queries finds the candidates of the queries.
func (p *Prepared) Queries(ctx context.Context) (*Prepared, error) {
	return p.runSteps(ctx, querySteps)
}

// Candidates runs only the steps that lead to candidates. The result holds an index, to be closed.
func (p *Prepared) Candidates(ctx context.Context) (*Prepared, error) {
	return p.runSteps(ctx, append([]step{(*Prepared).Indexed}, querySteps...))
}

// All reads the topics and runs every step. The result holds an index, to be closed.
func (p *Prepared) All(ctx context.Context) (*Prepared, error) {
	p, err := p.ReadTopics(ctx)
	if err != nil {
		return nil, err
	}
	return p.runAll(ctx)
}

// AllForTraining does what All does for training rows: if no split serves, it returns an error before the documents are read. So it does
// if a check refuses the configuration for the names of the splits.
func (p *Prepared) AllForTraining(ctx context.Context, checks ...func(c *configs.Config, splits []string) error) (*Prepared, error) {
	p, err := p.ReadTopics(ctx)
	if err == nil {
		err = p.Inputs.CheckTraining()
	}
	for _, check := range append(checks, quota.CheckClassSplits) {
		if err == nil {
			err = check(p.Inputs.Run.Config, p.Inputs.SplitNames())
		}
	}
	if err != nil {
		return nil, err
	}
	return p.runAll(ctx)
}

// runAll runs every step behind the topics.
func (p *Prepared) runAll(ctx context.Context) (*Prepared, error) {
	if source, err := VectorsSource(&p.Inputs.Run.Config.Gen); err == nil && source != TrainVectors {
		if err := p.retire(stage.Vectors); err != nil {
			return nil, err
		}
	}
	return p.runSteps(ctx, slices.Concat(documentSteps, querySteps))
}

// ReadTopics reads the queries and divides them into splits.
func (p *Prepared) ReadTopics(ctx context.Context) (*Prepared, error) {
	in, err := p.Inputs.ReadTopics(ctx)
	if err != nil {
		return nil, err
	}
	return p.withInputs(in), nil
}

// ReadForExperiment reads the queries as the collection has them. It returns the divisions of an experiment, with notes on what was not
// asked for.
func (p *Prepared) ReadForExperiment(ctx context.Context) (*Prepared, []collection.Division, []string, error) {
	in, divisions, notes, err := p.Inputs.ReadForExperiment(ctx)
	if err != nil {
		return p, nil, nil, err
	}
	return p.withInputs(in), divisions, notes, nil
}

// Over returns the run over other queries, of a fold or of none (0), with a configuration of its own. The collection is shared.
func (p *Prepared) Over(topics []collection.Topics, fold int) *Prepared {
	config := *p.Inputs.Run.Config
	run := p.withInputs(p.Inputs.With(topics, fold))
	run.Inputs.Run, run.Splits = run.Inputs.Run.With(&config), nil
	return run
}

func (p *Prepared) withInputs(in *collection.Inputs) *Prepared {
	run := *p
	run.Inputs = in
	return &run
}

// Tuned returns the run with what a tuning chose for an experiment: what it leaves has names of its own, beside what axiomine gen leaves.
func (p *Prepared) Tuned() *Prepared {
	run := p.copy()
	run.Inputs.Tuned = true
	return run
}

// copy returns a copy that a step may fill, with its own notes for keys.
func (p *Prepared) copy() *Prepared {
	run, in := *p, *p.Inputs
	in.Run = p.Inputs.Run.With(p.Inputs.Run.Config)
	run.Inputs = &in
	return &run
}

// With returns the run under another configuration of what comes after the candidates.
func (p *Prepared) With(c *configs.Config) (*Prepared, error) {
	run := p.copy()
	run.Inputs.Run.Config = c
	var err error
	run.Axioms, err = quota.ParseAxioms(&c.Gen)
	return run, err
}

// WithAxioms returns the run with other axioms to ask.
func (p *Prepared) WithAxioms(list *quota.Axioms) *Prepared {
	run := p.copy()
	run.Axioms = list
	return run
}

// WithoutCandidates returns the run with its queries' texts and judgements alone. The candidates of p stay as they are, and their memory
// is free as soon as nothing uses p.
func (p *Prepared) WithoutCandidates() *Prepared {
	run := p.copy()
	run.Splits = slices.Clone(p.Splits)
	for i := range run.Splits {
		queries := slices.Clone(run.Splits[i].Queries)
		for j := range queries {
			queries[j].Docs, queries[j].Outside = nil, nil
		}
		run.Splits[i].Queries = queries
	}
	return run
}

// VectorsOf returns the word vectors of another value of gen.vectors; nil for none.
func (p *Prepared) VectorsOf(ctx context.Context, vectors string) (*similarity.Table, error) {
	if vectors == p.Inputs.Run.Config.Gen.Vectors {
		return p.Vectors, nil
	}
	run, config := p.copy(), *p.Inputs.Run.Config
	config.Gen.Vectors = vectors
	run.Inputs.Run.Config, run.Vectors = &config, nil
	run, err := run.withVectors(ctx)
	return run.Vectors, err
}

// Retrieves reports whether candidates are retrieved, not given by runs or by the collection.
func (p *Prepared) Retrieves() bool {
	return p.Inputs.Collection.Layout.Runs == nil && !p.Inputs.Collection.OwnCandidates
}

// Training returns the split of the training rows (collection.TrainingSplit).
func (p *Prepared) Training() (*Split, error) {
	names := make([]string, len(p.Splits))
	for i := range p.Splits {
		names[i] = p.Splits[i].Name
	}
	name, err := collection.TrainingSplit(&p.Inputs.Run.Config.Gen, names)
	if err != nil {
		return nil, err
	}
	return &p.Splits[slices.Index(names, name)], nil
}

// RowsName returns what the rows of a split are called in pairs, ledger and shards: by the split, or train where it is the only one
// or the one that gen.train_on names.
func (p *Prepared) RowsName(split string) string {
	if len(p.Splits) == 1 || split == p.Inputs.Run.Config.Gen.TrainOn {
		return trainSplit
	}
	return split
}

// Miner returns a miner of the configuration's axioms.
func (p *Prepared) Miner() *mine.Miner {
	m := &mine.Miner{Index: p.Index, Axioms: p.Axioms.All, Threads: p.Inputs.Run.Config.Gen.Threads, Most: p.Inputs.Run.Config.Gen.MaxCandidates,
		Collection: p.axiomCollection(), Pieces: p.Pieces, Locate: p.Inputs.Collection.LocateCandidate}
	if perturbation, err := quota.ParsePerturbed(&p.Inputs.Run.Config.Gen); err == nil && len(perturbation.Axioms) > 0 { // else gen.Check refuses it
		m.Perturber = p.Perturber(perturbation.Axioms)
	}
	return m
}

// axiomCollection returns what axioms may ask of the collection.
func (p *Prepared) axiomCollection() *axioms.Collection {
	col := &axioms.Collection{Stats: p.Index}
	if p.Vectors != nil {
		col.Vectors, col.Similarity = p.Vectors, p.Vectors
	}
	if p.Similarity != nil {
		col.Similarity = p.Similarity
	}
	p.Opinions.In(col)
	return col
}

// Perturber makes copies by given axioms, under gen.seed.
func (p *Prepared) Perturber(list []axioms.Axiom) *perturb.Maker {
	return &perturb.Maker{Index: p.Index, Collection: p.axiomCollection(), Axioms: list, Seed: uint64(p.Inputs.Run.Config.Gen.Seed)}
}

// Close releases the index.
func (p *Prepared) Close() error { return index.Close(p.Index) }

// Steps returns the steps of the run on its way to some stages, for its progress.
func (p *Prepared) Steps(goals ...stage.Name) []progress.Step {
	return stage.Steps(p.hasWork, goals...)
}

// hasWork reports whether a stage has work in this run; only some stages can be without.
func (p *Prepared) hasWork(name stage.Name) bool {
	switch name {
	case stage.Index:
		return p.Inputs.Run.Config.Gen.Index == ""
	case stage.Queries:
		return p.Inputs.Run.Config.Gen.QueriesFrom != configs.QueriesGiven
	case stage.Vectors:
		source, err := VectorsSource(&p.Inputs.Run.Config.Gen)
		return err == nil && source != ""
	}
	return true
}
