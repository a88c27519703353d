package bounds

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/experiment/diagnose"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// OfRuns returns the bounds of runs over a chain's collection for its axioms. The tests are adjusted
// over all of them. With limit it uses at most gen.hits candidates of each run.
func OfRuns(ctx context.Context, chain *prepare.Preparation, paths []string, limit bool, p *progress.Printer) (*Result, error) {
	g, err := diagnose.ReadRuns(ctx, chain, paths, limit, p)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	chain = g.Collection()
	g.Options.Made = nil // a run has no made documents as candidates
	subjects, notes, err := subjectsOf(chain.Axioms.All)
	if err != nil {
		return nil, err
	}
	r := &Result{Notes: notes}
	var queries []mine.Query
	options := options{MinGrade: chain.Run.Config.Gen.MinGrade, Seed: chain.Run.Config.Gen.Seed}
	for _, source := range g.Runs {
		run, notes, err := judgedPart(ctx, chain, g, source)
		if err != nil {
			return nil, err
		}
		r.Notes, queries = append(r.Notes, notes...), append(queries, run.Queries...)
		st := p.Stage("bounds", "queries", len(run.Queries))
		st.Note(run.Name)
		miner := prepare.NewMiner(chain)
		miner.Locate = g.RowOf(source)
		result, err := boundsOf(ctx, miner, run, subjects, options, st)
		st.Done()
		if err != nil {
			return nil, err
		}
		r.Runs = append(r.Runs, *result)
	}
	r.Split = g.Split(queries)
	r.adjust()
	return r, nil
}

// judgedPart returns one of the runs with its own candidates, without the queries that have no
// judgement.
func judgedPart(ctx context.Context, chain *prepare.Preparation, g *diagnose.RunSet, source diagnose.NamedRun) (*run, []string, error) {
	alone := []diagnose.NamedRun{source}
	queries, models, notes, err := diagnose.FromRuns(ctx, chain.Index, g.Topics.Queries, g.Topics.Qrels, nil, alone, g.Options)
	if err != nil {
		return nil, nil, err
	}
	ids := models[0].Judged.Queries()
	run := &run{Name: source.Name, Qrels: g.Topics.Qrels}
	for i := range queries {
		if _, ok := slices.BinarySearch(ids, queries[i].ID); ok {
			run.Queries = append(run.Queries, queries[i])
		}
	}
	if left := len(queries) - len(run.Queries); left > 0 {
		notes = append(notes, fmt.Sprintf("%s of %s without a judgement", terminal.Plural(left, "query", "queries"), source.Name))
	}
	return run, notes, nil
}
