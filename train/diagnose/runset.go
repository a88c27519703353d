package diagnose

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// runSet holds runs over a collection, as read, and the collection.
type runSet struct {
	topics  collection.Topics // of all splits
	runs    []namedRun
	options mine.CandidateOptions // of candidates: all of a run, or at most gen.hits
	splits  []collection.Topics
	run     *prepare.Preparation
}

// readRuns reads runs and prepares their collection. It retrieves nothing, because the candidates are
// those of runs. With limit it uses at most gen.hits candidates of each run.
func readRuns(ctx context.Context, chain *prepare.Preparation, paths []string, limit bool, p *progress.Printer) (*runSet, error) {
	c := chain.Run.Config
	chain, err := chain.WithOverlaps().ReadTopics(ctx)
	if err != nil {
		return nil, err
	}
	g := &runSet{splits: chain.Inputs.Topics, topics: collection.Merge(chain.Inputs.Topics), runs: make([]namedRun, len(paths))}
	if g.run, err = chain.WithTopics(nil, 0).Documents(ctx); err != nil {
		return nil, err
	}
	cut := cutQueries(chain.Inputs.Given, g.topics.Queries)
	chain = g.run
	var rep read.Report
	for i, path := range paths {
		rows, err := read.Run(path, "", chain.Inputs.Collection.Options, &rep)
		if err != nil {
			g.run.Close()
			return nil, err
		}
		all := len(rows)
		rows = slices.DeleteFunc(rows, func(r corpus.RunRow) bool { return cut[r.QueryID] })
		if n := all - len(rows); n > 0 {
			p.Say("%s: %s of queries that gen.limit or gen.query_sample leaves out", path, terminal.Plural(n, "row", "rows"))
		}
		g.runs[i] = namedRun{Name: runName(path, paths), Rows: rows, Line: func(query, doc string) (string, int) {
			return path, read.RunLine(path, "", chain.Inputs.Collection.Options, query, doc)
		}}
	}
	for _, line := range rep.Lines() {
		p.Say("%s", line)
	}
	self, err := prepare.DropSelf(&c.Gen, chain.Inputs.Collection.Layout.DropSelf)
	if err != nil {
		return nil, errors.Join(err, g.run.Close())
	}
	hits := math.MaxInt
	if limit {
		hits = c.Gen.Hits
	}
	making := prepare.NewMaking(&chain.Run.Config.Gen, chain.Axioms.All, chain.Pieces)
	g.options = mine.CandidateOptions{Hits: hits, MinGrade: c.Gen.MinGrade, Made: making, DropSelf: self,
		Excluded: chain.Inputs.Collection.ExcludedByQuery, Threads: c.Gen.Threads, MaxTerms: safefile.QueryTerms, Locate: g.locateQuery}
	return g, nil
}

// locateQuery returns the place of a query in the topics of whichever split has it.
func (g *runSet) locateQuery(id string) (file string, line int) {
	split := slices.IndexFunc(g.splits, func(t collection.Topics) bool {
		return slices.ContainsFunc(t.Queries, func(q corpus.Query) bool { return q.ID == id })
	})
	if split < 0 {
		return "", 0
	}
	return g.run.Inputs.Collection.Layout.QueryLine(g.splits[split].Split, id, g.run.Inputs.Collection.Options)
}

// rowOf returns what finds a candidate in a run, or in that of gen.run where there is one.
func (g *runSet) rowOf(run namedRun) mine.RowLocator {
	return func(_, query, doc string) (file string, line int) {
		for _, t := range g.splits {
			if runFile := g.run.Inputs.Collection.RunOf(t.Split); runFile != "" {
				if line := read.RunLine(runFile, "", g.run.Inputs.Collection.Options, query, doc); line > 0 {
					return runFile, line
				}
			}
		}
		return run.Line(query, doc)
	}
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

// OfRuns diagnoses runs over the chain's collection. Candidates are those of gen.run if there is one,
// otherwise those of the first run.
func OfRuns(ctx context.Context, chain *prepare.Preparation, paths []string, limit bool, p *progress.Printer) (*Result, error) {
	g, err := readRuns(ctx, chain, paths, limit, p)
	if err != nil {
		return nil, err
	}
	defer g.run.Close()
	chain = g.run
	queries, models, notes, err := fromRuns(ctx, chain.Index, g.topics.Queries, g.topics.Qrels, g.topics.Run, g.runs, g.options)
	if err != nil {
		return nil, err
	}
	miner := prepare.NewMiner(chain)
	miner.Axioms, miner.Locate = prepare.OmitMade(&chain.Run.Config.Gen, miner.Axioms), g.rowOf(g.runs[0])
	st := p.Stage("diagnose", "queries", len(queries))
	r, err := Run(ctx, miner, queries, models, Options{MinGrade: chain.Run.Config.Gen.MinGrade, Seed: chain.Run.Config.Gen.Seed}, st)
	st.Done()
	if err != nil {
		return nil, err
	}
	r.Notes, r.Split, r.Documents = notes, g.split(queries), chain.Index.NumDocs()
	return r, nil
}

// split returns the names of the queries' splits: "test", "train, dev and test".
func (g *runSet) split(queries []mine.Query) string {
	isAsked := map[string]bool{}
	for i := range queries {
		isAsked[queries[i].ID] = true
	}
	var names []string
	for _, s := range g.splits {
		if slices.ContainsFunc(s.Queries, func(q corpus.Query) bool { return isAsked[q.ID] }) {
			names = append(names, s.Split)
		}
	}
	return terminal.JoinAnd(names)
}

// runName returns a run's file name without its ending, or the path if two runs have the same name.
func runName(path string, all []string) string {
	short := func(path string) string {
		name := filepath.Base(path)
		return strings.TrimSuffix(name, filepath.Ext(name))
	}
	n := 0
	for _, other := range all {
		if short(other) == short(path) {
			n++
		}
	}
	if n > 1 {
		return path
	}
	return short(path)
}
