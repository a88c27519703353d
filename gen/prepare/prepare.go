// Package prepare computes the data of a collection that axioms need: an index, word vectors, similarities of terms, opinions on documents,
// and candidates of the queries. Each stage returns the Preparation of the stage before it with more data.
package prepare

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// Preparation is a run's collection with the results of the stages so far. Exported functions do not change their argument: they return a
// changed copy.
type Preparation struct {
	Run          *stage.Run                 // the configuration, the output directory and the account
	Inputs       collection.Inputs          // the collection's files; from ReadTopics on, also the queries and judgements
	Axioms       *quota.Axioms              // the configured axioms
	Index        index.Reader               // the index; nil until OpenIndex
	Splits       []Split                    // the queries with their candidates; nil until Queries
	Vectors      *similarity.Table          // the word vectors; nil if none are configured
	Similarity   axioms.Similarity          // similarities of terms; nil if the word vectors have them
	Opinions     *Opinions                  // files of the axioms run(FILE) and prefs(FILE); nil if no axiom needs them
	Vocabulary   *tokenize.Tokenizer        // tokenizer of word pieces; nil until they are needed
	Pieces       func(doc uint32) int       // function that returns a document's length in word pieces; nil if no axiom needs it
	runScores    map[string]*mine.RunScores // cache of the results of RunScores, by path
	keepRepeated bool                       // false lets Retrieve unite queries with the same text for training
}

// Split has the queries of a split.
type Split struct {
	Name    string
	Queries []mine.Query  // queries with their candidates
	Qrels   []corpus.Qrel // all judgements of the split, also those of documents that are no candidates
	Census  mine.Census   // numbers of queries, candidates and judgements that are used and left out
}

// Start returns the preparation of a run before its first stage, with the inputs of the run.
func Start(r *stage.Run) (*Preparation, error) {
	in, err := collection.Start(r)
	if err != nil {
		return nil, err
	}
	ListUntaught(in.Collection, &r.Config.Tokenize)
	return newPreparation(r, in)
}

// ListUntaught adds the teacher's scores of the collection's rows to Layout.Unread, the list of unused parts of the input, unless an output
// format uses these scores. If no output format is configured, it adds nothing.
func ListUntaught(c *collection.Collection, t *configs.Tokenize) {
	formats := configs.List(t.OutputFormat)
	if !c.Layout.Taught || len(formats) == 0 {
		return
	}
	o := shard.Defaults()
	if slices.Contains(formats, "template") {
		o.Template, _ = shard.TemplateText(t.Template) // the writer of shards returns its error
	}
	unused := "scores of the rows"
	if c.OwnCandidates {
		unused = "scores of the rows as labels" // the order of the candidates uses the scores
	}
	readers := shard.Readers("scores", o, false)
	switch {
	case !slices.ContainsFunc(formats, func(name string) bool { return slices.Contains(readers, name) }):
		c.Layout.Unread.Leave(unused, "only these output formats teach them: "+strings.Join(readers, ", "))
	case t.Scores != "":
		c.Layout.Unread.Leave(unused, "--scores names the scores that are taught")
	}
}

// StartWithoutFiles returns the preparation of a run without files of a collection. The caller sets the queries with WithTopics.
func StartWithoutFiles(r *stage.Run) (*Preparation, error) {
	return newPreparation(r, collection.Inputs{Collection: &collection.Collection{Options: collection.ReadOptions(&r.Config.Gen)}})
}

// newPreparation returns a run before its first stage, with the configured axioms.
func newPreparation(r *stage.Run, in collection.Inputs) (*Preparation, error) {
	list, err := quota.ParseAxioms(&r.Config.Gen)
	return &Preparation{Run: r, Inputs: in, Axioms: list, runScores: map[string]*mine.RunScores{}}, err
}

// OpenIndex returns the run with an index. The caller must close the result.
func (p *Preparation) OpenIndex(ctx context.Context) (*Preparation, error) {
	p = clone(p)
	x, err := openIndex(ctx, p)
	if err != nil {
		return nil, err
	}
	p.Index = x
	return p, nil
}

