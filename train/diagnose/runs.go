package diagnose

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// namedRun is a run as read. Its documents made by lnc2 have ids of the form ID~k.
type namedRun struct {
	Name string
	Rows []corpus.RunRow
	Line func(query, doc string) (file string, line int) // returns the place of a row, for errors; nil if unknown
}

// fromRuns prepares a diagnosis. Its queries are the topics that every run ranks. Their candidates are
// the documents of candidates, or of the first run if candidates is nil, that every run scores. All
// runs thus have the same instances. The notes count what was left out.
func fromRuns(ctx context.Context, x index.Reader, topics []corpus.Query, qrels []corpus.Qrel, candidates []corpus.RunRow, runs []namedRun,
	o mine.CandidateOptions) (queries []mine.Query, models []Model, notes []string, err error) {
	note := func(n int, singular, many string) {
		if n > 0 {
			notes = append(notes, terminal.Plural(n, singular, many))
		}
	}
	ranksOf := map[string]int{} // by query: how many runs rank it
	for _, t := range topics {
		ranksOf[t.ID] = 0
	}
	plain := make([][]corpus.RunRow, len(runs))
	for i, run := range runs {
		rows, err := run.split(x, ranksOf)
		if err != nil {
			return nil, nil, nil, err
		}
		plain[i] = rows
	}
	common, partial := []corpus.Query{}, 0
	ids := map[string]bool{}
	for _, t := range topics {
		switch ranksOf[t.ID] {
		case len(runs):
			common = append(common, t)
			ids[t.ID] = true
		case 0:
		default:
			partial++
		}
	}
	note(partial, "query is not ranked by every run", "queries are not ranked by every run")
	if len(common) == 0 {
		return nil, nil, nil, errs.BadInput(runs[0].Name, 0, "are the runs over this collection's topics?",
			"no query of the topics is ranked by every run")
	}
	if candidates == nil {
		candidates = plain[0]
	}
	isCommon := func(id string) bool { return ids[id] }
	candidates = selectQueries(candidates, isCommon)
	qrels = slices.DeleteFunc(slices.Clone(qrels), func(q corpus.Qrel) bool { return !ids[q.QueryID] })
	queries, census, err := mine.Candidates(ctx, x, "", common, qrels, mine.Rows(candidates), o, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	note(census.NoTerm+census.NoKnownTerm, "query dropped: the collection holds none of its terms",
		"queries dropped: the collection holds none of their terms")
	note(census.Self+census.Excluded, "candidate left out: it is the query itself, or the collection excludes it",
		"candidates left out: they are the query itself, or the collection excludes them")
	for i, run := range runs {
		result := eval.Evaluate(qrels, selectQueries(plain[i], isCommon), eval.Options{Level: o.MinGrade})
		models = append(models, Model{Name: run.Name, Scores: mine.NewRunScores(x, run.Rows), Judged: result})
	}
	note(dropUnscored(queries, models), "candidate is not scored by every run", "candidates are not scored by every run")
	return queries, models, notes, nil
}

// split returns the rows of a run without documents made by lnc2. An unknown document or query is an error. split adds 1 to ranksOf for
// each query that the run ranks.
func (run *namedRun) split(x index.Reader, ranksOf map[string]int) (plain []corpus.RunRow, err error) {
	ranksQuery := map[string]bool{}
	for _, row := range run.Rows {
		if _, ok := ranksOf[row.QueryID]; !ok {
			return nil, run.unknownError("query", row)
		}
		if _, ok := x.Doc(row.DocID); ok {
			plain = append(plain, row)
			if !ranksQuery[row.QueryID] {
				ranksQuery[row.QueryID] = true
				ranksOf[row.QueryID]++
			}
			continue
		}
		if _, ok := mine.MadeOf(x, row.DocID); ok {
			continue
		}
		return nil, run.unknownError("document", row)
	}
	return plain, nil
}

func (run *namedRun) unknownError(kind string, row corpus.RunRow) error {
	file, line := run.Name, 0
	if run.Line != nil {
		file, line = run.Line(row.QueryID, row.DocID)
	}
	return (&mine.UnknownRow{RunRow: row, Kind: kind}).Locate(file, line)
}

func selectQueries(rows []corpus.RunRow, accept func(id string) bool) []corpus.RunRow {
	out := []corpus.RunRow{}
	for _, r := range rows {
		if accept(r.QueryID) {
			out = append(out, r)
		}
	}
	return out
}

// dropUnscored removes the candidates that some model does not score from the queries, and counts them.
func dropUnscored(queries []mine.Query, models []Model) (count int) {
	for i := range queries {
		q := &queries[i]
		lacks := make([]bool, len(q.Docs))
		for _, m := range models {
			for d, s := range m.Scores.Scores(q, i) {
				lacks[d] = lacks[d] || math.IsNaN(s)
			}
		}
		docs := q.Docs[:0:0]
		for d, c := range q.Docs {
			if lacks[d] {
				count++
				if c.Judged {
					q.Outside = append(q.Outside, c)
				}
			} else {
				docs = append(docs, c)
			}
		}
		q.Docs = docs
	}
	return count
}

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
		g.runs[i] = namedRun{Name: RunName(path, paths), Rows: rows, Line: func(query, doc string) (string, int) {
			return path, read.RunLine(path, "", chain.Inputs.Collection.Options, query, doc)
		}}
	}
	for _, line := range rep.Lines() {
		p.Say("%s", line)
	}
	self := prepare.DropSelf(&c.Gen, chain.Inputs.Collection.Layout.DropSelf)
	hits := math.MaxInt
	if limit {
		hits = c.Gen.Hits
	}
	making := prepare.NewMaking(&chain.Run.Config.Gen, chain.Axioms.All, chain.Pieces)
	g.options = mine.CandidateOptions{Hits: hits, MinGrade: c.Gen.MinGrade, Made: making, DropSelf: self,
		Excluded: chain.Inputs.Collection.ExcludedByQuery, Threads: c.Gen.Threads, MaxTerms: safefile.QueryTerms, Locate: g.locateQuery}
	return g, nil
}

// locateQuery returns the file and line of a query, in any split.
func (g *runSet) locateQuery(id string) (file string, line int) {
	split := slices.IndexFunc(g.splits, func(t collection.Topics) bool {
		return slices.ContainsFunc(t.Queries, func(q corpus.Query) bool { return q.ID == id })
	})
	if split < 0 {
		return "", 0
	}
	return g.run.Inputs.Collection.Layout.QueryLine(g.splits[split].Split, id, g.run.Inputs.Collection.Options)
}

// rowOf returns a function that finds the row of a candidate in gen.run, or, without that, in run.
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
	for i, axiom := range miner.Axioms {
		if _, makes := axiom.(axioms.Generative); makes && r.Axioms[i].maxInstances() == 0 && !slices.ContainsFunc(r.Axioms[i].Fulfilment, hasTies) {
			notes = append(notes, axiom.String()+" has no instance: it asks about documents that it makes, and no run scores any; "+
				"axiomine gen mine --diagnostic writes them for a model to score")
		}
	}
	r.Notes, r.Split, r.Documents = notes, g.split(queries), chain.Index.NumDocs()
	return r, nil
}

func hasTies(f RunFulfilment) bool { return f.TiesLeftOut > 0 }

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

// RunName returns a run's file name without its ending, or the path if two runs have the same name.
func RunName(path string, all []string) string {
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
