package diagnose

import (
	"context"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// namedRun is a run as read. Documents made by lnc2 have their own ids in it, ID~k.
type namedRun struct {
	Name string
	Rows []corpus.RunRow
	Line func(query, doc string) (file string, line int) // the place of a row, for messages; nil if unknown
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

// split returns the rows of a run whose documents are in the collection, without those that lnc2 makes. An unknown document or query is
// an error. For each query that the run ranks, it adds 1 to ranksOf.
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
