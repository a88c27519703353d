package diagnose

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/eval"
)

// NamedRun is a run as read. Documents that lnc2 made stand in it under their own ids, ID~k.
type NamedRun struct {
	Name string
	Rows []corpus.Scored
	Line func(query, doc string) (file string, line int) // where a row stands, for messages; nil where that is not known
}

// FromRuns prepares a diagnosis. The queries are those of the topics that every run ranks. Their candidates are the
// documents of the given candidate run, or of the first run where that is nil, as far as every run scores them, so that
// all runs meet the same instances. Notes say what was left out.
func FromRuns(ctx context.Context, x index.Reader, topics []corpus.Query, qrels []corpus.Qrel, candidates []corpus.Scored, runs []NamedRun,
	o mine.CandidateOptions) (queries []mine.Query, models []Model, notes []string, err error) {
	note := func(n int, format string, args ...any) {
		if n > 0 {
			notes = append(notes, fmt.Sprintf("%d ", n)+fmt.Sprintf(format, args...))
		}
	}
	known := map[string]int{} // by query: how many runs rank it
	for _, t := range topics {
		known[t.ID] = 0
	}
	plain := make([][]corpus.Scored, len(runs))
	for i, run := range runs {
		rows, unknownDocs, unknownQueries, err := run.split(x, known, o.SkipUnknown)
		if err != nil {
			return nil, nil, nil, err
		}
		plain[i] = rows
		note(unknownDocs, "rows of %s name a document that the collection lacks", run.Name)
		note(unknownQueries, "rows of %s name a query that the topics lack", run.Name)
	}
	common, alone := []corpus.Query{}, 0
	ids := map[string]bool{}
	for _, t := range topics {
		switch known[t.ID] {
		case len(runs):
			common = append(common, t)
			ids[t.ID] = true
		case 0:
		default:
			alone++
		}
	}
	note(alone, "queries are not ranked by every run")
	if len(common) == 0 {
		return nil, nil, nil, fault.BadInput(runs[0].Name, 0, "are the runs over this collection's topics?",
			"no query of the topics is ranked by every run")
	}
	if candidates == nil {
		candidates = plain[0]
	}
	chosen := func(id string) bool { return ids[id] }
	candidates = ofQueries(candidates, chosen)
	qrels = slices.DeleteFunc(slices.Clone(qrels), func(q corpus.Qrel) bool { return !ids[q.QueryID] })
	queries, census, err := mine.Candidates(ctx, x, "", common, qrels, mine.Rows(candidates), o, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	note(census.NoTerm+census.NoKnownTerm, "queries dropped: the collection holds none of their terms")
	for i, run := range runs {
		judged := eval.Evaluate(qrels, ofQueries(plain[i], chosen), eval.Options{Level: o.MinGrade})
		models = append(models, Model{Name: run.Name, Scores: mine.NewRunScores(x, run.Rows), Judged: judged})
	}
	note(dropUnscored(queries, models), "candidates are not scored by every run")
	return queries, models, notes, nil
}

// split takes the rows of the collection's documents out of a run and counts, per query, whether the run ranks any.
func (run *NamedRun) split(x index.Reader, known map[string]int, skipUnknown bool) (
	plain []corpus.Scored, unknownDocs, unknownQueries int, err error) {
	seen := map[string]bool{}
	for _, row := range run.Rows {
		if _, ok := known[row.QueryID]; !ok {
			if unknownQueries++; !skipUnknown {
				return nil, 0, 0, run.unknown("query", row)
			}
			continue
		}
		if _, ok := x.Doc(row.DocID); ok {
			plain = append(plain, row)
			if !seen[row.QueryID] {
				seen[row.QueryID] = true
				known[row.QueryID]++
			}
			continue
		}
		if _, made := mine.MadeOf(x, row.DocID); made {
			continue
		}
		if unknownDocs++; !skipUnknown {
			return nil, 0, 0, run.unknown("document", row)
		}
	}
	return plain, unknownDocs, unknownQueries, nil
}

func (run *NamedRun) unknown(what string, row corpus.Scored) error {
	file, line := run.Name, 0
	if run.Line != nil {
		file, line = run.Line(row.QueryID, row.DocID)
	}
	return (&mine.UnknownRow{Scored: row, What: what}).At(file, line)
}

func ofQueries(rows []corpus.Scored, chosen func(id string) bool) []corpus.Scored {
	out := []corpus.Scored{}
	for _, r := range rows {
		if chosen(r.QueryID) {
			out = append(out, r)
		}
	}
	return out
}

// dropUnscored takes the candidates that some model lacks out of the queries, and counts them.
func dropUnscored(queries []mine.Query, models []Model) (dropped int) {
	for i := range queries {
		q := &queries[i]
		lacks := make([]bool, len(q.Docs))
		for _, m := range models {
			for d, s := range m.Scores.Scores(q, i) {
				lacks[d] = lacks[d] || math.IsNaN(s)
			}
		}
		kept := q.Docs[:0:0]
		for d, c := range q.Docs {
			if lacks[d] {
				dropped++
				if c.Judged {
					q.Outside = append(q.Outside, c)
				}
			} else {
				kept = append(kept, c)
			}
		}
		q.Docs = kept
	}
	return dropped
}
