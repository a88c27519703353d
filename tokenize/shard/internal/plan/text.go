package plan

import (
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Text is a query or a document.
type Text struct {
	ID     string
	Number uint32 // in the store
}

// Texts lists the queries and documents of rows, each once, as they first come.
func (p *Plan) Texts(views []View[Row]) (queries, documents []Text) {
	seen := make([]bool, len(p.Store.Info))
	for _, v := range views {
		for r := range v.Items.Each {
			queries = NewText(queries, seen, r.QueryID, r.Query)
			documents = NewText(NewText(documents, seen, r.PosID, r.Pos), seen, r.NegID, r.Neg)
		}
	}
	return queries, documents
}

// NewText adds a text that is not there yet.
func NewText(list []Text, seen []bool, id string, number uint32) []Text {
	if seen[number] {
		return list
	}
	seen[number] = true
	return append(list, Text{id, number})
}

// size is the number of bytes of a text in the store.
func (s *Store) SizeOf(t Text) int64 { return s.TextSize(t.Number) }

// Breaks are the characters that would end a field or a line of a TSV file, or the reading of it.
const Breaks = "\t\r\n\x00"

var Unbreak = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ", "\x00", " ")

// Field makes a text fit for TSV: each of the breaks is one space, and the end has no white space, which readers that
// strip the line would take away.
func Field(text string) string { return strings.TrimRightFunc(Unbreak.Replace(text), pairs.IsSpace) }

// isBlank says whether field(text) is empty.
func isBlank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r != 0 && !pairs.IsSpace(r) }) < 0
}
