package division

import (
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
)

// readQrels sets the judgements of all queries.
func (d *Division) readQrels(topics []collection.Topics) {
	d.grades = map[string][]corpus.Qrel{}
	for _, j := range collection.Merge(topics).Qrels {
		d.grades[j.QueryID] = append(d.grades[j.QueryID], j)
	}
}

// JudgedIDs returns the ids of the queries that have judgements, in order. Measures are averaged over
// them.
func (d *Division) JudgedIDs(queries []mine.Query) []string {
	ids := make([]string, 0, len(queries))
	for i := range queries {
		if len(d.grades[queries[i].ID]) > 0 {
			ids = append(ids, queries[i].ID)
		}
	}
	return ids
}

// Qrels returns the judgements of queries.
func (d *Division) Qrels(ids []string) []corpus.Qrel {
	var out []corpus.Qrel
	for _, id := range ids {
		out = append(out, d.grades[id]...)
	}
	return out
}
