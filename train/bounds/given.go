package bounds

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/diagnose"
)

// OfRuns gives the bounds of runs over a chain's collection for its axioms, their tests adjusted over all of them. limited keeps no
// more than gen.hits candidates of each run.
func OfRuns(ctx context.Context, chain *prepare.Prepared, paths []string, limited bool, p *progress.Printer) (*Result, error) {
	g, err := diagnose.ReadRuns(ctx, chain, paths, limited, p)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	chain = g.Prepared()
	g.Options.Made = nil // a made document is no candidate of a run
	subjects, notes, err := subjectsOf(chain.Axioms.All)
	if err != nil {
		return nil, err
	}
	r := &Result{Notes: notes}
	var asked []mine.Query
	options := options{MinGrade: chain.Config.Gen.MinGrade, Seed: chain.Config.Gen.Seed}
	for _, named := range g.Runs {
		run, notes, err := judged(ctx, chain, g, named)
		if err != nil {
			return nil, err
		}
		r.Notes, asked = append(r.Notes, notes...), append(asked, run.Queries...)
		st := p.Stage("bounds", "queries", len(run.Queries))
		st.Note(run.Name)
		of, err := ofRun(ctx, chain.Miner(), run, subjects, options, st)
		st.Done()
		if err != nil {
			return nil, err
		}
		r.Runs = append(r.Runs, *of)
	}
	r.Split = g.Split(asked)
	r.adjust()
	return r, nil
}

// judged gives one of the runs with its own candidates, without the queries that have no judgement.
func judged(ctx context.Context, chain *prepare.Prepared, g *diagnose.Given, named diagnose.NamedRun) (*run, []string, error) {
	alone := []diagnose.NamedRun{named}
	queries, models, notes, err := diagnose.FromRuns(ctx, chain.Index, g.Topics.Queries, g.Topics.Qrels, nil, alone, g.Options)
	if err != nil {
		return nil, nil, err
	}
	known := models[0].Judged.Queries()
	run := &run{Name: named.Name, Qrels: g.Topics.Qrels}
	for i := range queries {
		if _, ok := slices.BinarySearch(known, queries[i].ID); ok {
			run.Queries = append(run.Queries, queries[i])
		}
	}
	if left := len(queries) - len(run.Queries); left > 0 {
		notes = append(notes, fmt.Sprintf("%d queries of %s have no judgement", left, named.Name))
	}
	return run, notes, nil
}
