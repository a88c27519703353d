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
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// namedRun is a run with its name. Documents made by lnc2 have ids of the form ID~k.
type namedRun struct {
	Name string
	Rows []corpus.RunRow
	Line func(query, doc string) (file string, line int) // returns the place of a row, for errors; may be nil
}

// prepareRuns returns the queries and models of a diagnosis of runs. The queries are the topics that every run
// ranks. Their candidates are the documents of candidates, or of the first run if candidates is nil, that
// every run scores. So all runs have the same instances. The notes count the queries and documents left out.
func prepareRuns(ctx context.Context, x index.Reader, topics []corpus.Query, qrels []corpus.Qrel, candidates []corpus.RunRow,
	runs []namedRun, o mine.CandidateOptions) (queries []mine.Query, models []Model, notes []string, err error) {
	addNote := func(n int, singular, many string) {
		if n > 0 {
			notes = append(notes, terminal.Plural(n, singular, many))
		}
	}
	numRanking := map[string]int{} // by query: the number of runs that rank it
	for _, t := range topics {
		numRanking[t.ID] = 0
	}
	collectionRows := make([][]corpus.RunRow, len(runs))
	for i, run := range runs {
		rows, err := run.collectionRows(x, numRanking)
		if err != nil {
			return nil, nil, nil, err
		}
		collectionRows[i] = rows
	}
	common, partial := []corpus.Query{}, 0
	ids := map[string]bool{}
	for _, t := range topics {
		switch numRanking[t.ID] {
		case len(runs):
			common = append(common, t)
			ids[t.ID] = true
		case 0:
		default:
			partial++
		}
	}
	addNote(partial, "query is not ranked by every run", "queries are not ranked by every run")
	if len(common) == 0 {
		return nil, nil, nil, errs.BadInput(runs[0].Name, 0, "are the runs over this collection's topics?",
			"no query of the topics is ranked by every run")
	}
	if candidates == nil {
		candidates = collectionRows[0]
	}
	isCommon := func(id string) bool { return ids[id] }
	candidates = selectQueries(candidates, isCommon)
	qrels = slices.DeleteFunc(slices.Clone(qrels), func(q corpus.Qrel) bool { return !ids[q.QueryID] })
	queries, census, err := mine.Candidates(ctx, x, "", common, qrels, mine.Rows(candidates), o, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	addNote(census.NoTerm+census.NoKnownTerm, "query dropped: the collection holds none of its terms",
		"queries dropped: the collection holds none of their terms")
	addNote(census.Self+census.Excluded, "candidate left out: it is the query itself, or the collection excludes it",
		"candidates left out: they are the query itself, or the collection excludes them")
	for i, run := range runs {
		result := eval.Evaluate(qrels, selectQueries(collectionRows[i], isCommon), eval.Options{Level: o.MinGrade})
		models = append(models, Model{Name: run.Name, Scores: mine.NewRunScores(x, run.Rows), Judged: result})
	}
	addNote(dropUnscored(queries, models), "candidate is not scored by every run", "candidates are not scored by every run")
	return queries, models, notes, nil
}

// collectionRows returns the rows of documents in the collection, without documents made by lnc2. An unknown document or query is an error.
// collectionRows adds 1 to numRanking for each query that the run ranks.
func (run *namedRun) collectionRows(x index.Reader, numRanking map[string]int) (rows []corpus.RunRow, err error) {
	ranksQuery := map[string]bool{}
	for _, row := range run.Rows {
		if _, ok := numRanking[row.QueryID]; !ok {
			return nil, run.unknownError("query", row)
		}
		if _, ok := x.Doc(row.DocID); ok {
			rows = append(rows, row)
			if !ranksQuery[row.QueryID] {
				ranksQuery[row.QueryID] = true
				numRanking[row.QueryID]++
			}
			continue
		}
		if _, ok := mine.MadeOf(x, row.DocID); ok {
			continue
		}
		return nil, run.unknownError("document", row)
	}
	return rows, nil
}

// unknownError returns the error for a row whose query or document is unknown. kind is query or document.
func (run *namedRun) unknownError(kind string, row corpus.RunRow) error {
	file, line := run.Name, 0
	if run.Line != nil {
		file, line = run.Line(row.QueryID, row.DocID)
	}
	return (&mine.UnknownRow{RunRow: row, Kind: kind}).Locate(file, line)
}

func selectQueries(rows []corpus.RunRow, accept func(id string) bool) []corpus.RunRow {
	return lists.Filter(rows, func(r corpus.RunRow) bool { return accept(r.QueryID) })
}

// dropUnscored removes the candidates that a model does not score from the queries, and returns their number.
func dropUnscored(queries []mine.Query, models []Model) (count int) {
	for i := range queries {
		q := &queries[i]
		isUnscored := make([]bool, len(q.Docs))
		for _, m := range models {
			for d, s := range m.Scores.Scores(q, i) {
				isUnscored[d] = isUnscored[d] || math.IsNaN(s)
			}
		}
		docs := q.Docs[:0:0]
		for d, c := range q.Docs {
			if isUnscored[d] {
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

// runSet holds runs over a collection, and the collection.
type runSet struct {
	topics  collection.Topics // the queries and judgements of all splits together
	runs    []namedRun
	options mine.CandidateOptions
	splits  []collection.Topics
	chain   *prepare.Preparation // the prepared collection, with its documents
}

// readRuns reads runs and prepares their collection. It retrieves nothing, because the candidates are
// documents of runs. If limit is true, a query has at most gen.hits candidates.
func readRuns(ctx context.Context, chain *prepare.Preparation, paths []string, limit bool, p *progress.Printer) (*runSet, error) {
	c := chain.Run.Config
	chain, err := chain.WithOverlaps().ReadTopics(ctx)
	if err != nil {
		return nil, err
	}
	s := &runSet{splits: chain.Inputs.Topics, topics: collection.Merge(chain.Inputs.Topics), runs: make([]namedRun, len(paths))}
	if s.chain, err = chain.WithTopics(nil, 0).Documents(ctx); err != nil {
		return nil, err
	}
	unused := unusedQueries(chain.Inputs.Given, s.topics.Queries)
	chain = s.chain
	var rep read.Report
	for i, path := range paths {
		rows, err := read.Run(path, "", chain.Inputs.Collection.Options, &rep)
		if err != nil {
			s.chain.Close()
			return nil, err
		}
		all := len(rows)
		rows = slices.DeleteFunc(rows, func(r corpus.RunRow) bool { return unused[r.QueryID] })
		if n := all - len(rows); n > 0 {
			p.Say("%s: %s of queries that gen.limit or gen.query_sample leaves out", path, terminal.Plural(n, "row", "rows"))
		}
		if doubt := mine.Rows(rows).Doubt(s.topics.Qrels, c.Gen.MinGrade); doubt != "" {
			p.Warn("%s: %s", path, doubt)
		}
		s.runs[i] = namedRun{Name: RunName(path, paths), Rows: rows, Line: func(query, doc string) (string, int) {
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
	s.options = mine.CandidateOptions{Hits: hits, MinGrade: c.Gen.MinGrade, Made: making, DropSelf: self,
		Excluded: chain.Inputs.Collection.ExcludedByQuery, Threads: c.Gen.Threads, MaxTerms: safefile.QueryTerms, Locate: s.locateQuery}
	return s, nil
}

// locateQuery returns the file and line of a query, in any split.
func (s *runSet) locateQuery(id string) (file string, line int) {
	split := slices.IndexFunc(s.splits, func(t collection.Topics) bool {
		return slices.ContainsFunc(t.Queries, func(q corpus.Query) bool { return q.ID == id })
	})
	if split < 0 {
		return "", 0
	}
	return s.chain.Inputs.Collection.Layout.QueryLine(s.splits[split].Split, id, s.chain.Inputs.Collection.Options)
}

// rowLocator returns a function that returns the place of a candidate's row in gen.run. If gen.run has no such row, the place is in run.
func (s *runSet) rowLocator(run namedRun) mine.RowLocator {
	return func(_, query, doc string) (file string, line int) {
		for _, t := range s.splits {
			if runFile := s.chain.Inputs.Collection.RunOf(t.Split); runFile != "" {
				if line := read.RunLine(runFile, "", s.chain.Inputs.Collection.Options, query, doc); line > 0 {
					return runFile, line
				}
			}
		}
		return run.Line(query, doc)
	}
}

func unusedQueries(all, used []corpus.Query) map[string]bool {
	unused := lists.Set(all, func(q corpus.Query) string { return q.ID })
	for _, q := range used {
		delete(unused, q.ID)
	}
	return unused
}

// DiagnoseRuns diagnoses the runs in some files over the collection of chain. The candidates are the documents of
// gen.run, or of the first run if gen.run is not set. If limit is true, a query has at most gen.hits of them.
func DiagnoseRuns(ctx context.Context, chain *prepare.Preparation, paths []string, limit bool, p *progress.Printer) (*Result, error) {
	s, err := readRuns(ctx, chain, paths, limit, p)
	if err != nil {
		return nil, err
	}
	defer s.chain.Close()
	chain = s.chain
	queries, models, notes, err := prepareRuns(ctx, chain.Index, s.topics.Queries, s.topics.Qrels, s.topics.Run, s.runs, s.options)
	if err != nil {
		return nil, err
	}
	miner := prepare.NewMiner(chain)
	miner.Axioms, miner.Locate = prepare.OmitMade(&chain.Run.Config.Gen, miner.Axioms), s.rowLocator(s.runs[0])
	st := p.Stage("diagnose", "queries", len(queries))
	r, err := Run(ctx, miner, queries, models, Options{MinGrade: chain.Run.Config.Gen.MinGrade, Seed: chain.Run.Config.Gen.Seed}, st)
	st.Done()
	if err != nil {
		return nil, err
	}
	hasTies := func(f RunFulfilment) bool { return f.TiesLeftOut > 0 }
	for i, axiom := range miner.Axioms {
		if _, makes := axiom.(axioms.Generative); makes && r.Axioms[i].maxInstances() == 0 && !slices.ContainsFunc(r.Axioms[i].Fulfilment, hasTies) {
			notes = append(notes, axiom.String()+" has no instance: it asks about documents that it makes, and no run scores any; "+
				"axiomine gen mine --diagnostic writes them for a model to score")
		}
	}
	r.Notes, r.Split, r.Documents = notes, s.split(queries), chain.Index.NumDocs()
	return r, nil
}

// split returns the names of the queries' splits: "test", "train, dev and test".
func (s *runSet) split(queries []mine.Query) string {
	ids := lists.Set(queries, func(q mine.Query) string { return q.ID })
	var names []string
	for _, t := range s.splits {
		if slices.ContainsFunc(t.Queries, func(q corpus.Query) bool { return ids[q.ID] }) {
			names = append(names, t.Split)
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
	if len(lists.Filter(all, func(other string) bool { return short(other) == short(path) })) > 1 {
		return path
	}
	return short(path)
}
