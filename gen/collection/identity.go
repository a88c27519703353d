package collection

import (
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// identity returns what tells a query from others to a trainer: its text without case (pairs.FoldCase). One without a text has its id.
func identity(q corpus.Query) string {
	if text := pairs.FoldCase(q.Text); text != "" {
		return text
	}
	return "\x00" + q.ID
}

// groups returns, for each query, the smallest id of the queries that are the same to a trainer: those of the same folded text
// (pairs.FoldCase). A group stays in one split, whatever ids its queries have.
func groups(queries []corpus.Query) []string {
	least := make(map[string]string, len(queries)) // by text
	for _, q := range queries {
		if id, ok := least[identity(q)]; !ok || q.ID < id {
			least[identity(q)] = q.ID
		}
	}
	out := make([]string, len(queries))
	for i, q := range queries {
		out[i] = least[identity(q)]
	}
	return out
}

// sharedTexts counts the queries whose folded text another query has too.
func sharedTexts(queries []corpus.Query) (n int) {
	count := map[string]int{}
	for _, q := range queries {
		count[identity(q)]++
	}
	for _, c := range count {
		if c > 1 {
			n += c
		}
	}
	return n
}

// PooledQrels returns the judgements that queries take over from others of the same folded text, among some splits together: each
// document that one of them judges has the highest grade that any of them gives it. What a query judges so already is not repeated.
func PooledQrels(queries []corpus.Query, qrels []corpus.Qrel) (more []corpus.Qrel) {
	place := make(map[string]int, len(queries)) // of a group in members, by text
	var members [][]string
	groupOf := make(map[string]int, len(queries)) // by query id
	for _, q := range queries {
		text := identity(q)
		group, ok := place[text]
		if !ok {
			group = len(members)
			place[text], members = group, append(members, nil)
		}
		members[group], groupOf[q.ID] = append(members[group], q.ID), group
	}
	type pair struct{ query, doc string }
	grade := map[pair]int{} // of queries that share their text
	for _, j := range qrels {
		if group, ok := groupOf[j.QueryID]; ok && len(members[group]) > 1 {
			key := pair{j.QueryID, j.DocID}
			if g, ok := grade[key]; !ok || j.Grade > g {
				grade[key] = j.Grade
			}
		}
	}
	for _, j := range qrels { // in the order of the judgements, whatever the map's
		group, ok := groupOf[j.QueryID]
		if !ok || len(members[group]) < 2 || grade[pair{j.QueryID, j.DocID}] != j.Grade {
			continue
		}
		for _, id := range members[group] {
			key := pair{id, j.DocID}
			if g, ok := grade[key]; !ok || j.Grade > g {
				grade[key] = j.Grade
				more = append(more, corpus.Qrel{QueryID: id, DocID: j.DocID, Grade: j.Grade})
			}
		}
	}
	return more
}
