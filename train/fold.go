package train

import (
	"context"

	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
)

// fold is one division of the queries. Without cross-validation there is one.
type fold struct {
	number           int // 1-based; 0 without cross-validation
	train, dev, test []mine.Query
}

// prepare finds candidates for all queries and divides them into folds: as the collection gives them, or, under folds or
// where a split is missing, by hash over all its queries.
func (e *experiment) prepare(ctx context.Context) error {
	c := e.chain
	division, note, err := c.ReadForExperiment(ctx)
	if err != nil {
		return err
	}
	if note != "" {
		c.Progress.Say("%s", note)
		e.warnings = append(e.warnings, note)
	}
	if err := c.PrepareRead(ctx); err != nil {
		return err
	}
	for _, s := range c.Splits {
		e.qrels = append(e.qrels, s.Qrels...)
		e.queries = append(e.queries, s.Queries...)
	}
	e.grades = map[string][]corpus.Qrel{}
	for _, j := range e.qrels {
		e.grades[j.QueryID] = append(e.grades[j.QueryID], j)
	}
	if division.Folds == 0 {
		var f fold
		f.take(c.Topics, e.queries)
		e.folds = []*fold{&f}
		return f.check()
	}
	for n := range division.Folds {
		f := fold{number: n + 1}
		f.take(division.Divide(c.Topics, n, uint64(c.Config.Gen.Seed)), e.queries)
		if err := f.check(); err != nil {
			return err
		}
		e.folds = append(e.folds, &f)
	}
	return nil
}

// take picks the prepared queries of every split, in the topics' order.
func (f *fold) take(topics []gen.Topics, prepared []mine.Query) {
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

func (f *fold) check() error {
	for _, part := range []struct {
		name    string
		queries []mine.Query
	}{{"train", f.train}, {"dev", f.dev}, {"test", f.test}} {
		if len(part.queries) == 0 {
			return errNoQueries(part.name)
		}
	}
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
