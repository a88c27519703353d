package diagnose

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
)

// Given are runs over a collection, as they were read, and the collection.
type Given struct {
	Topics  collection.Topics // of all splits
	Runs    []NamedRun
	Options mine.CandidateOptions // candidates: as many as a run holds, or gen.hits where those are limited
	splits  []collection.Topics
	run     *prepare.Prepared
}

// Prepared is the run over the collection; no query has candidates.
func (g *Given) Prepared() *prepare.Prepared { return g.run }

// Close releases the index.
func (g *Given) Close() error { return g.run.Close() }

// ReadRuns reads runs and prepares what they are asked over; nothing is retrieved, as candidates come from runs. limited keeps no more than
// gen.hits candidates of each.
func ReadRuns(ctx context.Context, chain *prepare.Prepared, paths []string, limited bool, p *progress.Printer) (*Given, error) {
	c := chain.Config
	chain, err := chain.WithOverlaps().ReadTopics(ctx)
	if err != nil {
		return nil, err
	}
	g := &Given{splits: chain.Topics, Topics: merged(chain.Topics), Runs: make([]NamedRun, len(paths))}
	if g.run, err = chain.Over(nil, 0).Documents(ctx); err != nil {
		return nil, err
	}
	cut := cutQueries(chain.Given, g.Topics.Queries)
	chain = g.run
	var rep corpus.Report
	for i, path := range paths {
		rows, err := corpus.Run(path, "", chain.Collection.Options, &rep)
		if err != nil {
			g.Close()
			return nil, err
		}
		all := len(rows)
		rows = slices.DeleteFunc(rows, func(r corpus.Scored) bool { return cut[r.QueryID] })
		if n := all - len(rows); n > 0 {
			p.Say("%s: %d rows of queries that gen.limit or gen.query_sample leaves out", path, n)
		}
		g.Runs[i] = NamedRun{Name: runName(path, paths), Rows: rows, Line: func(query, doc string) (string, int) {
			return path, corpus.RunLine(path, "", chain.Collection.Options, query, doc)
		}}
	}
	for _, line := range rep.Lines() {
		p.Say("%s", line)
	}
	hits := math.MaxInt
	if limited {
		hits = c.Gen.Hits
	}
	g.Options = mine.CandidateOptions{Hits: hits, MinGrade: c.Gen.MinGrade, SkipUnknown: c.Gen.SkipUnknown, Made: chain.Making(),
		Threads: c.Gen.Threads, MaxTerms: c.Gen.MaxQueryTerms}
	return g, nil
}

// cutQueries returns the ids of the collection's queries that are not used.
func cutQueries(all, used []corpus.Query) map[string]bool {
	cut := map[string]bool{}
	for _, q := range all {
		cut[q.ID] = true
	}
	for _, q := range used {
		delete(cut, q.ID)
	}
	return cut
}

// OfRuns diagnoses runs over the chain's collection. Candidates are those of gen.run, or of the first run, which is what its
// model scored.
func OfRuns(ctx context.Context, chain *prepare.Prepared, paths []string, limited bool, p *progress.Printer) (*Result, error) {
	g, err := ReadRuns(ctx, chain, paths, limited, p)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	chain = g.run
	queries, models, notes, err := FromRuns(ctx, chain.Index, g.Topics.Queries, g.Topics.Qrels, g.Topics.Run, g.Runs, g.Options)
	if err != nil {
		return nil, err
	}
	miner := chain.Miner()
	miner.Axioms = chain.Diagnosed(miner.Axioms)
	st := p.Stage("diagnose", "queries", len(queries))
	r, err := Run(ctx, miner, queries, models, Options{MinGrade: chain.Config.Gen.MinGrade, Seed: chain.Config.Gen.Seed}, st)
	st.Done()
	if err != nil {
		return nil, err
	}
	r.Notes, r.Split, r.Documents = notes, g.Split(queries), chain.Index.NumDocs()
	return r, nil
}

// Split names the splits that queries come from: "test", "train, dev and test".
func (g *Given) Split(queries []mine.Query) string {
	asked := map[string]bool{}
	for i := range queries {
		asked[queries[i].ID] = true
	}
	var names []string
	for _, s := range g.splits {
		if slices.ContainsFunc(s.Queries, func(q corpus.Query) bool { return asked[q.ID] }) {
			names = append(names, s.Split)
		}
	}
	return listed(names)
}

// listed gives "train, dev and test".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// merged is all splits as one. A query that stands in two splits counts once.
func merged(splits []collection.Topics) collection.Topics {
	all, seen := collection.Topics{}, map[string]bool{}
	for _, s := range splits {
		for _, q := range s.Queries {
			if !seen[q.ID] {
				seen[q.ID] = true
				all.Queries = append(all.Queries, q)
			}
		}
		all.Qrels = append(all.Qrels, s.Qrels...)
		all.Run = append(all.Run, s.Run...)
	}
	return all
}

// runName is a run's file name without its ending, or the path where two runs have one name.
func runName(path string, all []string) string {
	short := func(path string) string {
		name := filepath.Base(path)
		return strings.TrimSuffix(name, filepath.Ext(name))
	}
	same := 0
	for _, other := range all {
		if short(other) == short(path) {
			same++
		}
	}
	if same > 1 {
		return path
	}
	return short(path)
}
