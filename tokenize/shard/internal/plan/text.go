package plan

import (
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Text identifies the text of a query or a document.
type Text struct {
	ID     string
	Number uint32 // its number in the Store
}

// ListTexts returns the queries and the documents of rows and of candidates, each once, in the order of their first use.
func ListTexts(store *Store, rows []View[Row], candidates []View[Candidate]) (queries, documents []Text) {
	isAdded := make([]bool, len(store.Info))
	for _, v := range rows {
		for r := range v.Items.Each {
			queries = NewText(queries, isAdded, r.QueryID, r.Query)
			documents = NewText(NewText(documents, isAdded, r.PosID, r.Pos), isAdded, r.NegID, r.Neg)
		}
	}
	for _, v := range candidates {
		for c := range v.Items.Each {
			queries, documents = NewText(queries, isAdded, c.QueryID, c.Query), NewText(documents, isAdded, c.DocID, c.Doc)
		}
	}
	return queries, documents
}

// NewText appends a text to the list and marks it in isAdded, unless it is marked already.
func NewText(list []Text, isAdded []bool, id string, number uint32) []Text {
	if isAdded[number] {
		return list
	}
	isAdded[number] = true
	return append(list, Text{id, number})
}

// Breaks are the characters that end a field, a line or the reading of a TSV file.
const Breaks = "\t\r\n\x00"

// spaces replaces each of the Breaks by a space.
var spaces = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ", "\x00", " ")

// Unbreak returns the text with a space in place of each of the Breaks.
func Unbreak(text string) string { return spaces.Replace(text) }

// Field returns the text as a field of a TSV file: without Breaks, and without white space at its end, which readers that strip the line
// would remove.
func Field(text string) string { return strings.TrimRightFunc(Unbreak(text), pairs.IsSpace) }

// IsBlank reports whether Field(text) is empty.
func IsBlank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r != 0 && !pairs.IsSpace(r) }) < 0
}

// DocText returns the text of a document: title, newline, text.
func DocText(title, text string) string {
	if title == "" {
		return text
	}
	return title + "\n" + text
}

// TextsOf returns the texts of a row.
func (p *Plan) TextsOf(r Row) (query, pos, neg string) {
	return p.QueryText(Text{r.QueryID, r.Query}), p.DocText(Text{r.PosID, r.Pos}), p.DocText(Text{r.NegID, r.Neg})
}

// QueryText returns the text of a query. It is read from memory if the Store has it there, and from the input if not.
func (p *Plan) QueryText(t Text) string {
	if int(t.Number) < len(p.Store.queries) {
		return p.Store.queries[t.Number]
	}
	return p.In.QueryText(t.ID)
}

// Doc returns the title and the text of a document.
func (p *Plan) Doc(t Text) (title, text string) {
	number := uint64(0)
	if int(t.Number) < len(p.Store.numbers) {
		number = p.Store.numbers[t.Number]
	}
	title, text, _ = p.In.doc(t.ID, number)
	return title, text
}

// DocText returns the text of a document: title, newline, text.
func (p *Plan) DocText(t Text) string { return DocText(p.Doc(t)) }
