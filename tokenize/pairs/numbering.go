package pairs

// Numbering finds the numbers of ids in a table by numbers that the caller has for them, where Table.Append would look each id up in a
// hash table that is larger than a processor's cache. Numbers of queries and of documents are each below a bound.
type Numbering struct {
	table         *Table
	queries, docs []uint32 // the number in the table plus 1; 0 for none yet
}

// NumberingOf is for a table whose ids came from as many queries and documents at most.
func NumberingOf(t *Table, queries, docs int) *Numbering {
	return &Numbering{t, make([]uint32, queries), make([]uint32, docs)}
}

// Query is the number in the table of a query's id.
func (n *Numbering) Query(number int32, id string) uint32 {
	return numberOnce(&n.queries[number], &n.table.Queries, id)
}

// Doc is the number in the table of a document's id.
func (n *Numbering) Doc(number uint32, id string) uint32 {
	return numberOnce(&n.docs[number], &n.table.Docs, id)
}

func numberOnce(known *uint32, among *Strings, id string) uint32 {
	if *known == 0 {
		*known = among.Add(id) + 1
	}
	return *known - 1
}
