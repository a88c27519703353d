package read

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// readTableRun reads a table of candidates: columns of queries' and documents' ids, or lists of the latter, with scores or ranks; else
// their order is the rank. Rows of positives and negatives with a teacher's scores are one too.
func readTableRun(s *source, byRank bool, visit func(r row, bad string, line int) error) error {
	h, err := tableHead(s)
	if err != nil {
		return err
	}
	t, p, err := planOfHead(h, Options{})
	if err != nil {
		return err
	}
	if t == nil || !isCandidates(p) {
		return p.BadColumns(s.path, h.text, columnsOf(t))
	}
	isRanked := false
	if rank := slices.IndexFunc(columnsOf(t), tabular.IsRank); rank >= 0 && (byRank || !hasNumbers(p)) {
		isRanked = true
		if t, p, err = planOfHead(h, Options{Columns: "score=" + columnsOf(t)[rank]}); err != nil {
			return err
		}
	}
	reader, isOrdered := p.Reader(), hasNumbers(p)
	return t.visitRows(s, p.Names, func(values []tabular.Cells) error {
		reject := func(bad string) error { return visit(row{}, bad, s.line) }
		return reader.Rows(values, reject, func(r tabular.Row) error {
			for _, bad := range r.Bad {
				if err := reject(bad); err != nil {
					return err
				}
			}
			for _, d := range r.Docs {
				entry := row{query: []byte(r.Key()), doc: []byte(d.Key()), unranked: true, unscored: true}
				if text := cmp.Or(d.Score, d.Label); text != "" || isOrdered {
					number, ok := tabular.ParseNumber(text, d.Columns.Comma)
					switch {
					case !ok:
						if err := reject(wrongScore); err != nil {
							return err
						}
						continue
					case isRanked:
						entry.rank, entry.unranked = int(number), false
					default:
						entry.score, entry.unscored = number, false
					}
				}
				if err := visit(entry, "", s.line); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// fitsRunTable reports whether a head is that of a table with ids of queries and documents, or with a teacher's scores of texts.
func fitsRunTable(h head) bool {
	t, p, err := planOfHead(h, Options{})
	return err == nil && t != nil && isCandidates(p)
}

// isCandidates reports whether a table pairs ids of queries and documents, or texts with a score of a teacher.
func isCandidates(p *tabular.Plan) bool {
	c := p.Content()
	return c.Pairs || c.Taught
}

// hasNumbers reports whether labels or scores may order the documents.
func hasNumbers(p *tabular.Plan) bool {
	c := p.Content()
	return c.Judgements || c.Scores
}

// isSeparated reports whether the first line has a separator of tables other than a tab, and no tab.
func (h head) isSeparated() bool {
	return len(h.lines) > 0 && bytes.ContainsAny(h.lines[0], ",;|") && bytes.IndexByte(h.lines[0], '\t') < 0
}

// hasQueries reports whether a table names queries.
func hasQueries(p *tabular.Plan) bool { return p.Content().Queries }

// tableCandidates returns the documents of each query as its candidates: by descending score if the rows
// have scores, else in the files' order.
func tableCandidates(ctx context.Context, path string, o Options) ([]corpus.RunRow, error) {
	type scored struct {
		doc   string
		score float64
	}
	byQuery := map[string][]scored{}
	var order []string
	pairs := map[[2]string]bool{}
	hasScores := false
	for _, file := range paths(path) {
		s, err := openSource(file, o, nil)
		if err != nil {
			return nil, err
		}
		err = eachRow(s, o, hasQueries, func(r tabular.Row) error {
			query := r.Key()
			for _, d := range r.Docs {
				doc := d.Key()
				if key := [2]string{query, doc}; query == "" || pairs[key] {
					continue
				} else {
					pairs[key] = true
				}
				if byQuery[query] == nil {
					order = append(order, query)
				}
				x := 0.0
				if d.Columns.Score >= 0 {
					var ok bool
					if x, ok = tabular.ParseNumber(d.Score, d.Columns.Comma); !ok || math.IsInf(x, 0) {
						return errs.BadInput(file, s.line, "give every document of a query a number such as 5.18, or none", "score %q is no number", d.Score)
					}
					hasScores = true
				}
				byQuery[query] = append(byQuery[query], scored{doc, x})
			}
			return ctx.Err()
		})
		s.close()
		if err != nil {
			return nil, err
		}
	}
	var c ownCandidates
	for _, query := range order {
		docs := byQuery[query]
		if !hasScores {
			for _, d := range docs {
				c.add(query, d.doc)
			}
			continue
		}
		slices.SortStableFunc(docs, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
		for rank, d := range docs {
			c.rows = append(c.rows, corpus.RunRow{QueryID: query, DocID: d.doc, Rank: rank + 1, Score: d.score})
		}
	}
	return c.rows, nil
}
