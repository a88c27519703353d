package read

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
)

// runFormat returns o.RunFormat if it is set. If not, it returns format if that is only a format of runs, and auto if it is a collection's.
func (o Options) runFormat(format Format) Format {
	if !slices.Contains([]Format{"2col", "3col", "top1000"}, format) {
		format = Auto
	}
	return cmp.Or(o.RunFormat, format)
}

// Run returns the rows of the run at path, or of several files separated by commas. Its format is that of runFormat; auto is detected from
// the first lines. Rows are grouped by query, in the order in which queries first occur. Within a query they have trec_eval's order: by
// descending score in single precision, and equal scores by descending bytes of the document id. The ranks are new, from 1.
//
// If a document occurs twice for a query, the better row counts. In formats without scores the score is the negative rank, but 0 in
// top1000. Queries in TREC's format whose ranks contradict their scores are counted in rep.
func Run(path string, format Format, o Options, rep *Report) ([]corpus.RunRow, error) {
	c, n, err := readRun(path, format, o, rep)
	if err != nil {
		return nil, err
	}
	rows := make([]corpus.RunRow, 0, n)
	for i, list := range c.lists {
		rows = list.appendRows(rows)
		c.lists[i] = nil
	}
	return rows, nil
}

// RunQueries reads a run as Run does and yields the rows of each query, in the same order. The rows are valid until the next query.
func RunQueries(path string, format Format, o Options, rep *Report) (iter.Seq[[]corpus.RunRow], error) {
	c, _, err := readRun(path, format, o, rep)
	if err != nil {
		return nil, err
	}
	return func(yield func([]corpus.RunRow) bool) {
		var rows []corpus.RunRow
		for _, list := range c.lists {
			if rows = list.appendRows(rows[:0]); !yield(rows) {
				return
			}
		}
	}, nil
}

// readRun returns the sorted lists of a run, and the number of their rows.
func readRun(path string, format Format, o Options, rep *Report) (c *candidates, n int, err error) {
	rep, start, err := o.begin(rep)
	if err != nil {
		return nil, 0, err
	}
	c = &candidates{hits: o.Hits, rep: rep, path: path, byQuery: map[string]*candidateList{}, present: map[string]bool{}}
	if err := o.eachFile(fileform.RunPart, path, o.runFormat(format), rep, c.read); err != nil {
		return nil, 0, err
	}
	if n = c.sort(); n == 0 {
		hint := "is it a run? " + firstLine(path, o)
		if _, err := Qrels(paths(path)[0], TREC, o, nil); err == nil {
			hint = "it holds judgements (qid 0 docid grade); give a run (qid Q0 docid rank score tag)"
		}
		return nil, 0, sourcefile.EmptyError("rows", path, hint, rep, start)
	}
	rep.Keep(sourcefile.RowsNoun, n)
	return c, n, nil
}

// read adds the rows of a file, whose format is e.
func (c *candidates) read(s *sourcefile.Source, e fileform.Entry) error {
	c.byRank, c.hasBoth = e.Name == "2col" || e.Name == MSMARCO, e.Name == TREC
	return eachRunRow(s, e, func(r fileform.Row, bad string, line int) error {
		switch {
		case bad != "":
			return s.Skip(line, bad)
		case math.IsNaN(r.Score):
			return errs.BadInput(s.Path, line, "write the run again", "score is not a number")
		}
		c.add(r, line)
		return nil
	})
}

// RunLine returns the line of the run at path on which a document first occurs for a query, for the message of an error. It returns 0 if
// there is no such line. It reads the run again.
func RunLine(path string, format Format, o Options, query, doc string) (number int) {
	if path == "-" {
		return 0
	}
	_ = o.eachFile(fileform.RunPart, path, o.runFormat(format), nil, func(s *sourcefile.Source, e fileform.Entry) error {
		return eachRunRow(s, e, func(r fileform.Row, bad string, line int) error {
			if bad == "" && string(r.Query) == query && string(r.Doc) == doc {
				number = line
				return sourcefile.ErrStop
			}
			return nil
		})
	})
	return number
}

