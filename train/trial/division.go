package trial

import (
	"cmp"
	"context"
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// Candidates holds queries with their candidates, for all folds with the same first stage.
type Candidates struct {
	Chain   *prepare.Preparation
	Queries []mine.Query
	First   *FirstStage
}

// Division holds the queries of every fold, and the judgements for measuring.
type Division struct {
	Chain      *prepare.Preparation // the prepared collection, with its documents
	Folds      []*Fold
	Candidates []*Candidates // one for each distinct first stage of the folds
	Notes      []string      // sentences on the division, for the record

	divisions []collection.Division
	qrels     map[string][]corpus.Qrel // the judgements, by the id of the query
}

// ReadDivision divides the queries of a run and indexes its documents.
func ReadDivision(ctx context.Context, c *prepare.Preparation) (*Division, error) {
	c, divisions, notes, err := c.ReadForExperiment(ctx)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		c.Run.Progress.Say("%s", note)
	}
	if err := checkJudged(c.Inputs.Collection, c.Inputs.Topics, divisions); err != nil {
		return nil, err
	}
	d := &Division{Notes: notes, divisions: divisions, qrels: map[string][]corpus.Qrel{}}
	for _, j := range collection.Merge(c.Inputs.Topics).Qrels {
		d.qrels[j.QueryID] = append(d.qrels[j.QueryID], j)
	}
	d.Chain, err = c.Documents(ctx)
	return d, err
}

// checkJudged returns an error if dev or test have no judgement, so that nothing could be measured.
func checkJudged(c *collection.Collection, topics []collection.Topics, divisions []collection.Division) error {
	if !(collection.Inputs{Topics: topics}).IsJudged() {
		return errNotJudged("query", cmp.Or(c.Layout.Judging, "--qrels FILE"))
	}
	for _, d := range divisions {
		for _, t := range d.Topics {
			if (t.Split == "dev" || t.Split == "test") && len(t.Qrels) == 0 {
				return errNotJudged(t.Split+" query", "--qrels "+t.Split+"=FILE")
			}
		}
	}
	return nil
}

// Retrieve returns the division with candidates. It tunes the first stage on every fold's dev queries by a measure.
func (d *Division) Retrieve(ctx context.Context, measure eval.Measure) (*Division, error) {
	out := *d
	byParameters := map[string]*Candidates{}
	for i := range d.divisions {
		f, err := out.retrieveFold(ctx, &d.divisions[i], measure, byParameters)
		if err != nil {
			return nil, err
		}
		out.Folds = append(out.Folds, f)
	}
	for _, f := range out.Folds {
		if err := out.checkFold(f); err != nil {
			return nil, err
		}
		out.setDevLists(f)
	}
	return &out, nil
}

// retrieveFold retrieves the candidates of one division. It reuses those of another division whose first stage has the same parameters.
func (d *Division) retrieveFold(ctx context.Context, division *collection.Division, measure eval.Measure,
	byParameters map[string]*Candidates) (*Fold, error) {
	f := &Fold{Number: division.Fold}
	chain := d.Chain.WithTopics(division.Topics, division.Fold)
	if division.Fold > 0 {
		if err := chain.Inputs.WriteSplits(chain.Run.Out); err != nil {
			return nil, err
		}
	}
	parameters := ""
	if prepare.Tunable(chain) {
		var err error
		if f.Tuning, chain, err = prepare.Tune(ctx, prepare.ForExperiment(chain), measure.String(), eval.MeanOf); err != nil {
			return nil, err
		}
		parameters = tunedText(f.Tuning)
		d.Chain.Run.Progress.Say("%s: %s on %s", FoldText("first stage", division.Fold), parameters,
			terminal.Plural(f.Tuning.Queries, "dev query", "dev queries"))
	}
	if f.Source = byParameters[parameters]; f.Source == nil {
		var err error
		if f.Source, err = retrieve(ctx, chain, d.divisions); err != nil {
			return nil, err
		}
		byParameters[parameters] = f.Source
		d.Candidates = append(d.Candidates, f.Source)
	}
	f.setQueries(division.Topics, f.Source.Queries)
	return f, nil
}

// retrieve retrieves the candidates of a division's queries. If there are several folds, it retrieves the candidates of all queries once.
func retrieve(ctx context.Context, chain *prepare.Preparation, divisions []collection.Division) (*Candidates, error) {
	if len(divisions) > 1 {
		number := 0 // without tuning, all folds have the same candidates
		if prepare.Tunable(chain) {
			number = chain.Inputs.Fold
		}
		var all []collection.Topics
		for _, d := range divisions {
			all = append(all, d.Topics...)
		}
		chain = chain.WithTopics([]collection.Topics{collection.Merge(all)}, number)
	}
	chain, err := chain.Queries(ctx)
	if err != nil {
		return nil, err
	}
	out := &Candidates{Chain: chain}
	for _, s := range chain.Splits {
		out.Queries = append(out.Queries, s.Queries...)
	}
	out.First, err = NewFirstStage(chain)
	return out, err
}

