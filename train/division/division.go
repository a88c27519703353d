package division

import (
	"context"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/tune"
	"github.com/axiomine/axiomine/train/eval"
)

// Candidates are queries with candidates: of one division, or of all folds whose first stage is the same.
type Candidates struct {
	Chain   *prepare.Prepared
	Queries []mine.Query
	First   *FirstStage
}

// Division is a run's queries, divided: of every fold, with the judgements that it is measured by.
type Division struct {
	Chain      *prepare.Prepared // with the documents
	Folds      []*Fold
	Candidates []*Candidates // of the folds, each once
	Notes      []string      // how the queries are divided, for the record

	divisions []collection.Division
	grades    map[string][]corpus.Qrel // by query
}

// Read divides the queries of a run and indexes its documents.
func Read(ctx context.Context, c *prepare.Prepared) (*Division, error) {
	c, divisions, notes, err := c.ReadForExperiment(ctx)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		c.Progress.Say("%s", note)
	}
	if err := judged(c.Topics, divisions); err != nil {
		return nil, err
	}
	d := &Division{Notes: notes, divisions: divisions}
	d.readQrels(c.Topics)
	d.Chain, err = c.Documents(ctx)
	return d, err
}

// judged refuses, before any work is done, what nothing can be measured on.
func judged(given []collection.Topics, divisions []collection.Division) error {
	if len(collection.Merged(given).Qrels) == 0 {
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

// Retrieve tunes the first stage on every fold's dev queries by a measure, and finds the candidates.
func (d *Division) Retrieve(ctx context.Context, by eval.Measure) (*Division, error) {
	out := *d
	known := map[string]*Candidates{} // by the parameters
	for i := range d.divisions {
		f, err := out.fold(ctx, &d.divisions[i], by, known)
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

// fold finds the candidates of one division, those of another where its first stage is the same.
func (d *Division) fold(ctx context.Context, of *collection.Division, by eval.Measure, known map[string]*Candidates) (*Fold, error) {
	f := &Fold{Number: of.Fold}
	own := d.Chain.Over(of.Topics, of.Fold)
	if of.Fold > 0 {
		if err := own.WriteSplits(); err != nil {
			return nil, err
		}
	}
	parameters := ""
	if tune.Tunable(own) {
		var err error
		if f.Tuning, own, err = tune.Run(ctx, own.Tuned(), by.String(), "", eval.Named); err != nil {
			return nil, err
		}
		parameters = tunedText(f.Tuning)
		d.Chain.Progress.Say("%s: %s on %d dev queries", FoldText("first stage", of.Fold), parameters, f.Tuning.Queries)
	}
	if f.From = known[parameters]; f.From == nil {
		var err error
		if f.From, err = retrieve(ctx, own, d.divisions); err != nil {
			return nil, err
		}
		known[parameters] = f.From
		d.Candidates = append(d.Candidates, f.From)
	}
	f.take(of.Topics, f.From.Queries)
	return f, nil
}

// retrieve finds the candidates of a division's queries; under folds those of all queries, of which each fold takes its own.
func retrieve(ctx context.Context, own *prepare.Prepared, divisions []collection.Division) (*Candidates, error) {
	if len(divisions) > 1 {
		number := 0 // one list for all folds
		if tune.Tunable(own) {
			number = own.Fold
		}
		var all []collection.Topics
		for _, d := range divisions {
			all = append(all, d.Topics...)
		}
		own = own.Over([]collection.Topics{collection.Merged(all)}, number)
	}
	own, err := own.Queries(ctx)
	if err != nil {
		return nil, err
	}
	p := &Candidates{Chain: own}
	for _, s := range own.Splits {
		p.Queries = append(p.Queries, s.Queries...)
	}
	p.First, err = NewFirstStage(own)
	return p, err
}

// Divided reads the queries of a collection and divides them; the lines say how.
func Divided(ctx context.Context, c *configs.Config) (*collection.Collection, []collection.Division, []string, error) {
	found, err := collection.FindCollection(&c.Gen)
	if err != nil {
		return nil, nil, nil, err
	}
	var rep corpus.Report
	given, err := found.ReadTopics(ctx, &rep)
	if err != nil {
		return nil, nil, nil, err
	}
	divisions, lines, err := collection.Divisions(c, given)
	return found, divisions, lines, err
}