// eachRunRow calls visit with every row of a run and its line. bad is the reason if the row is malformed.
func eachRunRow(s *sourcefile.Source, e fileform.Entry, visit func(r fileform.Row, bad string, line int) error) error {
	if e.Name == Table {
		return readTableRun(s, visit)
	}
	return sourcefile.EachLine(s, func(line []byte) error {
		if s.IsAside(line) {
			return nil
		}
		r, bad := e.Run(line)
		if bad != "" && s.Line == 1 && fileform.IsHeader(line) {
			s.Rep.Headers++
			return nil
		}
		return visit(r, bad, s.Line)
	})
}

// candidates collects rows by query and keeps the best rows of each query.
type candidates struct {
	byRank  bool // true if ranks order the rows
	hasBoth bool // true if rows have ranks and scores; the scores order them
	hits    int  // maximum number of rows of a query; 0 keeps all
	rep     *Report
	path    string

	lists   []*candidateList
	byQuery map[string]*candidateList
	last    *candidateList  // list of the last row
	present map[string]bool // memory of sortList: the documents of the list
}

// candidateList holds the rows of a query.
type candidateList struct {
	query string
	read  int             // number of rows that were added
	best  []candidate     // rows that are kept
	ids   strings.Builder // ids of the documents, one after another
}

func (l *candidateList) id(x candidate) string { return l.ids.String()[x.begin:][:x.size] }

// appendRows appends the rows of the list, in their order.
func (l *candidateList) appendRows(rows []corpus.RunRow) []corpus.RunRow {
	for rank, x := range l.best {
		rows = append(rows, corpus.RunRow{QueryID: l.query, DocID: l.id(x), Rank: rank + 1, Score: x.score})
	}
	return rows
}

// contradicts reports whether the ranks order two documents against their scores, or whether all scores are equal and only the ranks
// differ. best must be sorted by score.
func (l *candidateList) contradicts() bool {
	differs, falls := false, false // in scores; in ranks
	for i := 1; i < len(l.best); i++ {
		a, b := l.best[i-1], l.best[i]
		isHigher := float32(a.score) > float32(b.score)
		if differs = differs || isHigher; a.rank > b.rank {
			if falls = true; isHigher {
				return true
			}
		}
	}
	return falls && !differs
}

// candidate is a row of a run. It holds no pointer: the garbage collector need not scan the millions of rows of a run.
type candidate struct {
	score      float64
	rank       int
	begin      int    // offset of the document's id in candidateList.ids
	size, line uint32 // size of this id in bytes, and line of the row
}

func (c *candidates) add(r fileform.Row, line int) {
	list := c.last
	if list == nil || list.query != string(r.Query) {
		if list = c.byQuery[string(r.Query)]; list == nil {
			list = &candidateList{query: string(r.Query)}
			if c.last != nil { // most lists of a run have the same length
				list.best = make([]candidate, 0, len(c.last.best))
				list.ids.Grow(c.last.ids.Len() + c.last.ids.Len()/16)
			}
			c.byQuery[list.query] = list
			c.lists = append(c.lists, list)
		}
		c.last = list
	}
	list.read++
	if r.Unranked {
		r.Rank = list.read
	}
	if r.Unscored {
		r.Score = -float64(r.Rank)
	}
	list.best = append(list.best, candidate{score: r.Score, rank: r.Rank, begin: list.ids.Len(), size: uint32(len(r.Doc)), line: uint32(line)})
	list.ids.Write(r.Doc)
	if c.hits > 0 && len(list.best) >= 2*c.hits+1024 {
		c.sortList(list)
	}
}

// sortList sorts a list, drops repeated documents and keeps the best hits rows. It may also be called before all rows are added: for a row
// that it drops, the list already has hits better documents.
func (c *candidates) sortList(list *candidateList) {
	slices.SortFunc(list.best, func(a, b candidate) int {
		switch {
		case c.byRank:
			return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.line, b.line))
		case float32(a.score) != float32(b.score): // trec_eval holds scores in single precision
			return cmp.Compare(b.score, a.score)
		}
		return cmp.Or(strings.Compare(list.id(b), list.id(a)), cmp.Compare(a.line, b.line))
	})
	clear(c.present)
	list.best = slices.DeleteFunc(list.best, func(x candidate) bool {
		id := list.id(x)
		if c.present[id] {
			c.rep.Repeat(sourcefile.RowsNoun, "document repeated for a query, the better row kept", c.path, int(x.line))
			return true
		}
		c.present[id] = true
		return false
	})
	if c.hits > 0 && len(list.best) > c.hits {
		for _, x := range list.best[c.hits:] {
			c.rep.Repeat(sourcefile.RowsNoun, "rows below the depth asked for (--hits)", c.path, int(x.line))
		}
		list.best = list.best[:c.hits]
	}
}

