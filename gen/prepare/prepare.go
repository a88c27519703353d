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
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize"
)

// Prepared is a run as far as it is prepared. It is never changed: a step gives another one.
type Prepared struct {
	*collection.Inputs
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
	p, err := from(in)
	if err != nil {
		return nil, err
	}
	return p, p.checkBare()
}

// Here is Start for a run over an index that is there already, whose queries come from elsewhere.
func Here(r *stage.Run) (*Prepared, error) {
	return from(&collection.Inputs{Run: r, Collection: &collection.Collection{Options: collection.ReadOptions(&r.Config.Gen)}})
}

func from(in *collection.Inputs) (*Prepared, error) {
	list, err := quota.ParseAxioms(&in.Config.Gen)
	return &Prepared{Inputs: in, Axioms: list, read: map[string]*mine.RunScores{}}, err
}

// step gives a value that has more.
type step func(*Prepared, context.Context) (*Prepared, error)

// The steps, in order: those of the documents, which every division of the queries shares, and those of the queries.
var (
	ofDocuments = []step{(*Prepared).Indexed, (*Prepared).checkMadeIDs, (*Prepared).measured, (*Prepared).withVectors,
		(*Prepared).withSimilarity,
		(*Prepared).withOpinions}
	ofQueries = []step{(*Prepared).WithMadeQueries, (*Prepared).heard, (*Prepared).Retrieved, (*Prepared).marked}
)

// through runs steps. One that fails leaves nothing open that they opened.
func (p *Prepared) through(ctx context.Context, steps []step) (*Prepared, error) {
	before := p.Index
	for _, s := range steps {
		next, err := s(p, ctx)
		if next != nil {
			p = next
		}
		if err != nil {
			if p.Index != before {
				p.Close()
			}
			return nil, err
		}
	}
	return p, nil
}

// Documents runs the steps that every division of the queries shares. What it gives holds an index, to be closed.
func (p *Prepared) Documents(ctx context.Context) (*Prepared, error) {
	return p.through(ctx, ofDocuments)
}

// Queries finds the candidates of the queries.
func (p *Prepared) Queries(ctx context.Context) (*Prepared, error) { return p.through(ctx, ofQueries) }

// Candidates runs what leads to candidates and nothing else. What it gives holds an index, to be closed.
func (p *Prepared) Candidates(ctx context.Context) (*Prepared, error) {
	return p.through(ctx, append([]step{(*Prepared).Indexed}, ofQueries...))
}

// All reads the topics and runs every step. What it gives holds an index, to be closed.
func (p *Prepared) All(ctx context.Context) (*Prepared, error) {
	p, err := p.ReadTopics(ctx)
	if err != nil {
		return nil, err
	}
	return p.rest(ctx)
}

// AllForTraining is All for what draws training rows: it returns an error before the documents are read where no split serves.
func (p *Prepared) AllForTraining(ctx context.Context) (*Prepared, error) {
	p, err := p.ReadTopics(ctx)
	if err == nil {
		err = p.CheckTraining()
	}
	if err != nil {
		return nil, err
	}
	return p.rest(ctx)
}

// rest runs every step behind the topics.
func (p *Prepared) rest(ctx context.Context) (*Prepared, error) {
	if source, err := VectorsSource(&p.Config.Gen); err == nil && source != TrainVectors {
		if err := p.retire(stage.Vectors); err != nil {
			return nil, err
		}
	}
	return p.through(ctx, slices.Concat(ofDocuments, ofQueries))
}

// ReadTopics reads the queries and divides them into splits.
func (p *Prepared) ReadTopics(ctx context.Context) (*Prepared, error) {
	in, err := p.Inputs.ReadTopics(ctx)
	if err != nil {
		return nil, err
	}
	return p.over(in), nil
}

// ReadForExperiment reads the queries as the collection gives them, and gives the divisions of an experiment, with notes on what was
// not asked for.
func (p *Prepared) ReadForExperiment(ctx context.Context) (*Prepared, []collection.Division, []string, error) {
	in, divisions, notes, err := p.Inputs.ReadForExperiment(ctx)
	if err != nil {
		return p, nil, nil, err
	}
	return p.over(in), divisions, notes, nil
}

// Over gives the run over other queries, of a fold or of none (0), with a configuration of its own. The collection is shared.
func (p *Prepared) Over(topics []collection.Topics, fold int) *Prepared {
	config := *p.Config
	own := p.over(p.Inputs.With(topics, fold))
	own.Run, own.Splits = own.Run.With(&config), nil
	return own
}

func (p *Prepared) over(in *collection.Inputs) *Prepared {
	own := *p
	own.Inputs = in
	return &own
}

