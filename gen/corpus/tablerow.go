package corpus

import "strings"

// tableRow is one row, as far as it is asked for. Documents have texts or ids or both.
type tableRow struct {
	query, queryID, split string
	docs                  []rowDoc
	bad                   []string // reasons for which documents of the row are left out
}

// rowDoc is a document in a row.
type rowDoc struct {
	id, title, text string
	label, score    string // as they are written
	columns         *docColumns
}

// Reasons of rows.
const (
	noRowQuery    = "row without a query"
	noRowDocument = "row without a document"
	noQueryID     = "row without a query id"
	noDocumentID  = "row without a document id"
	noLabelled    = "label without a document"
	unequalLists  = "lists of unequal lengths"
)

// rows calls visit for each query of a row: for one, where the query lies in no list, else for each in the lists with the documents
// that lie beside it. A row that cannot be read is counted.
func (p *plan) rows(s *source, values []cells, visit func(tableRow) error) error {
	queries := p.queries(values)
	taken := make([]int, len(p.docs))
	read := make([]tableRow, 0, 1)
	for i := range max(1, queries.count()) {
		place := queries.place(i)
		r, bad := p.row(values, place, taken)
		if bad != "" {
			return s.skipRow(s.line, bad)
		}
		read = append(read, r)
	}
	for i := range p.docs {
		if base := &values[p.docs[i].base()]; queries.depth() > 0 && taken[i] < len(base.texts) {
			return s.skipRow(s.line, unequalLists)
		}
	}
	for _, r := range read {
		if p.queryID >= 0 && isMissingID(r.queryID) {
			if err := s.skipRow(s.line, noQueryID); err != nil {
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

// queries returns the cells that say how many queries a row has.
func (p *plan) queries(values []cells) *cells {
	switch {
	case p.query >= 0:
		return &values[p.query]
	case p.queryID >= 0:
		return &values[p.queryID]
	}
	return &cells{}
}

// count returns the number of texts.
func (c *cells) count() int { return len(c.texts) }

// base returns the column that says how many documents there are.
func (d *docColumns) base() int {
	if d.text >= 0 {
		return d.text
	}
	return d.id
}

// row returns the query at a place with its documents; taken counts those of each of the plan's documents.
func (p *plan) row(values []cells, place []int, taken []int) (r tableRow, bad string) {
	for _, part := range []struct {
		column int
		text   *string
	}{{p.query, &r.query}, {p.queryID, &r.queryID}, {p.split, &r.split}} {
		var several bool
		if *part.text, several = one(values, part.column, place); several {
			return r, unequalLists
		}
	}
	r.queryID = p.spelledID(p.queryID, r.queryID)
	for i := range p.docs {
		d := &p.docs[i]
		base := &values[d.base()]
		if d.isUnequal(values) {
			return r, unequalLists
		}
		first, end := base.beside(place)
		taken[i] += end - first
		for j := first; j < end; j++ {
			if bad := p.addDoc(&r, d, values, base.place(j)); bad != "" {
				return r, bad
			}
		}
	}
	return r, ""
}

// isUnequal reports whether a column that lies in as many lists as the documents has another number of texts.
func (d *docColumns) isUnequal(values []cells) bool {
	base := &values[d.base()]
	for _, part := range d.parts() {
		if *part.place < 0 {
			continue
		}
		if c := &values[*part.place]; c.depth() == base.depth() && len(c.texts) != len(base.texts) && !c.isEmpty() {
			return true
		}
	}
	return false
}

// addDoc adds the document at a place to a row.
func (p *plan) addDoc(r *tableRow, d *docColumns, values []cells, place []int) (bad string) {
	doc := rowDoc{columns: d}
	for _, part := range []struct {
		column int
		text   *string
	}{{d.text, &doc.text}, {d.id, &doc.id}, {d.title, &doc.title}, {d.label, &doc.label}, {d.score, &doc.score}} {
		var several bool
		if *part.text, several = one(values, part.column, place); several {
			return unequalLists
		}
	}
	doc.id = p.spelledID(d.id, doc.id)
	without := isMissingID(doc.id)
	switch {
	case doc.text == "" && without && (doc.title == "" || d.text >= 0 && len(place) > 0):
		if len(place) > 0 && d.label >= 0 && doc.label != "" && !isOneOf(doc.label, missingLabels) {
			r.bad = append(r.bad, noLabelled)
		} else if d.text < 0 {
			r.bad = append(r.bad, noDocumentID)
		}
	case d.id >= 0 && without:
		r.bad = append(r.bad, noDocumentID)
	default:
		r.docs = append(r.docs, doc)
	}
	return ""
}

// one returns the text of a column beside a place; several says that there are more.
func one(values []cells, column int, place []int) (text string, several bool) {
	if column < 0 {
		return "", false
	}
	c := &values[column]
	first, end := c.beside(place)
	if first >= end {
		return "", false
	}
	return strings.TrimSpace(c.texts[first]), end-first > 1
}

// spelledID returns an id as all forms of a table spell it.
func (p *plan) spelledID(column int, id string) string {
	if column >= 0 && column < len(p.wholes) && p.wholes[column] && isWholeFloat(id) {
		return wholeSpelling(id)
	}
	return id
}