// sort sorts all lists, and returns the number of their rows.
func (c *candidates) sort() (n int) {
	for _, list := range c.lists {
		c.sortList(list)
		n += len(list.best)
	}
	clear(c.present)
	for _, list := range c.lists {
		if c.hasBoth && list.contradicts() {
			c.rep.Remark("query whose ranks contradict its scores, which order it", 1, c.path, int(list.best[0].line))
		}
	}
	return n
}

// readTableRun calls visit with the rows of a table of candidates: ids of queries, and ids or lists of ids of documents, with scores or
// ranks. If the table has neither, the order of the rows is the rank. Rows of positives and negatives with a teacher's scores are such a
// table too.
func readTableRun(s *sourcefile.Source, visit func(r fileform.Row, bad string, line int) error) error {
	h, err := rowtable.HeadOf(s)
	if err != nil {
		return err
	}
	t, p, err := rowtable.PlanOf(h, rowtable.Options{})
	if err != nil {
		return err
	}
	if t == nil || !fileform.IsCandidates(p) {
		return p.BadColumns(s.Path, h.Text)
	}
	if rank := slices.IndexFunc(p.Header, tabular.IsRank); rank >= 0 && !hasNumbers(p) {
		if t, p, err = rowtable.PlanOf(h, rowtable.Options{Columns: "score=" + p.Header[rank]}); err != nil {
			return err
		}
	}
	reader, isOrdered := p.Reader(), hasNumbers(p)
	return t.VisitRows(s, p.Names, func(values []tabular.Cells) error {
		reject := func(bad string) error { return visit(fileform.Row{}, bad, s.Line) }
		return reader.Rows(values, reject, func(r tabular.Row) error {
			for _, bad := range r.Bad {
				if err := reject(bad); err != nil {
					return err
				}
			}
			for _, d := range r.Docs {
				entry := fileform.Row{Query: []byte(r.Key()), Doc: []byte(d.Key()), Unranked: true, Unscored: true}
				if text := cmp.Or(d.Score, d.Label); text != "" || isOrdered {
					number, ok := tabular.ParseNumber(text, d.Columns.Comma)
					if !ok {
						if err := reject(fileform.WrongScore); err != nil {
							return err
						}
						continue
					}
					entry.Score, entry.Unscored = number, false
				}
				if err := visit(entry, "", s.Line); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// hasNumbers reports whether a table has labels or scores, which order the documents.
func hasNumbers(p *tabular.Plan) bool {
	c := p.Content()
	return c.Judgements || c.Scores
}

// tableCandidates returns the documents of each query as its candidates. They are sorted by descending score if the rows have scores, and
// in the files' order if not.
func tableCandidates(ctx context.Context, path string, o Options) (rows []corpus.RunRow, err error) {
	var byQuery lists.Groups[string, corpus.RunRow]
	pairs := map[[2]string]bool{}
	namesQueries := func(p *tabular.Plan) bool { return p.Content().Queries }
	err = eachRowOf(path, o, namesQueries, func(s *sourcefile.Source, r tabular.Row) error {
		query := r.Key()
		for _, d := range r.Docs {
			doc := d.Key()
			if key := [2]string{query, doc}; query == "" || pairs[key] {
				continue
			} else {
				pairs[key] = true
			}
			row := corpus.RunRow{QueryID: query, DocID: doc, Score: -float64(len(byQuery.Of[query]) + 1)} // the negative rank
			if d.Columns.Score >= 0 {
				var ok bool
				if row.Score, ok = tabular.ParseNumber(d.Score, d.Columns.Comma); !ok || math.IsInf(row.Score, 0) {
					return errs.BadInput(s.Path, s.Line, "give every document of a query a number such as 5.18, or none", "score %q is no number", d.Score)
				}
			}
			byQuery.Add(query, row)
		}
		return ctx.Err()
	})
	for _, query := range byQuery.Keys {
		docs := byQuery.Of[query]
		slices.SortStableFunc(docs, func(a, b corpus.RunRow) int { return cmp.Compare(b.Score, a.Score) })
		for i := range docs {
			docs[i].Rank = i + 1
		}
		rows = append(rows, docs...)
	}
	return rows, err
}
