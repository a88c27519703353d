package corpus

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// Rows are a table whose columns have names: CSV, TSV, JSON objects or Parquet. One file holds queries, documents and labels, or
// some of them. Texts without ids have them made of what they say: 128 bits of SHA-256 in hex, so that the same text is the same
// document, and no two texts share an id.

// rowTable is one form of a table.
type rowTable interface {
	columns() (names []string, loose bool) // loose: others may follow
	each(s *source, names []string, visit func(values [][]string) error) error
}

// typedTable is a table whose columns have types, not all of which are read.
type typedTable interface {
	check(names []string) error
}

// tableRow is one row, as far as it is asked for. Documents have texts or ids or both.
type tableRow struct {
	query, queryID string
	docs           []rowDoc
}

// rowDoc is a document in a row.
type rowDoc struct {
	id, title, text string
	label           string // as it stands there
	columns         *docColumns
}

// Reasons of rows.
const (
	noRowQuery    = "row without a query"
	noRowDocument = "row without a document"
)

// tableOf tells the form of a table from its head; nil where it is none.
func tableOf(h head, bare bool) (rowTable, error) {
	if h.table != nil {
		return newParquetRows(h.path, h.table)
	}
	if t := newRecords(h); t != nil {
		return t, nil
	}
	if h.opensWith('<') || h.opensWith('{') || h.opensWith('[') {
		return nil, nil
	}
	if t := newDelimited(h, bare); t != nil {
		return t, nil
	}
	return nil, nil
}

// tableHead is the head of a table, with the first of its objects whole.
func tableHead(s *source) (head, error) {
	h := newHead(s)
	if !h.opensWith('{') && !h.opensWith('[') {
		return h, nil
	}
	for newRecords(h) == nil && s.err == nil {
		if err := s.within(len(h.text), 1); err != nil {
			return h, err
		}
		h = headOf(s, s.first(4*len(h.text)))
	}
	return h, nil
}

// planOfHead tells the columns of a file from its head.
func planOfHead(h head, columns string) (rowTable, *plan, error) {
	choice, err := parseColumns(columns)
	if err != nil {
		return nil, nil, err
	}
	t, err := tableOf(h, choice.numbered())
	if t == nil || err != nil {
		return nil, nil, err
	}
	names, loose := t.columns()
	p, err := planOf(h.path, names, loose, choice)
	if err != nil {
		return nil, nil, err
	}
	if typed, is := t.(typedTable); is {
		if err := typed.check(p.names); err != nil {
			return nil, nil, err
		}
	}
	return t, p, p.lookAtLabels(t, h)
}

// labelsLookedAt is how many rows decide whether labels are grades or real numbers.
const labelsLookedAt = 1000

// lookAtLabels finds out whether the labels of a file's head are real numbers, which are scores.
func (p *plan) lookAtLabels(t rowTable, h head) error {
	for i := range p.docs {
		d := &p.docs[i]
		if d.label < 0 || d.from != nil || d.scores {
			continue
		}
		seen := 0
		err := t.each(headSource(h), p.names[d.label:d.label+1], func(values [][]string) error {
			for _, v := range values[0] {
				if x, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil && x != math.Trunc(x) {
					d.scores = true
				}
			}
			if seen++; d.scores || seen == labelsLookedAt {
				return errStop
			}
			return nil
		})
		if err != nil && err != errStop {
			return err
		}
		if d.scores {
			name := p.names[d.label]
			at := slices.Index(p.told, labelRole+" = "+name)
			p.told[at] = "score = " + name + " (real numbers order candidates and judge nothing: --columns \"label=" + name +
				">=0.5\" judges)"
		}
	}
	return nil
}

// eachRow calls visit for the rows of a file, as --columns or the names of its columns say.
func eachRow(s *source, o Options, wanted func(*plan) bool, visit func(tableRow) error) error {
	h, err := tableHead(s)
	if err != nil {
		return err
	}
	t, p, err := planOfHead(h, o.Columns)
	if err != nil {
		return err
	}
	if t == nil || !wanted(p) {
		return noColumns(s.path, t)
	}
	s.told = p.String()
	return t.each(s, p.names, func(values [][]string) error {
		one := func(at int) string {
			if at < 0 || len(values[at]) == 0 {
				return ""
			}
			return strings.TrimSpace(values[at][0])
		}
		if o.split != "" && p.split >= 0 && splitNamed(one(p.split)) != o.split {
			return nil
		}
		r := tableRow{query: one(p.query), queryID: one(p.queryID)}
		for i := range p.docs {
			r.docs = p.docs[i].of(values, r.docs)
		}
		return visit(r)
	})
}

// noColumns is the error for a file whose columns say too little.
func noColumns(path string, t rowTable) error {
	if t == nil {
		return fault.BadInput(path, 0, "put a line such as query,passage,label first, or say --columns query=1,document=2",
			"no table with named columns")
	}
	names, _ := t.columns()
	return fault.BadInput(path, 0, "say --columns query=NAME,document=NAME,label=NAME (numbers where the file has no header), "+
		"or give documents alone with --collection",
		"its columns are %s: none is known to hold what is wanted", listed(names))
}

