package plan

// Text is a query or a document.
type Text struct {
	ID     string
	Number uint32 // in the store
}

// ListTexts lists the queries and documents of rows and then those of candidates, each once, in the order in which they are first met.
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

// NewText appends a text that is not in the list yet, and marks it in isAdded.
func NewText(list []Text, isAdded []bool, id string, number uint32) []Text {
	if isAdded[number] {
		return list
	}
	isAdded[number] = true
	return append(list, Text{id, number})
}

// SizeOf returns the number of bytes of a text in the store.
func (s *Store) SizeOf(t Text) int64 { return s.TextSize(t.Number) }