// Documents returns the run after the stages that need no query: index, vectors, similarities, opinions. The caller must close the result.
func (p *Preparation) Documents(ctx context.Context) (*Preparation, error) {
	p, err := p.OpenIndex(ctx)
	if err != nil {
		return nil, err
	}
	if err := describeDocuments(ctx, p); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// describeDocuments sets the fields of p that the axioms need besides the index: word pieces, word vectors, similarities and opinions.
func describeDocuments(ctx context.Context, p *Preparation) (err error) {
	list := p.Axioms.All
	if err := mine.CheckMade(p.Index, list); err != nil {
		return err
	}
	if slices.ContainsFunc(list, func(a axioms.Axiom) bool { return a.Spec().Needs.Pieces }) {
		if err := countPieces(ctx, p); err != nil {
			return err
		}
	}
	if p.Vectors, err = wordVectors(ctx, p.Run, p.Index); err != nil {
		return err
	}
	if p.Similarity, err = termSimilarity(ctx, p.Run, p.Index, list); err != nil {
		return err
	}
	p.Opinions, err = opinionsOfRun(p.Run, p.Inputs.Collection.Options, p.Index, list)
	return err
}

// Queries returns the run with the candidates of its queries. Candidates that nearly repeat a relevant document are marked.
func (p *Preparation) Queries(ctx context.Context) (*Preparation, error) {
	p = clone(p)
	var err error
	if p.Splits, err = Retrieve(ctx, p); err != nil {
		return nil, err
	}
	g := &p.Run.Config.Gen
	for _, s := range p.Splits {
		st := p.Run.Progress.Stage("twins", collection.UnitOf(s.Name, "queries"), len(s.Queries))
		err := mine.MarkTwins(ctx, p.Index, s.Queries, g.MinGrade, g.NearDuplicates, g.Threads, st)
		st.Done()
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// All returns the run after every stage. The caller must close the result.
func (p *Preparation) All(ctx context.Context) (*Preparation, error) {
	p, err := p.ReadTopics(ctx)
	if err != nil {
		return nil, err
	}
	return runAll(ctx, p)
}

// AllForTraining returns the result of All for a command that makes training rows. Before it reads the documents, it returns an error if
// there is no training split, or if a check returns an error for the queries and judgements.
func (p *Preparation) AllForTraining(ctx context.Context, checks ...func(*Preparation) error) (*Preparation, error) {
	p, err := p.ReadTopics(ctx)
	if err == nil {
		err = p.Inputs.CheckTraining(p.Run)
	}
	if err == nil {
		err = quota.CheckClassSplits(p.Run.Config, collection.SplitNames(p.Inputs.Topics))
	}
	for _, check := range checks {
		if err == nil {
			err = check(p)
		}
	}
	if err != nil {
		return nil, err
	}
	return runAll(ctx, p)
}

// runAll runs every stage after the topics. It first removes the vectors that an earlier run trained, if this run trains none.
func runAll(ctx context.Context, p *Preparation) (*Preparation, error) {
	if source, err := VectorsSource(&p.Run.Config.Gen); err == nil && source != TrainVectors {
		if err := retire(p.Run.Out, stage.Vectors); err != nil {
			return nil, err
		}
	}
	p, err := p.Documents(ctx)
	if err != nil {
		return nil, err
	}
	next, err := p.Queries(ctx)
	if err != nil {
		p.Close()
		return nil, err
	}
	return next, nil
}

// ReadTopics returns the run with its queries, judgements and runs, divided into splits.
func (p *Preparation) ReadTopics(ctx context.Context) (*Preparation, error) {
	in, err := p.Inputs.ReadTopics(ctx, p.Run)
	if err != nil {
		return nil, err
	}
	next := clone(p)
	next.Inputs = in
	return next, nil
}

// ReadForExperiment returns the run with undivided queries, the divisions of an experiment, and the notes of collection.Divisions.
func (p *Preparation) ReadForExperiment(ctx context.Context) (*Preparation, []collection.Division, []string, error) {
	in, divisions, notes, err := p.Inputs.ReadForExperiment(ctx, p.Run)
	if err != nil {
		return p, nil, nil, err
	}
	next := clone(p)
	next.Inputs = in
	return next, divisions, notes, nil
}

// WithTopics returns the run over other queries, with a copy of the configuration. fold is the fold's number, from 1, or 0.
func (p *Preparation) WithTopics(topics []collection.Topics, fold int) *Preparation {
	config := *p.Run.Config
	next := *p
	next.Run, next.Inputs, next.Splits = p.Run.WithConfig(&config), p.Inputs.WithTopics(topics, fold), nil
	return &next
}

// ForExperiment returns the run for an experiment with a tuned model. Its files have other names than those of axiomine gen.
func ForExperiment(p *Preparation) *Preparation {
	run := clone(p)
	run.Inputs.Tuned = true
	return run
}

// clone returns a copy that a stage may change. Notes of the copy's run (Run.Note) are not notes of the run of p.
func clone(p *Preparation) *Preparation {
	next := *p
	next.Run = p.Run.WithConfig(p.Run.Config)
	return &next
}

// WithConfig returns the run under another configuration. Only keys that no finished stage has used may differ.
func (p *Preparation) WithConfig(c *configs.Config) (*Preparation, error) {
	run := clone(p)
	run.Run.Config = c
	var err error
	run.Axioms, err = quota.ParseAxioms(&c.Gen)
	return run, err
}

// WithAxioms returns the run with other axioms.
func (p *Preparation) WithAxioms(list *quota.Axioms) *Preparation {
	run := clone(p)
	run.Axioms = list
	return run
}

// WithoutCandidates returns the run without its queries' candidates. p keeps them, and their memory is freed when nothing uses p.
func (p *Preparation) WithoutCandidates() *Preparation {
	run := clone(p)
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

// VectorsOf returns the word vectors that another value of gen.vectors names; nil if the value is empty.
func VectorsOf(ctx context.Context, p *Preparation, vectors string) (*similarity.Table, error) {
	if vectors == p.Run.Config.Gen.Vectors {
		return p.Vectors, nil
	}
	config := *p.Run.Config
	config.Gen.Vectors = vectors
	return wordVectors(ctx, p.Run.WithConfig(&config), p.Index)
}

// Training returns the split that training rows are made from: see collection.TrainingSplit.
func Training(g *configs.Gen, splits []Split) (*Split, error) {
	names := make([]string, len(splits))
	for i := range splits {
		names[i] = splits[i].Name
	}
	name, err := collection.TrainingSplit(g, names)
	if err != nil {
		return nil, err
	}
	return &splits[slices.Index(names, name)], nil
}

// RowsName returns the name of a split in pairs, account and shards: train for the only split and for the split that gen.train_on names,
// and the split's name for others.
func RowsName(g *configs.Gen, splits []Split, split string) string {
	if len(splits) == 1 || split == g.TrainOn {
		return configs.TrainSplit
	}
	return split
}

// NewMiner returns a miner of the axioms of p, which must have the results of Documents.
func NewMiner(p *Preparation) *mine.Miner {
	col := &axioms.Collection{Stats: p.Index}
	if p.Vectors != nil {
		col.Vectors, col.Similarity = p.Vectors, p.Vectors
	}
	if p.Similarity != nil {
		col.Similarity = p.Similarity
	}
	p.Opinions.AddTo(col)
	return &mine.Miner{Index: p.Index, Axioms: p.Axioms.All, Threads: p.Run.Config.Gen.Threads, Most: safefile.Candidates,
		Collection: col, Pieces: p.Pieces, Locate: p.Inputs.Collection.LocateCandidate}
}

// Close releases the index, if there is one.
func (p *Preparation) Close() error {
	if p.Index == nil {
		return nil
	}
	return p.Index.Close()
}

// Steps returns the progress steps of a run up to the goals. A stage that has nothing to do in this run is no step.
func Steps(g *configs.Gen, goals ...stage.Name) []progress.Step {
	return stage.Steps(func(name stage.Name) bool {
		switch name {
		case stage.Index:
			return g.Index == ""
		case stage.Vectors:
			source, err := VectorsSource(g)
			return err == nil && source != ""
		}
		return true
	}, goals...)
}

func isTrained(trainOn, split string) bool {
	return split == cmp.Or(trainOn, configs.TrainSplit) || split == read.AllSplits
}

// WithOverlaps returns the run for a command that trains nothing: it keeps queries that are in two splits, and queries with the same text.
func (p *Preparation) WithOverlaps() *Preparation {
	run, config := clone(p), *p.Run.Config
	config.Gen.OnOverlap, config.Gen.TrainOn = collection.OverlapKeep, ""
	run.Run.Config, run.keepRepeated = &config, true
	return run
}

// FoldedTexts returns the texts of all queries without case (pairs.FoldCase), by id.
func FoldedTexts(splits []Split) map[string]string {
	texts := map[string]string{}
	for i := range splits {
		for _, q := range splits[i].Queries {
			texts[q.ID] = pairs.FoldCase(q.Text)
		}
	}
	return texts
}
