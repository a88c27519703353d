package collection

import (
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
)

// UnitOf returns the unit of progress in a split, such as "train queries"; without splits it is noun alone.
func UnitOf(split, noun string) string {
	if split == read.AllSplits {
		return noun
	}
	return split + " " + noun
}

func queryID(q corpus.Query) string { return q.ID }

// appendNew appends the items of list to all, except those whose key is in keys, and adds the keys of the new items to keys.
func appendNew[T any, K comparable](all, list []T, keys map[K]bool, keyOf func(T) K) []T {
	for _, item := range list {
		if key := keyOf(item); !keys[key] {
			keys[key] = true
			all = append(all, item)
		}
	}
	return all
}
