package tabular

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"sort"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Row is one query of a row of a table, with its documents. Documents have texts or ids or both.
type Row struct {
	Query, QueryID, Split string
	Docs                  []Document
	Bad                   []string // for each document that is left out, the reason; an empty text alone has none

	reader *RowReader
}

// Document is a document in a row.
type Document struct {
	ID, Title, Text string
	Label, Score    string // as written in the file
	place           int    // the number of the document in the row, from 0; empty documents are counted
	Columns         *docColumns
}

// Reasons of rows.
const (
	NoRowQuery    = "row without a query"
	OtherSpelling = "rows whose query differs from an earlier one in case or spaces alone: it is that query"
	NoRowDocument = "row without a document"
	noQueryID     = "row without a query id"
	NoDocumentID  = "row without a document id"
	noLabelled    = "label, title or id without a document"
	UnequalLists  = "lists of unequal lengths"
	noRightOption = "label that names none of the documents of its row"
)

// RowReader reads rows by a plan. It keeps memory for the next row.
type RowReader struct {
	plan   *Plan
	counts []int      // for each entry of plan.docs, the number of documents that the queries of this row took
	read   []Row      // the queries of this row
	docs   []Document // memory for the documents of read[0]

	query, key string // the last query whose key was computed, and the key
}

// Reader returns a reader of rows.
func (p *Plan) Reader() *RowReader { return &RowReader{plan: p, counts: make([]int, len(p.docs))} }

