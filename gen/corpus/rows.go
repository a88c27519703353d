package corpus

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// Rows are a table whose columns have names: CSV, TSV, JSON objects or Parquet. One file holds queries, documents and labels, or
// some of them. Texts without ids have them made of what they say: 128 bits of SHA-256 in hex, so that the same text is the same
// document, and no two texts share an id.

// rowTable is one form of a table.
type rowTable interface {
	columns() (names []string, loose bool) // loose: others may follow
	each(s *source, names []string, visit func(values []cells) error) error
}

// typedTable is a table whose columns have types, not all of which are read.
type typedTable interface {
	check(names []string) error
}

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
func planOfHead(h head, o Options) (rowTable, *plan, error) {
	choice, err := parseColumns(o.Columns)
	if err != nil {
		return nil, nil, err
	}
	labels, err := parseLabels(o.Labels)
	if err != nil {
		return nil, nil, err
	}
	t, err := tableOf(h, choice.numbered())
	if t == nil || err != nil {
		return nil, nil, err
	}
	names, loose := t.columns()
	p, err := planColumns(h.path, names, loose, choice, labels)
	if err != nil {
		return nil, nil, err
	}
	if typed, is := t.(typedTable); is {
		if err := typed.check(p.names); err != nil {
			return nil, nil, err
		}
	}
	return t, p, p.look(t, h, choice)
}

// eachRow calls visit for the rows of a file, as --columns or the names of its columns say.
func eachRow(s *source, o Options, wanted func(*plan) bool, visit func(tableRow) error) error {
	h, err := tableHead(s)
	if err != nil {
		return err
	}
	t, p, err := planOfHead(h, o)
	if err != nil {
		return err
	}
	if t == nil || !wanted(p) {
		return badColumns(s.path, t, p)
	}
	s.told = p.String()
	met := newMetColumns(t, p)
	err = t.each(s, p.names, func(values []cells) error {
		met.add(values)
		return p.rows(s, values, func(r tableRow) error {
			if o.split != "" && p.split >= 0 && splitNamed(r.split) != o.split {
				return nil
			}
			return visit(r)
		})
	})
	if err != nil {
		return err
	}
	return met.check(s.path, o)
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

// judgement returns the grade that a row gives a document.
func (d *rowDoc) judgement() (grade int, v verdict) {
	switch c := d.columns; {
	case c.judged:
		return c.grade, isJudged
	case c.label < 0:
		return 0, silent
	default:
		return c.reading(d.label)
	}
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
		for _, bad := range r.bad {
			if err := s.skip(s.line, bad); err != nil {
				return err
			}
		}
		if none && len(r.bad) == 0 {
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
	var bad badLabels
	judgements := 0
	err := eachRow(s, o, func(p *plan) bool { return p.asks() && p.judges() }, func(r tableRow) error {
		query := r.key()
		for _, d := range r.docs {
			grade, v := d.judgement()
			switch {
			case v == missing:
				s.rep.note(missingLabel, 1, s.path, s.line)
				continue
			case v == silent || query == "":
				continue
			case v != isJudged:
				if err := bad.skip(s, d.label, v); err != nil {
					return err
				}
				continue
			}
			judgements++
			if err := emit(Qrel{QueryID: query, DocID: d.key(), Grade: grade}, s.line); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && judgements == 0 && bad.line > 0 {
		return fault.BadInput(s.path, bad.line, `say what they mean: --labels "yes=1,no=0"`, "no label is a grade: %s",
			strings.Join(bad.shown, "; "))
	}
	return err
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

// fitsRows reports whether a head is that of a table of which two columns are known, or chosen. Tables of other formats are theirs.
func fitsRows(h head, wanted func(p *plan, json bool) bool) bool {
	if h.columns == "" && (fitsWikiQA(h) || fitsQuestions(h) || fitsBEIRQrels(h)) {
		return false
	}
	t, p, err := planOfHead(h, Options{Columns: h.columns})
	if t == nil || err != nil || len(p.names) < 2 {
		return false
	}
	_, json := t.(*records)
	return wanted(p, json && h.columns == "")
}
