package train

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/tune"
	"github.com/axiomine/axiomine/train/eval"
)

// fold is one division of the queries. Without cross-validation there is one.
type fold struct {
	number           int // 1-based; 0 without cross-validation
	train, dev, test []mine.Query
	from             *prepared
	judgedDev        []mine.Query // those of dev that measures are averaged over
	devLists         *eval.Lists  // of judgedDev
	tuning           *tune.Tuning // what this fold's dev queries chose of the first stage; nil where nothing was tuned
}

// prepared are queries with candidates: of one division, or of all folds whose first stage is the same.
type prepared struct {
	chain    *prepare.Prepared
	queries  []mine.Query
	first    *firstStage
	mu       sync.Mutex
	features map[string]*features
}

// prepare divides the queries, tunes the first stage on every division's dev queries, and finds the candidates.
func (e *experiment) prepare(ctx context.Context) error {
	c, divisions, notes, err := e.chain.ReadForExperiment(ctx)
	if err != nil {
		return err
	}
	for _, note := range notes {
		c.Progress.Say("%s", note)
		e.cautions = append(e.cautions, note)
	}
	given := c.Topics
	if err := judged(given, divisions); err != nil {
		return err
	}
	if e.chain, err = c.Documents(ctx); err != nil {
		return err
	}
	c = e.chain
	if tokens := c.Index.TotalTerms(); e.config.Train.Choose == configs.ChooseDefault && e.config.Gen.Vectors == "" && tokens > mostTokens {
		e.grid.withoutTrained()
		e.caution("no word vectors: training them on %d tokens takes long; --vectors FILE gives some, --vectors train trains them all the same", tokens)
	}
	byParameters := map[string]*prepared{}
	for i := range divisions {
		d := divisions[i]
		f := &fold{number: d.Fold}
		own := c.Over(d.Topics, d.Fold)
		if d.Fold > 0 {
			if err := own.WriteSplits(); err != nil {
				return err
			}
		}
		parameters := ""
		if tune.Tunable(own) {
			if f.tuning, own, err = tune.Run(ctx, own.Tuned(), e.main.String(), "", eval.Named); err != nil {
				return err
			}
			parameters = tunedText(f.tuning)
			c.Progress.Say("%s: %s on %d dev queries", foldText("first stage", d.Fold), parameters, f.tuning.Queries)
		}
		if f.from = byParameters[parameters]; f.from == nil {
			if f.from, err = e.retrieve(ctx, own, divisions); err != nil {
				return err
			}
			byParameters[parameters] = f.from
			e.prepared = append(e.prepared, f.from)
		}
		f.take(d.Topics, f.from.queries)
		e.folds = append(e.folds, f)
	}
	e.readQrels(given)
	for _, f := range e.folds {
		if err := e.check(f); err != nil {
			return err
		}
	}
	return nil
}

// retrieve finds the candidates of a division's queries; under folds those of all queries, of which each fold takes its own.
func (e *experiment) retrieve(ctx context.Context, own *prepare.Prepared, divisions []collection.Division) (*prepared, error) {
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
	p := &prepared{chain: own, features: map[string]*features{}}
	for _, s := range own.Splits {
		p.queries = append(p.queries, s.Queries...)
	}
	p.first, err = newFirstStage(own)
	return p, err
}

// tunedText is what a tuning chose, as "k1 0.9, b 0.4".
func tunedText(t *tune.Tuning) string {
	var parts []string
	for i := range t.Parameters {
		name, value := t.Parameter(i)
		parts = append(parts, name+" "+value)
	}
	return strings.Join(parts, ", ")
}

// take picks the prepared queries of every split, in the topics' order.
func (f *fold) take(topics []collection.Topics, prepared []mine.Query) {
	place := make(map[string]int, len(prepared))
	for i := range prepared {
		place[prepared[i].ID] = i
	}
	for _, t := range topics {
		into := map[string]*[]mine.Query{"train": &f.train, "dev": &f.dev, "test": &f.test}[t.Split]
		if into == nil {
			continue
		}
		for _, q := range t.Queries {
			if at, ok := place[q.ID]; ok { // a query without a term was dropped and counted
				*into = append(*into, prepared[at])
			}
		}
	}
}

// readQrels looks up the judgements of all queries.
func (e *experiment) readQrels(given []collection.Topics) {
	e.grades = map[string][]corpus.Qrel{}
	for _, j := range collection.Merged(given).Qrels {
		e.grades[j.QueryID] = append(e.grades[j.QueryID], j)
	}
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

// check refuses a fold that nothing can be learnt from or tested on, and gets its dev queries ready to be measured.
func (e *experiment) check(f *fold) error {
	for _, part := range []struct {
		name    string
		queries []mine.Query
	}{{"train", f.train}, {"dev", f.dev}, {"test", f.test}} {
		if len(part.queries) == 0 {
			return errNoQueries(part.name)
		}
		if part.name != "train" && len(e.judgedIDs(part.queries)) == 0 {
			return errNotJudged(part.name)
		}
	}
	for i := range f.dev {
		if len(e.grades[f.dev[i].ID]) > 0 {
			f.judgedDev = append(f.judgedDev, f.dev[i])
		}
	}
	var lists []eval.List
	for i := range f.judgedDev {
		q := &f.judgedDev[i]
		of := eval.List{QueryID: q.ID}
		for c := range q.Own() {
			of.DocIDs = append(of.DocIDs, q.Docs[c].ID(e.chain.Index))
		}
		lists = append(lists, of)
	}
	f.devLists = eval.NewLists(e.qrelsOf(e.judgedIDs(f.dev)), lists, eval.Options{Level: e.config.Gen.MinGrade})
	return nil
}

// judgedIDs lists the queries that have judgements, in order: those that measures are averaged over.
func (e *experiment) judgedIDs(queries []mine.Query) []string {
	ids := make([]string, 0, len(queries))
	for i := range queries {
		if len(e.grades[queries[i].ID]) > 0 {
			ids = append(ids, queries[i].ID)
		}
	}
	return ids
}

func (e *experiment) qrelsOf(ids []string) []corpus.Qrel {
	var out []corpus.Qrel
	for _, id := range ids {
		out = append(out, e.grades[id]...)
	}
	return out
}

func foldText(what string, number int) string {
	if number == 0 {
		return what
	}
	return fmt.Sprintf("%s of fold %d", what, number)
}
