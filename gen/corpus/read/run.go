package read

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/numeral"
)

// openRun opens a run and finds its reader.
func openRun(path string, format Format, o Options, rep *Report) (*source, entry, error) {
	if o.RunFormat != "" {
		format = o.RunFormat
	} else if format == MSMARCO || format == TREC || format == Table || !slices.Contains(formatNames(runFormats), format) {
		format = Auto
	}
	if format != Auto {
		return runPart.open(path, format, o, rep)
	}
	s, err := openSource(path, o, rep)
	if err != nil {
		return nil, entry{}, err
	}
	if s.empty() {
		s.close()
		return nil, entry{}, errEmpty("rows", path, "", nil, mark{})
	}
	h := newHead(s)
	if format = runFormat(h); format != Table {
		if err := refuse(h, runFlag, false); err != nil {
			s.close()
			return nil, entry{}, err
		}
	}
	if format == ambiguousRun {
		s.close()
		return nil, entry{}, errs.BadInput(path, 0, "write it as qid Q0 docid rank score tag",
			"its third column may hold scores or ranks")
	}
	s.noun = rowsNoun
	e, err := runPart.choose(format, s, rep)
	if format != TREC {
		rep.noteFormat(path, format)
	}
	return s, e, err
}

// Run reads the run at path, or of several files separated by commas. Its format is o.RunFormat if set; else format, if that is one of a
// run's formats and not a collection's; else it is detected from the first lines. Rows are grouped by query, in the order in which queries
// first occur. Within a query they have trec_eval's order: by score in single precision descending, ties by document id descending
// bytewise. Ranks are assigned anew from 1.
//
// If a document occurs twice for a query, the better row counts. In formats without scores the score is the negative rank; in top1000 it
// is 0. Queries of TREC's form whose ranks contradict their scores are counted in rep.
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

// RunQueries reads a run as Run does and returns the rows of each query, in the same order. The next query's rows are written over them.
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
	if err := o.Validate(); err != nil {
		return nil, 0, err
	}
	if rep == nil {
		rep = new(Report)
	}
	start := rep.mark()
	c = &candidates{hits: o.Hits, rep: rep, path: path}
	for _, file := range paths(path) {
		if err := c.read(file, format, o); err != nil {
			return nil, 0, err
		}
	}
	if n = c.sort(); n == 0 {
		hint := "is it a run? " + firstLine(path, o)
		if _, err := Qrels(paths(path)[0], TREC, o, nil); err == nil {
			hint = "it holds judgements (qid 0 docid grade); give a run (qid Q0 docid rank score tag)"
		}
		return nil, 0, errEmpty("rows", path, hint, rep, start)
	}
	rep.keep(rowsNoun, n)
	return c, n, nil
}

// read adds the rows of a file.
func (c *candidates) read(path string, format Format, o Options) error {
	s, e, err := openRun(path, format, o, c.rep)
	if err != nil {
		return err
	}
	defer s.close()
	c.byRank, c.hasBoth = e.name == "2col" || e.name == MSMARCO, e.name == TREC
	return eachRunRow(s, e, c.byRank, func(r row, bad string, line int) error {
		switch {
		case bad != "":
			return s.skip(line, bad)
		case math.IsNaN(r.score):
			return errs.BadInput(path, line, "write the run again", "score is not a number")
		}
		c.add(r, line)
		return nil
	})
}

// RunLine returns the line of the run at path on which a document first occurs for a query; 0 if there is
// none. It reads the run again, for the message of an error.
func RunLine(path string, format Format, o Options, query, doc string) int {
	s, e, err := openRun(path, format, o, nil)
	if err != nil || path == "-" {
		return 0
	}
	defer s.close()
	number := 0
	_ = eachRunRow(s, e, false, func(r row, bad string, line int) error {
		if bad == "" && string(r.query) == query && string(r.doc) == doc {
			number = line
			return errStop
		}
		return nil
	})
	return number
}

// eachRunRow calls visit for every row of a run; bad is the reason if a row is malformed.
func eachRunRow(s *source, e entry, byRank bool, visit func(r row, bad string, line int) error) error {
	if e.name == Table {
		return readTableRun(s, byRank, visit)
	}
	return eachLine(s, func(line []byte) error {
		if s.isAside(line) {
			return nil
		}
		r, bad := e.run(line)
		if bad != "" && s.line == 1 && isHeader(line) {
			s.rep.header()
			return nil
		}
		return visit(r, bad, s.line)
	})
}

// row is one line of a run.
type row struct {
	query, doc []byte
	rank       int
	unranked   bool // the place in the file is the rank
	score      float64
	unscored   bool // the negative rank is the score
}

