package tabular

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
)

// Row is a query of a row with its documents. Documents have texts or ids or both.
type Row struct {
	Query, queryID, Split string
	Docs                  []Document
	Bad                   []string // reasons why documents of the row are left out
}

// Document is a document in a row.
type Document struct {
	id, Title, Text string
	Label, Score    string // as written in the file
	Columns         *docColumns
}

// Reasons of rows.
const (
	NoRowQuery    = "row without a query"
	NoRowDocument = "row without a document"
	noQueryID     = "row without a query id"
	NoDocumentID  = "row without a document id"
	noLabelled    = "label, title or id without a document"
	UnequalLists  = "lists of unequal lengths"
)

// RowReader reads rows by a plan. It keeps memory for the next row.
type RowReader struct {
	plan   *Plan
	counts []int // documents of each entry of the plan's
	read   []Row
	docs   []Document // of the first of these
}

// Reader returns a reader of rows.
func (p *Plan) Reader() *RowReader { return &RowReader{plan: p, counts: make([]int, len(p.docs))} }

// Rows calls visit for each query of a row, with its documents, which are valid until visit returns. A query that is in no list has all
// documents of the row; queries in lists have the documents at the same place. It calls skip with the reason for a row that cannot be
// read.
func (t *RowReader) Rows(values []Cells, skip func(bad string) error, visit func(Row) error) error {
	p := t.plan
	p.parseLists(values)
	p.fold(values)
	queries := t.queries(values)
	clear(t.counts)
	t.read = t.read[:0]
	for i := range max(1, queries.count()) {
		r := Row{}
		if i == 0 {
			r.Docs = t.docs[:0]
		}
		bad := t.row(&r, values, queries.place(i))
		if bad != "" {
			return skip(bad)
		}
		if i == 0 {
			t.docs = r.Docs
		}
		t.read = append(t.read, r)
	}
	for i := range p.docs {
		base, depth := &values[p.docs[i].base()], queries.depth()
		isBeside := depth > 0 && depth == base.depth() && !base.IsEmpty() // each query has the text at its place
		if depth > 0 && t.counts[i] < len(base.Texts) || isBeside && len(base.Texts) != queries.count() {
			return skip(UnequalLists)
		}
	}
	for _, r := range t.read {
		if p.queryID >= 0 && celltext.IsMissingID(r.queryID) {
			if err := skip(noQueryID); err != nil {
				return err
			}
			continue
		}
		if err := visit(r); err != nil {
			return err
		}
	}
	return nil
}

// queries returns the cells that determine the number of queries of a row.
func (t *RowReader) queries(values []Cells) *Cells {
	p := t.plan
	switch {
	case p.Query >= 0:
		return &values[p.Query]
	case p.queryID >= 0:
		return &values[p.queryID]
	}
	return &Cells{}
}

// count returns the number of texts.
func (c *Cells) count() int { return len(c.Texts) }

// base returns the column that determines the number of documents.
func (d *docColumns) base() int {
	if d.text >= 0 {
		return d.text
	}
	return d.id
}

// row fills a row with the query at a place and its documents, and counts these.
func (t *RowReader) row(r *Row, values []Cells, place []int) (bad string) {
	p := t.plan
	for _, part := range []struct {
		column int
		text   *string
	}{{p.Query, &r.Query}, {p.queryID, &r.queryID}, {p.Split, &r.Split}} {
		var several bool
		if *part.text, several = t.textAt(values, part.column, place); several {
			return UnequalLists
		}
	}
	r.queryID = t.spellID(p.queryID, r.queryID)
	for i := range p.docs {
		d := &p.docs[i]
		base := &values[d.base()]
		switch {
		case d.judged && base.Null:
			continue
		case base.depth() == 0 && base.IsEmpty() && d.isUnequal(values):
			r.Bad = append(r.Bad, noLabelled)
			continue
		case d.isUnequal(values):
			return UnequalLists
		}
		first, end := base.rangeAt(place)
		t.counts[i] += end - first
		for j := first; j < end; j++ {
			if bad := t.addDoc(r, d, values, base.place(j)); bad != "" {
				return bad
			}
		}
	}
	return ""
}