// Tuned is the run with what a tuning chose for an experiment: what it leaves has names of its own, beside what axiomine gen leaves.
func (p *Prepared) Tuned() *Prepared {
	own := p.copy()
	own.Inputs.Tuned = true
	return own
}

// copy is a value that a step may fill. What it notes for keys is its own.
func (p *Prepared) copy() *Prepared {
	own, in := *p, *p.Inputs
	in.Run = p.Run.With(p.Config)
	own.Inputs = &in
	return &own
}

// With is the run under another configuration of what comes after the candidates.
func (p *Prepared) With(c *configs.Config) (*Prepared, error) {
	own := p.copy()
	own.Config = c
	var err error
	own.Axioms, err = quota.ParseAxioms(&c.Gen)
	return own, err
}

// WithAxioms returns the run with other axioms to ask.
func (p *Prepared) WithAxioms(list *quota.Axioms) *Prepared {
	own := p.copy()
	own.Axioms = list
	return own
}

// WithoutCandidates returns the run with its queries' texts and judgements alone. The candidates of p stay as they are, and their memory
// is free as soon as nothing uses p.
func (p *Prepared) WithoutCandidates() *Prepared {
	own := p.copy()
	own.Splits = slices.Clone(p.Splits)
	for i := range own.Splits {
		queries := slices.Clone(own.Splits[i].Queries)
		for j := range queries {
			queries[j].Docs, queries[j].Outside = nil, nil
		}
		own.Splits[i].Queries = queries
	}
	return own
}

// VectorsOf gives the word vectors of another value of gen.vectors; nil for none.
func (p *Prepared) VectorsOf(ctx context.Context, vectors string) (*similarity.Table, error) {
	if vectors == p.Config.Gen.Vectors {
		return p.Vectors, nil
	}
	own, config := p.copy(), *p.Config
	config.Gen.Vectors = vectors
	own.Config, own.Vectors = &config, nil
	own, err := own.withVectors(ctx)
	return own.Vectors, err
}

// Retrieves says whether candidates are retrieved, not given by runs or by the collection.
func (p *Prepared) Retrieves() bool { return p.Collection.Runs == nil && !p.Collection.OwnCandidates }

// Training returns the split that training rows come from, as collection.TrainingSplit says.
func (p *Prepared) Training() (*Split, error) {
	names := make([]string, len(p.Splits))
	for i := range p.Splits {
		names[i] = p.Splits[i].Name
	}
	name, err := collection.TrainingSplit(&p.Config.Gen, names)
	if err != nil {
		return nil, err
	}
	return &p.Splits[slices.Index(names, name)], nil
}

// RowsName returns what the rows of a split are called in pairs, ledger and shards: by the split, or train where it is the only one
// or the one that gen.train_on names.
func (p *Prepared) RowsName(split string) string {
	if len(p.Splits) == 1 || split == p.Config.Gen.TrainOn {
		return trainSplit
	}
	return split
}

// Miner is ready to run the configuration's axioms.
func (p *Prepared) Miner() *mine.Miner {
	m := &mine.Miner{Index: p.Index, Axioms: p.Axioms.All, Threads: p.Config.Gen.Threads, Most: p.Config.Gen.MaxCandidates,
		Collection: p.axiomCollection(), Pieces: p.Pieces, Locate: p.Collection.LocateCandidate}
	if perturbed, err := quota.ParsePerturbed(&p.Config.Gen); err == nil && len(perturbed.Axioms) > 0 { // else gen.Check refuses it
		m.Perturber = p.Perturber(perturbed.Axioms)
	}
	return m
}

// axiomCollection is what axioms may ask of the collection.
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
func (p *Prepared) Perturber(list []axioms.Axiom) *mine.Perturber {
	return &mine.Perturber{Index: p.Index, Collection: p.axiomCollection(), Axioms: list, Seed: uint64(p.Config.Gen.Seed)}
}

// Close releases the index.
func (p *Prepared) Close() error { return index.Close(p.Index) }

// Steps are the steps of the run on its way to some stages, for its progress.
func (p *Prepared) Steps(goals ...stage.Name) []progress.Step { return stage.Steps(p.runs, goals...) }

// runs says of the stages that can do without work whether they have any.
func (p *Prepared) runs(name stage.Name) bool {
	switch name {
	case stage.Index:
		return p.Config.Gen.Index == ""
	case stage.Queries:
		return p.Config.Gen.QueriesFrom != configs.QueriesGiven
	case stage.Vectors:
		source, err := VectorsSource(&p.Config.Gen)
		return err == nil && source != ""
	}
	return true
}
