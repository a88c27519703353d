package corpus

import "github.com/axiomine/axiomine/gen/corpus/internal/celltext"

// spelling holds query ids as judgements spell them. Topics may have 051 and judgements 51, or the reverse.
type spelling struct {
	exact map[string]bool
	short map[string]string // id without leading zeros to the spelling, "" when several have the same
}

// spellingOf returns the spelling of the judgements' query ids.
func spellingOf(qrels []Qrel) spelling {
	s := spelling{map[string]bool{}, map[string]string{}}
	for _, q := range qrels {
		if s.exact[q.QueryID] {
			continue
		}
		s.exact[q.QueryID] = true
		key := celltext.WithoutZeros(q.QueryID)
		if _, ok := s.short[key]; ok {
			s.short[key] = ""
		} else {
			s.short[key] = q.QueryID
		}
	}
	return s
}

// spell returns id as the judgements spell it. It returns id unchanged if they do not have it, or if
// several ids match.
func (s spelling) spell(id string) string {
	if s.exact[id] {
		return id
	}
	if exact := s.short[celltext.WithoutZeros(id)]; exact != "" {
		return exact
	}
	return id
}

// reconcile changes the queries' ids to the judgements' spelling and returns how many changed. A query
// keeps its id if another query already has that spelling.
func reconcile(queries []Query, qrels []Qrel) int {
	spelling := spellingOf(qrels)
	ids := map[string]bool{}
	for _, q := range queries {
		ids[q.ID] = true
	}
	n := 0
	for i, q := range queries {
		if id := spelling.spell(q.ID); !ids[id] {
			ids[id] = true
			queries[i].ID = id
			n++
		}
	}
	return n
}