// Rows calls visit for each query of a row, with its documents, which are valid until visit returns. A single query has all documents of
// the row. Query i of a list has the documents at place i of their lists. Rows calls skip with the reason for a row that cannot be read.
func (t *RowReader) Rows(values []Cells, skip func(bad string) error, visit func(Row) error) error {
	p := t.plan
	p.parseLists(values)
	p.fold(values)
	queries := &Cells{} // they determine the number of queries
	if p.Query >= 0 {
		queries = &values[p.Query]
	} else if p.queryID >= 0 {
		queries = &values[p.queryID]
	}
	clear(t.counts)
	t.read = t.read[:0]
	for i := range max(1, len(queries.Texts)) {
		r := Row{reader: t}
		if i == 0 {
			r.Docs = t.docs[:0]
		}
		if bad := t.row(&r, values, queries.place(i)); bad != "" {
			return skip(bad)
		}
		if i == 0 {
			t.docs = r.Docs
		}
		t.read = append(t.read, r)
	}
	for i := range p.docs {
		base, depth := &values[p.docs[i].base()], queries.depth()
		isPaired := depth > 0 && depth == base.depth() && !base.IsEmpty() // query i belongs to text i
		if depth > 0 && t.counts[i] < len(base.Texts) || isPaired && len(base.Texts) != len(queries.Texts) {
			return skip(UnequalLists)
		}
	}
	for _, r := range t.read {
		if p.queryID >= 0 && celltext.IsMissingID(r.QueryID) {
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

// base returns the column that determines the number of documents.
func (d *docColumns) base() int {
	if d.text >= 0 {
		return d.text
	}
	return d.id
}

// row fills r with the query at a place and its documents. It returns the reason if the row cannot be read, and "" if it can.
func (t *RowReader) row(r *Row, values []Cells, place []int) (bad string) {
	p := t.plan
	for _, part := range []struct {
		column int
		text   *string
	}{{p.Query, &r.Query}, {p.queryID, &r.QueryID}, {p.Split, &r.Split}} {
		var several bool
		if *part.text, several = t.textAt(values, part.column, place); several {
			return UnequalLists
		}
	}
	if r.QueryID = t.spellID(p.queryID, r.QueryID); p.Form.QueryIDs {
		r.QueryID, r.Query = r.Query, ""
	}
	number := 0 // of the row's documents so far
	for i := range p.docs {
		d := &p.docs[i]
		base := &values[d.base()]
		switch {
		case d.judged && base.Null, p.options != nil && base.IsEmpty(): // no document here, but its number is used
			number += len(base.Texts)
			continue
		case base.depth() == 0 && base.IsEmpty() && d.isUnequal(values): // a label, title or id without its document
			r.Bad = append(r.Bad, noLabelled)
			continue
		case d.isUnequal(values):
			return UnequalLists
		}
		first, end := base.rangeAt(place)
		t.counts[i] += end - first
		for j := first; j < end; j++ {
			n := len(r.Docs)
			if bad := t.addDoc(r, d, values, base.place(j)); bad != "" {
				return bad
			}
			if len(r.Docs) > n {
				r.Docs[n].place = number
			}
			number++
		}
	}
	return t.settle(r, values, place)
}

// The columns of a document whose row says which document is the best one: this one, another one, or none.
var (
	better   = &docColumns{grade: 1, judged: true, Score: -1}
	worse    = &docColumns{judged: true, Score: -1}
	unjudged = &docColumns{Score: -1}
)

// settle sets the grades of the documents if a column says which is the best one, or that none answers the query. If the documents begin
// with the query, it divides them. It returns the reason if the row cannot be read.
func (t *RowReader) settle(r *Row, values []Cells, place []int) (bad string) {
	if p := t.plan; p.answers >= 0 && p.isUnanswered(&values[p.answers], place) {
		for i := range r.Docs {
			r.Docs[i].Columns, r.Docs[i].Label = unjudged, ""
		}
	}
	if p := t.plan; p.best >= 0 {
		places, bad := t.bestPlaces(r, values)
		if bad != "" {
			return bad
		}
		for i := range r.Docs {
			switch d := &r.Docs[i]; {
			case places == nil:
				d.Columns, d.Label = unjudged, ""
			case slices.Contains(places, d.place):
				d.Columns = better
			default:
				d.Columns = worse
			}
		}
	}
	if t.plan.isReward {
		r.divide()
		if !t.plan.KeepsEmpty && slices.ContainsFunc(r.Docs, func(d Document) bool { return d.Text == "" }) {
			return NoRowDocument
		}
	}
	return ""
}

// bestPlaces returns the places of the best documents of a row; nil if the label of the row is missing or names no document.
func (t *RowReader) bestPlaces(r *Row, values []Cells) (places []int, bad string) {
	p := t.plan
	if p.options != nil {
		places, ok := p.options.places(p.optionCells(p.options, values))
		if !ok {
			bad = noRightOption
		}
		return places, bad
	}
	label, _ := t.textAt(values, p.best, nil)
	x, isNumber := ParseNumber(label, false)
	place := slices.IndexFunc(p.Form.bestAt, func(best string) bool {
		_, mark, _ := optionMark(label)
		_, bestMark, _ := optionMark(best)
		isBest := best == label || equalNumbers(best, label) || mark != "" && mark == bestMark // A is model_a
		return isBest || isNumber && (best == "<0" && x < 0 || best == ">0" && x > 0)
	})
	if len(r.Docs) != len(p.Form.bestAt) {
		bad = NoRowDocument
	}
	if other, _ := t.textAt(values, p.orBest, nil); place < 0 || p.orBest >= 0 && other == label {
		return nil, bad
	}
	return []int{place}, bad
}

// divide cuts the beginning that all documents share off them, and makes it the query. The beginning ends at a line end or a space. It may
// be a whole document that ends with a colon: a speaker's name with an empty answer. If it is another whole document, divide does nothing.
func (r *Row) divide() {
	if len(r.Docs) < 2 {
		return
	}
	shortest := slices.MinFunc(r.Docs, func(a, b Document) int { return cmp.Compare(len(a.Text), len(b.Text)) }).Text
	shared := shortest
	for _, d := range r.Docs {
		shared = SharedBeginning(shared, d.Text)
	}
	isEmptyAnswer := len(shortest) > len(shared) && strings.HasSuffix(shortest, ":") &&
		!slices.ContainsFunc(r.Docs, func(d Document) bool { return !strings.HasPrefix(d.Text, shortest) })
	if isEmptyAnswer {
		shared = shortest
	} else if len(shortest) == len(shared) { // nothing of the shortest document would be left
		return
	}
	r.Query = strings.TrimSpace(shared)
	for i := range r.Docs {
		r.Docs[i].Text = strings.TrimSpace(r.Docs[i].Text[len(shared):])
	}
}

// isUnequal reports whether a column of the documents, nested in as many lists as their texts, has another number of texts.
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

// addDoc adds the document at a place to r, or the reason why it is left out to r.Bad. It returns the reason if the row cannot be read.
func (t *RowReader) addDoc(r *Row, d *docColumns, values []Cells, place []int) (bad string) {
	doc := Document{Columns: d}
	for _, part := range []struct {
		column int
		text   *string
	}{{d.text, &doc.Text}, {d.id, &doc.ID}, {d.title, &doc.Title}, {d.label, &doc.Label}, {d.Score, &doc.Score}} {
		var several bool
		if *part.text, several = t.textAt(values, part.column, place); several {
			return UnequalLists
		}
	}
	if d.isRank && doc.Score != "" {
		doc.Score = "-" + doc.Score
	}
	if doc.ID, doc.Label = t.spellID(d.id, doc.ID), d.className(doc.Label); t.plan.Form.DocumentIDs {
		doc.ID, doc.Text = doc.Text, ""
	}
	if d.title >= 0 { // a word such as NULL is no text: the other part alone is the document
		for _, part := range []*string{&doc.Text, &doc.Title} {
			if pairs.IsMissing(*part) {
				*part = ""
			}
		}
	}
	noID := celltext.IsMissingID(doc.ID)
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

// textAt returns the first text of a column at a place. several is true if there are more.
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

// spellID returns an id as a whole number, such as 7, if all ids of its column are floats such as 7.0.
func (t *RowReader) spellID(column int, id string) string {
	if wholes := t.plan.wholes; column >= 0 && column < len(wholes) && wholes[column] && celltext.IsWholeFloat(id) {
		return celltext.WholeSpelling(id)
	}
	return id
}

// Key returns the document's id, or a hash of its title and text.
func (d Document) Key() string {
	if d.ID != "" {
		return d.ID
	}
	text := d.Text
	if d.Title != "" {
		text = d.Title + "\n" + text
	}
	return ContentID(strings.Trim(text, "\n"))
}

// IsLabelled reports whether a column of labels or scores grades the document. If not, the text's column does, by its name, or nothing.
func (d Document) IsLabelled() bool {
	return !d.Columns.judged && (d.Columns.label >= 0 || d.Columns.Score >= 0)
}

// IsScored reports whether a score orders the document among others, and nothing judges it.
func (d Document) IsScored() bool {
	return !d.Columns.judged && d.Columns.label < 0 && d.Columns.Score >= 0
}

// Key returns the query's id, or a hash of its text. Texts that differ only in case and spaces have one hash.
func (r Row) Key() string {
	if r.QueryID != "" {
		return r.QueryID
	}
	if t := r.reader; t.query != r.Query { // rows of a query mostly follow each other
		t.query, t.key = r.Query, ContentID(pairs.FoldCase(r.Query))
	}
	return r.reader.key
}

// idLetters encodes five bits as a digit or letter.
var idLetters = base32.NewEncoding("0123456789abcdefghijklmnopqrstuv")

// ContentID returns the id of a text without one: 80 bits of its SHA-256 in base 32, 16 letters and digits; "" for an empty text. Two texts
// of one id are refused where they meet.
func ContentID(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return idLetters.EncodeToString(sum[:10])
}

// Cells are the texts of one row in one column: one text, those of a list, or those of nested lists.
type Cells struct {
	Texts  []string
	Listed bool    // the texts are those of one list: the place of a text is its index
	Places [][]int // for nested lists, the place of each text: its index in each list around it, outermost first. Places ascend
	Null   bool    // there is one missing value, or a list without any; its text is empty

	IsObject bool // the value is an object, which has no text itself
}

// Kind returns what the cells are that are no single text: a list or an object; "" for others.
func (c *Cells) Kind() string {
	switch {
	case c.IsObject:
		return "object"
	case c.depth() > 0:
		return "list"
	}
	return ""
}

// Scalar returns cells of a single text.
func Scalar(text []string) Cells { return Cells{Texts: text} }

// place returns the indices of text i in the lists around it; nil if it is in no list.
func (c *Cells) place(i int) []int {
	switch {
	case c.Places != nil:
		return c.Places[i]
	case c.Listed:
		return []int{i}
	}
	return nil
}

// depth returns the number of lists around the texts.
func (c *Cells) depth() (depth int) {
	switch {
	case c.Places != nil:
		for _, place := range c.Places {
			depth = max(depth, len(place))
		}
	case c.Listed:
		depth = 1
	}
	return depth
}

// IsEmpty reports whether there is no text, or only empty ones.
func (c *Cells) IsEmpty() bool {
	return !slices.ContainsFunc(c.Texts, func(text string) bool { return text != "" })
}

// rangeAt returns the range of the texts that belong to a place: the text there, all texts of the list there, or a text outside of the
// innermost list.
func (c *Cells) rangeAt(place []int) (first, end int) {
	if c.Places == nil && (!c.Listed || len(place) == 0) {
		return 0, len(c.Texts)
	}
	if c.Places == nil {
		return min(place[0], len(c.Texts)), min(place[0]+1, len(c.Texts))
	}
	first = sort.Search(len(c.Places), func(i int) bool { return compareShared(c.Places[i], place) >= 0 })
	end = sort.Search(len(c.Places), func(i int) bool { return compareShared(c.Places[i], place) > 0 })
	return first, end
}

// compareShared compares two places by the indices of the lists that both have.
func compareShared(a, b []int) int {
	n := min(len(a), len(b))
	return slices.Compare(a[:n], b[:n])
}

// Join joins the texts of each innermost list into one text, so that one list of texts is left.
func (c *Cells) Join(separator string) {
	texts, last := []string(nil), []int(nil)
	for i, place := range c.Places {
		outer := place[:max(0, len(place)-1)]
		if last == nil || !slices.Equal(outer, last) {
			texts, last = append(texts, c.Texts[i]), outer
		} else {
			texts[len(texts)-1] += separator + c.Texts[i]
		}
	}
	*c = Cells{Texts: texts, Listed: true}
}

// TupleCell is the reason for a row whose list of lists has a list with a text beside a number or a list.
const TupleCell = `a text beside a number or a list in a list of lists: write {"text": "..", "label": 1} in place of ["..", 1]`