// candidates collects rows by query and keeps the best of each.
type candidates struct {
	byRank  bool
	hasBoth bool // rows have ranks beside the scores that order them
	hits    int  // per query; 0 keeps all
	rep     *Report
	path    string

	lists   []*candidateList
	byQuery map[string]*candidateList
	last    *candidateList  // of the row before
	present map[string]bool // the documents of the list that is sorted
}

type candidateList struct {
	query string
	read  int // rows read so far
	best  []candidate
	ids   strings.Builder // of the documents, one after another
}

// id returns the document of a candidate.
func (l *candidateList) id(x candidate) string { return l.ids.String()[x.begin:][:x.size] }

// appendRows appends the rows of the list, in their order.
func (l *candidateList) appendRows(rows []corpus.RunRow) []corpus.RunRow {
	for rank, x := range l.best {
		rows = append(rows, corpus.RunRow{QueryID: l.query, DocID: l.id(x), Rank: rank + 1, Score: x.score})
	}
	return rows
}

// contradicts reports whether a document ranks above another that has a higher score, or whether all scores are equal and only the ranks,
// which count for nothing, order the documents.
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

// candidate is a row. It holds no pointer, so that the garbage collector passes over a run's millions of them.
type candidate struct {
	score      float64
	rank       int
	begin      int // of its document in the ids
	size, line uint32
}

func (c *candidates) add(r row, line int) {
	list := c.last
	if list == nil || list.query != string(r.query) {
		if c.byQuery == nil {
			c.byQuery, c.present = map[string]*candidateList{}, map[string]bool{}
		}
		if list = c.byQuery[string(r.query)]; list == nil {
			list = &candidateList{query: string(r.query)}
			c.byQuery[list.query] = list
			c.lists = append(c.lists, list)
		}
		c.last = list
	}
	list.read++
	if r.unranked {
		r.rank = list.read
	}
	if r.unscored {
		r.score = -float64(r.rank)
	}
	list.best = append(list.best, candidate{score: r.score, rank: r.rank, begin: list.ids.Len(), size: uint32(len(r.doc)), line: uint32(line)})
	list.ids.Write(r.doc)
	if c.hits > 0 && len(list.best) >= 2*c.hits+1024 {
		c.sortList(list)
	}
}

// sortList sorts a list, drops repeated documents and truncates it to the depth. To do so early changes
// nothing: a dropped row has as many better documents as the depth.
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
			c.rep.repeat(rowsNoun, "document repeated for a query, the better row kept", c.path, int(x.line))
			return true
		}
		c.present[id] = true
		return false
	})
	if c.hits > 0 && len(list.best) > c.hits {
		for _, x := range list.best[c.hits:] {
			c.rep.repeat(rowsNoun, "rows below the depth asked for (--hits)", c.path, int(x.line))
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
			c.rep.note("query whose ranks contradict its scores, which order it", 1, c.path, int(list.best[0].line))
		}
	}
	return n
}

const (
	wrongScore = "score that is not a number"
	wrongRank  = "rank that is not a whole number"
)

// runLine reads lines of a run: the numbers of their fields, and the places of the document, the rank and the score, which are 0 without one.
// The query is the first field.
type runLine struct {
	fields, doc, rank, score int
	tabs                     bool // between single TABs, else between runs of spaces and TABs
	more                     bool // further fields are ignored, and a rank that is no whole number is the row's place
	noScore                  bool // the score is 0; else, without one, the negative rank
}

// read parses a line.
func (l runLine) read(line []byte) (row, string) {
	var space [8][]byte
	fields := space[:0]
	if l.tabs {
		for field := range bytes.SplitSeq(line, tab) {
			fields = append(fields, field)
		}
	} else if fields = fieldsOf(line, l.fields, fields); fields == nil && l.more {
		fields = appendFields(line, space[:0])
	}
	if len(fields) < l.fields || len(fields) > l.fields && !l.more || len(fields[0]) == 0 || len(fields[l.doc]) == 0 {
		return row{}, wrongFields
	}
	r := row{query: fields[0], doc: fields[l.doc], unranked: l.rank == 0, unscored: l.score == 0 && !l.noScore}
	if l.rank > 0 {
		var err error
		if r.rank, err = strconv.Atoi(string(bytes.TrimSpace(fields[l.rank]))); err != nil && !l.more {
			return row{}, wrongRank
		}
		r.unranked = err != nil
	}
	if l.score > 0 {
		var ok bool
		if r.score, ok = parseScore(fields[l.score]); !ok {
			return row{}, wrongScore
		}
	}
	return r, ""
}

// parseScore parses a score. A score too large for float64 becomes infinite.
func parseScore(field []byte) (float64, bool) {
	score, err := numeral.Parse(string(field))
	return score, err == nil || math.IsInf(score, 0)
}