// isUnequal reports whether a column in as many lists as the documents has another number of texts.
func (d *docColumns) isUnequal(values []Cells) bool {
	base := &values[d.base()]
	for _, part := range d.parts() {
		if *part.place < 0 {
			continue
		}
		if c := &values[*part.place]; c.depth() == base.depth() && len(c.Texts) != len(base.Texts) && !c.IsEmpty() {
			return true
		}
	}
	return false
}

// addDoc adds the document at a place to a row.
func (t *RowReader) addDoc(r *Row, d *docColumns, values []Cells, place []int) (bad string) {
	doc := Document{Columns: d}
	for _, part := range []struct {
		column int
		text   *string
	}{{d.text, &doc.Text}, {d.id, &doc.id}, {d.title, &doc.Title}, {d.label, &doc.Label}, {d.Score, &doc.Score}} {
		var several bool
		if *part.text, several = t.textAt(values, part.column, place); several {
			return UnequalLists
		}
	}
	doc.id, doc.Label = t.spellID(d.id, doc.id), d.className(doc.Label)
	noID := celltext.IsMissingID(doc.id)
	switch {
	case t.plan.KeepsEmpty && doc.Text == "" && noID:
		r.Docs = append(r.Docs, doc)
	case doc.Text == "" && noID && (doc.Title == "" || d.text >= 0 && len(place) > 0):
		if len(place) > 0 && d.label >= 0 && !isMissing(doc.Label) {
			r.Bad = append(r.Bad, noLabelled)
		} else if d.text < 0 {
			r.Bad = append(r.Bad, NoDocumentID)
		}
	case d.id >= 0 && noID:
		r.Bad = append(r.Bad, NoDocumentID)
	default:
		r.Docs = append(r.Docs, doc)
	}
	return ""
}

// textAt returns the text of a column at a place; several reports whether there are more.
func (t *RowReader) textAt(values []Cells, column int, place []int) (text string, several bool) {
	if column < 0 {
		return "", false
	}
	c := &values[column]
	first, end := c.rangeAt(place)
	if first >= end {
		return "", false
	}
	if text = c.Texts[first]; !t.plan.KeepsSpace {
		text = strings.TrimSpace(text)
	}
	return text, end-first > 1
}

// spellID returns an id in the spelling that all forms of a table share.
func (t *RowReader) spellID(column int, id string) string {
	if wholes := t.plan.wholes; column >= 0 && column < len(wholes) && wholes[column] && celltext.IsWholeFloat(id) {
		return celltext.WholeSpelling(id)
	}
	return id
}

// Key returns the document's id, or a hash of its title and text.
func (d Document) Key() string {
	if d.id != "" {
		return d.id
	}
	return ContentID(strings.Trim(d.Title+"\n"+d.Text, "\n"))
}

// QueryID returns the query's id as the row has it; "" if it has none.
func (r Row) QueryID() string { return r.queryID }

// ID returns the document's id as the row has it; "" if it has none.
func (d Document) ID() string { return d.id }

// IsLabelled reports whether a column of labels or scores grades the document. Else the column of the text does, or nothing.
func (d Document) IsLabelled() bool {
	return !d.Columns.judged && (d.Columns.label >= 0 || d.Columns.Score >= 0)
}

// HasWords reports whether the labels of the document's column are words of a scale.
func (d Document) HasWords() bool { return d.Columns.words != nil }

// Key returns the query's id, or a hash of its text.
func (r Row) Key() string { return cmp.Or(r.queryID, ContentID(r.Query)) }

// ContentID returns the id of a text without one: 128 bits of its SHA-256 in hex; "" for an empty text.
func ContentID(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}
