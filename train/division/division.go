package division

import (
	"context"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/tune"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// Candidates holds queries with their candidates: of one division, or of all folds with the same first
// stage.
type Candidates struct {
	Chain   *prepare.Preparation
	Queries []mine.Query
	First   *FirstStage
}

// Division holds a run's divided queries: those of every fold, with the judgements for measuring.
type Division struct {
	Chain      *prepare.Preparation // with the documents
	Folds      []*Fold
	Candidates []*Candidates // of the folds, without repeats
	Notes      []string      // how the queries are divided, for the record

	divisions []collection.Division
	grades    map[string][]corpus.Qrel // by query
}

// Read divides the queries of a run and indexes its documents.
func Read(ctx context.Context, c *prepare.Preparation) (*Division, error) {
	c, divisions, notes, err := c.ReadForExperiment(ctx)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		c.Run.Progress.Say("%s", note)
	}
	if err := checkJudged(c.Inputs.Topics, divisions); err != nil {
		return nil, err
	}
	d := &Division{Notes: notes, divisions: divisions}
	d.readQrels(c.Inputs.Topics)
	d.Chain, err = c.Documents(ctx)
	return d, err
}

// checkJudged returns an error, before any work is done, if nothing could be measured.
func checkJudged(topics []collection.Topics, divisions []collection.Division) error {
	if len(collection.Merge(topics).Qrels) == 0 {
		return errNothingJudged
	}
	for _, d := range divisions {
		for _, t := range d.Topics {
			if (t.Split == "dev" || t.Split == "test") && len(t.Qrels) == 0 {
				return errNotJudged(t.Split)
			}
		}
	}
	return nil
}

// Retrieve tunes the first stage on every fold's dev queries by a measure, and retrieves the
// candidates.
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
		if err := out.check(f); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// retrieveFold retrieves the candidates of one division. It reuses those of another division whose first stage
// has the same parameters.
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
	if tune.Tunable(chain) {
		var err error
		if f.Tuning, chain, err = tune.Run(ctx, prepare.ForExperiment(chain), measure.String(), "", eval.MeanOf); err != nil {
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
	f.take(division.Topics, f.Source.Queries)
	return f, nil
}

// retrieve retrieves the candidates of a division's queries. With folds it retrieves those of all
// queries, and each fold then takes its own.
func retrieve(ctx context.Context, chain *prepare.Preparation, divisions []collection.Division) (*Candidates, error) {
	if len(divisions) > 1 {
		number := 0 // one list for all folds
		if tune.Tunable(chain) {
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
	p := &Candidates{Chain: chain}
	for _, s := range chain.Splits {
		p.Queries = append(p.Queries, s.Queries...)
	}
	p.First, err = NewFirstStage(chain)
	return p, err
}

// Divide reads the queries of a collection and divides them. The lines describe the division.
func Divide(ctx context.Context, c *configs.Config) (*collection.Collection, []collection.Division, []string, error) {
	source, err := collection.FindCollection(&c.Gen)
	if err != nil {
		return nil, nil, nil, err
	}
	var rep corpus.Report
	topics, err := source.ReadTopics(ctx, &rep)
	if err != nil {
		return nil, nil, nil, err
	}
	divisions, lines, err := collection.Divisions(c, topics)
	return source, divisions, lines, err
}
