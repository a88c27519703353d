package pairs

// Numbering finds the numbers of ids in a table by numbers that the caller has for them.
// Table.Append would look each id up in a hash table that is larger than a processor's cache.
// Numbers of queries and of documents are each below a bound.
type Numbering struct {
	table         *Table
	queries, docs []uint32 // the number in the table plus 1; 0 for none yet
}

// NewNumbering returns a Numbering for a table whose ids have numbers below these bounds.
func NewNumbering(t *Table, queries, docs int) *Numbering {
	return &Numbering{t, make([]uint32, queries), make([]uint32, docs)}
}

// Query returns the number of a query's id in the table.
func (n *Numbering) Query(number int32, id string) uint32 {
	return numberOnce(&n.queries[number], &n.table.Queries, id)
}

// Doc returns the number of a document's id in the table.
func (n *Numbering) Doc(number uint32, id string) uint32 {
	return numberOnce(&n.docs[number], &n.table.Docs, id)
}

func numberOnce(number *uint32, list *Strings, id string) uint32 {
	if *number == 0 {
		*number = list.Add(id) + 1
	}
	return *number - 1
}
