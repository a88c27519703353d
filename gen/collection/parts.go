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
