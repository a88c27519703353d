package read

import (
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
)

// checkID returns an error for an id that other programs cannot read in a run or qrels file.
func checkID(noun, id, path string, line int) error {
	bad := celltext.ForbiddenInID(id)
	if bad == "" {
		return nil
	}
	return errs.BadInput(path, line, "write _ for it in the collection, the queries and the judgements alike: runs and qrels separate their "+
		"fields by white space", "the id %q of a %s holds %s", id, noun, bad)
}

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
