package shard

// text is a query or a document.
type text struct {
	id     string
	number uint32 // in the store
}

// texts lists the queries and documents of rows, each once, as they first come.
func (p *plan) texts(views []view[row]) (queries, documents []text) {
	seen := make([]bool, len(p.store.info))
	for _, v := range views {
		for r := range v.items.each {
			queries = newText(queries, seen, r.QueryID, r.query)
			documents = newText(newText(documents, seen, r.PosID, r.pos), seen, r.NegID, r.neg)
		}
	}
	return queries, documents
}

// newText adds a text that is not there yet.
func newText(list []text, seen []bool, id string, number uint32) []text {
	if seen[number] {
		return list
	}
	seen[number] = true
	return append(list, text{id, number})
}

// size is the number of bytes of a text in the store.
func (s *store) sizeOf(t text) int64 { return s.textSize(t.number) }