// Divide reads the queries of a collection and divides them into folds. The returned lines describe the division. Dev or test queries
// without judgements are an error.
func Divide(ctx context.Context, c *configs.Config) (*collection.Collection, []collection.Division, []string, error) {
	source, err := collection.FindCollection(&c.Gen)
	if err != nil {
		return nil, nil, nil, err
	}
	var rep read.Report
	topics, err := source.ReadTopics(ctx, &rep)
	if err != nil {
		return nil, nil, nil, err
	}
	divisions, lines, err := collection.Divisions(c, topics)
	if err == nil {
		err = checkJudged(source, topics, divisions)
	}
	return source, divisions, lines, err
}

// Fold is one division of the queries. Without cross-validation there is one fold.
type Fold struct {
	Number           int // from 1; 0 without cross-validation
	Train, Dev, Test []mine.Query
	Source           *Candidates
	JudgedDev        []mine.Query    // the dev queries with judgements; means on dev are over them
	DevLists         *eval.Lists     // measures rankings of the candidates of JudgedDev
	Tuning           *prepare.Tuning // the first stage's parameters that this fold's dev queries chose; nil without tuning
}

// setQueries sets the fold's queries of every split, in the order of topics. queries hold the candidates.
func (f *Fold) setQueries(topics []collection.Topics, queries []mine.Query) {
	position := make(map[string]int, len(queries))
	for i := range queries {
		position[queries[i].ID] = i
	}
	for _, t := range topics {
		list := map[string]*[]mine.Query{"train": &f.Train, "dev": &f.Dev, "test": &f.Test}[t.Split]
		if list == nil {
			continue
		}
		for _, q := range t.Queries {
			if i, ok := position[q.ID]; ok { // queries without a term are missing; they were counted
				*list = append(*list, queries[i])
			}
		}
	}
}

// checkFold returns an error if a split of a fold has no queries, or dev or test no judgements.
func (d *Division) checkFold(f *Fold) error {
	for _, part := range []struct {
		name    string
		queries []mine.Query
	}{{"train", f.Train}, {"dev", f.Dev}, {"test", f.Test}} {
		if len(part.queries) == 0 {
			return errs.BadInput("", 0, "divide the queries with --splits \"folds 5\" or \"hash 70/15/15\"",
				"the %s split has no query with a term", part.name)
		}
		if part.name != "train" && len(d.JudgedIDs(part.queries)) == 0 {
			return errNotJudged(part.name+" query", "--qrels "+part.name+"=FILE")
		}
	}
	return nil
}

// setDevLists sets JudgedDev and DevLists.
func (d *Division) setDevLists(f *Fold) {
	for i := range f.Dev {
		if len(d.qrels[f.Dev[i].ID]) > 0 {
			f.JudgedDev = append(f.JudgedDev, f.Dev[i])
		}
	}
	var lists []eval.List
	for _, q := range f.JudgedDev {
		list := eval.List{QueryID: q.ID}
		for c := range q.CollectionDocs() {
			list.DocIDs = append(list.DocIDs, q.Docs[c].ID(d.Chain.Index))
		}
		lists = append(lists, list)
	}
	f.DevLists = eval.NewLists(d.Qrels(d.JudgedIDs(f.Dev)), lists, eval.Options{Level: d.Chain.Run.Config.Gen.MinGrade})
}

// FoldText returns text with the number of the fold, or text alone for number 0.
func FoldText(text string, number int) string {
	if number == 0 {
		return text
	}
	return fmt.Sprintf("%s of fold %d", text, number)
}

func errNotJudged(queries, flag string) error {
	return errs.BadInput("", 0, "give judgements with "+flag+"; without any, axiomine gen makes pairs for a trainer of your own",
		"no %s has a judgement: nothing can be measured", queries)
}

// JudgedIDs returns the ids of the queries that have judgements, in order. Means of measures are over these queries.
func (d *Division) JudgedIDs(queries []mine.Query) []string {
	ids := make([]string, 0, len(queries))
	for i := range queries {
		if len(d.qrels[queries[i].ID]) > 0 {
			ids = append(ids, queries[i].ID)
		}
	}
	return ids
}

// Qrels returns the judgements of the queries with these ids.
func (d *Division) Qrels(ids []string) []corpus.Qrel {
	var out []corpus.Qrel
	for _, id := range ids {
		out = append(out, d.qrels[id]...)
	}
	return out
}