// of appends the documents of a row.
func (d *docColumns) of(values [][]string, to []rowDoc) []rowDoc {
	of := func(column, i int) string {
		if column < 0 || i >= len(values[column]) {
			return ""
		}
		return strings.TrimSpace(values[column][i])
	}
	n := len(values[max(d.text, 0)])
	if d.text < 0 {
		n = len(values[d.id])
	}
	for i := range n {
		doc := rowDoc{id: of(d.id, i), title: of(d.title, i), text: of(d.text, i), label: of(d.label, i), columns: d}
		if doc.id == "" && doc.text == "" && doc.title == "" {
			continue
		}
		to = append(to, doc)
	}
	return to
}

// key is the document's id: its own, or one made of its text.
func (d rowDoc) key() string {
	if d.id != "" {
		return d.id
	}
	return contentID(joinParts(d.title, d.text))
}

// key is the query's id.
func (r tableRow) key() string { return cmp.Or(r.queryID, contentID(r.query)) }

// contentID is the id of a text that has none; empty for no text.
func contentID(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// grade is the judgement in a row: ok is false where nothing is judged, bad says that the label cannot be read.
func (d rowDoc) grade() (grade int, ok, bad bool) {
	c := d.columns
	switch {
	case c.judged:
		return c.grade, true, false
	case c.label < 0 || c.scores || d.label == "":
		return 0, false, false
	}
	switch strings.ToLower(d.label) {
	case "true", "yes":
		return 1, true, false
	case "false", "no":
		return 0, true, false
	}
	x, err := strconv.ParseFloat(d.label, 64)
	switch {
	case err != nil || math.IsNaN(x):
		return 0, false, true
	case c.from != nil && x >= *c.from:
		return 1, true, false
	case c.from != nil:
		return 0, true, false
	case x != math.Trunc(x) || math.Abs(x) > math.MaxInt32:
		return 0, false, true
	}
	return int(x), true, false
}

// readRowDocs reads the documents of rows. The same document stands there once for every row that has it.
func readRowDocs(s *source, o Options, emit func(Doc, int) error) error {
	s.repeats = true
	return eachRow(s, o, (*plan).texts, func(r tableRow) error {
		none := true
		for _, d := range r.docs {
			if d.text == "" && d.title == "" {
				continue
			}
			none = false
			if err := emit(Doc{ID: d.key(), Title: d.title, Text: d.text}, s.line); err != nil {
				return err
			}
		}
		if none {
			return s.skip(s.line, noRowDocument)
		}
		return nil
	})
}

// readRowTopics reads the queries of rows, once each. In a file of queries alone the text may be called text.
func readRowTopics(s *source, o Options, emit func(Query, int) error) error {
	s.repeats = true
	met := map[string]string{}
	return eachRow(s, o, func(p *plan) bool { return p.onlyQueries() || p.query >= 0 }, func(r tableRow) error {
		if r.query == "" {
			return s.skip(s.line, noRowQuery)
		}
		id := r.key()
		if before, again := met[id]; again && before == r.query {
			return nil
		}
		met[id] = r.query
		return emit(Query{ID: id, Text: r.query}, s.line)
	})
}

// onlyQueries makes a plan without a query one of queries: what it took for a document is one.
func (p *plan) onlyQueries() bool {
	if p.query >= 0 || len(p.docs) != 1 || p.docs[0].text < 0 || p.docs[0].label >= 0 {
		return false
	}
	p.query = p.docs[0].text
	if p.queryID < 0 {
		p.queryID = p.docs[0].id
	}
	p.docs = nil
	return true
}

// readRowQrels reads the judgements of rows. Rows without a label judge nothing.
func readRowQrels(s *source, o Options, emit func(Qrel, int) error) error {
	return eachRow(s, o, func(p *plan) bool { return p.asks() && p.judges() }, func(r tableRow) error {
		query := r.key()
		for _, d := range r.docs {
			grade, ok, bad := d.grade()
			if bad {
				if err := s.skip(s.line, wrongGrade); err != nil {
					return err
				}
			}
			if !ok || query == "" {
				continue
			}
			if err := emit(Qrel{QueryID: query, DocID: d.key(), Grade: grade}, s.line); err != nil {
				return err
			}
		}
		return nil
	})
}

// fitsRowDocs tells a table with documents by its columns. Of JSON it takes what names a query too: other formats read documents alone.
func fitsRowDocs(h head) bool {
	return fitsRows(h, func(p *plan, json bool) bool { return p.texts() && (p.asks() || !json) })
}

// fitsRowTopics tells a table with queries, likewise.
func fitsRowTopics(h head) bool {
	return fitsRows(h, func(p *plan, json bool) bool { return (p.query >= 0 || p.onlyQueries()) && (p.judges() || !json) })
}

// fitsRowQrels tells a table with judgements, likewise.
func fitsRowQrels(h head) bool {
	return fitsRows(h, func(p *plan, json bool) bool { return p.asks() && p.judges() && (p.texts() || !json) })
}

// fitsRows says whether a head is that of a table of which two columns are known. Tables of other formats are theirs.
func fitsRows(h head, wanted func(p *plan, json bool) bool) bool {
	if fitsWikiQA(h) || fitsQuestions(h) || fitsBEIRQrels(h) {
		return false
	}
	t, p, err := planOfHead(h, "")
	if t == nil || err != nil || len(p.names) < 2 {
		return false
	}
	_, json := t.(*records)
	return wanted(p, json)
}
