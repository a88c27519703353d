package corpus

import "github.com/axiomine/axiomine/gen/corpus/internal/celltext"

// spelling knows query ids as judgements spell them. Topics may say 051 where judgements say 51, or the other way round.
type spelling struct {
	exact map[string]bool
	short map[string]string // id without leading zeros to the spelling, "" when several have the same
}

// spellingOf takes the ids that the judgements use.
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

// of returns id as the judgements spell it, or id itself where they do not have it or not unmistakably.
func (s spelling) spell(id string) string {
	if s.exact[id] {
		return id
	}
	if exact := s.short[celltext.WithoutZeros(id)]; exact != "" {
		return exact
	}
	return id
}

// reconcile gives the queries their ids as the judgements spell them, and returns how many changed. A query keeps its own
// id where another query already has that spelling.
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
