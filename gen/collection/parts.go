package collection

import (
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
)

// UnitOf returns what progress counts of a split, such as "train queries"; the queries of a collection without splits are "queries".
func UnitOf(split, noun string) string {
	if split == read.AllSplits {
		return noun
	}
	return split + " " + noun
}

// queryID returns the id of a query.
func queryID(q corpus.Query) string { return q.ID }

// filter returns the items for which keep is true, in a new slice; nil if there are none.
func filter[T any](list []T, keep func(T) bool) (out []T) {
	for _, item := range list {
		if keep(item) {
			out = append(out, item)
		}
	}
	return out
}

// idsOf returns the ids of some rows.
func idsOf[T any](rows []T, idOf func(T) string) map[string]bool {
	ids := make(map[string]bool, len(rows))
	for _, row := range rows {
		ids[idOf(row)] = true
	}
	return ids
}

// appendNew appends to all the items of list whose keys are not in met, and adds their keys to met.
func appendNew[T any, K comparable](all, list []T, met map[K]bool, keyOf func(T) K) []T {
	for _, item := range list {
		if key := keyOf(item); !met[key] {
			met[key] = true
			all = append(all, item)
		}
	}
	return all
}
