package read

import (
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"

	"github.com/axiomine/axiomine/gen/corpus"
)

// spellingOf returns the spelling of the judgements' query ids.
func spellingOf(qrels []corpus.Qrel) celltext.Spelling {
	ids := make([]string, len(qrels))
	for i, q := range qrels {
		ids[i] = q.QueryID
	}
	return celltext.SpellingOf(ids)
}

// reconcile changes the queries' ids to the judgements' spelling and returns how many changed. A query
// keeps its id if another query already has that spelling.
func reconcile(queries []corpus.Query, qrels []corpus.Qrel) int {
	spelling := spellingOf(qrels)
	ids := map[string]bool{}
	for _, q := range queries {
		ids[q.ID] = true
	}
	n := 0
	for i, q := range queries {
		if id := spelling.Spell(q.ID); !ids[id] {
			ids[id] = true
			queries[i].ID = id
			n++
		}
	}
	return n
}