// runFormat detects the format of a run from its first lines. It returns trec if they fit no format: every
// line is then counted as malformed.
func runFormat(h head) Format {
	lines := h.lines
	if len(lines) > 0 && isHeader(lines[0]) {
		lines = lines[1:]
	}
	has := func(fields int) bool {
		rest := h
		rest.lines = lines
		return rest.most(func(line []byte) bool { return fieldsOf(line, fields, nil) != nil })
	}
	switch {
	case h.table != nil, h.isSeparated() && !h.opensWith('{') && fitsRunTable(h):
		return Table
	case h.opensWith('{') && jsonObject().Match(h.text) && !h.most(isTRECRow) && fitsRunTable(h):
		return Table
	case has(6):
		return TREC
	case fitsTop1000(h):
		return "top1000"
	case has(2):
		return "2col"
	case has(3):
		return thirdColumn(h, lines)
	case fitsRunTable(h):
		return Table
	}
	return TREC
}

// isRun returns a function that reports whether a run has a format.
func isRun(format Format) func(head) bool { return func(h head) bool { return runFormat(h) == format } }

// Formats that a run of three columns may have.
const (
	scoredRun    = "3col"
	ambiguousRun = "3col or msmarco"
)

// thirdColumn decides whether the third column holds ranks or scores. Ranks are 1, 2, 3 for every query.
// Scores do not rise within a query, or are not whole numbers.
func thirdColumn(h head, lines [][]byte) Format {
	type last struct{ count, value int }
	queries := map[string]last{}
	ranks, falls, several, numbers := true, true, false, false
	for _, line := range lines {
		f := fieldsOf(line, 3, nil)
		if f == nil {
			continue
		}
		value, err := strconv.Atoi(string(f[2]))
		if err != nil {
			if _, ok := parseScore(f[2]); ok {
				return scoredRun
			}
			continue
		}
		numbers = true
		previous := queries[string(f[0])]
		ranks = ranks && value == previous.count+1
		if previous.count > 0 {
			several = true
			falls = falls && value <= previous.value
		}
		queries[string(f[0])] = last{previous.count + 1, value}
	}
	switch {
	case !numbers:
		return TREC
	case ranks && several:
		return MSMARCO
	case falls && several, !several && len(h.text) < headSize:
		return scoredRun // with one row per query there is no order to decide
	}
	return ambiguousRun
}

var jsonObject = lazy.Regexp(`(?m)^\s*\{\s*["}]`)

// isTRECRow reports whether a line has six fields with a score as the fifth. An id may begin with {, as a
// JSON object does.
func isTRECRow(line []byte) bool {
	f := fieldsOf(line, 6, nil)
	if f == nil {
		return false
	}
	_, ok := parseScore(f[4])
	return ok
}

// fitsThreeColumns reports whether lines have three fields whose last is a grade of few digits. Triples of
// ids have longer numbers.
func fitsThreeColumns(h head) bool {
	if len(h.lines) == 0 {
		return false
	}
	rest := h
	if isHeader(rest.lines[0]) {
		rest.lines = rest.lines[1:]
	}
	const digits = 3
	return rest.most(func(line []byte) bool {
		f := fieldsOf(line, 3, nil)
		if f == nil {
			return false
		}
		_, ok := parseGrade(string(f[2]))
		return ok && len(bytes.TrimLeft(f[2], "+-")) <= digits
	})
}

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
func tableCandidates(ctx context.Context, path string, o Options) (rows []corpus.RunRow, err error) {
	byQuery := map[string][]corpus.RunRow{}
	var order []string
	pairs := map[[2]string]bool{}
	err = eachRowOf(path, o, hasQueries, func(s *source, r tabular.Row) error {
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
			row := corpus.RunRow{QueryID: query, DocID: doc, Score: -float64(len(byQuery[query]) + 1)} // the negative rank
			if d.Columns.Score >= 0 && (o.mapping == nil || d.Score != "") {                           // of answers a query may have none
				var ok bool
				if row.Score, ok = tabular.ParseNumber(d.Score, d.Columns.Comma); !ok || math.IsInf(row.Score, 0) {
					return errs.BadInput(s.path, s.line, "give every document of a query a number such as 5.18, or none", "score %q is no number", d.Score)
				}
			}
			byQuery[query] = append(byQuery[query], row)
		}
		return ctx.Err()
	})
	for _, query := range order {
		docs := byQuery[query]
		slices.SortStableFunc(docs, func(a, b corpus.RunRow) int { return cmp.Compare(b.Score, a.Score) })
		for i := range docs {
			docs[i].Rank = i + 1
		}
		rows = append(rows, docs...)
	}
	return rows, err
}
