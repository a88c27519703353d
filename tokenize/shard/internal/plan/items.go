package plan

import (
	"context"

	"github.com/axiomine/axiomine/internal/parallel"
)

// Items is a sequence whose items are made when they are read, so that ten million rows are not all
// in memory at once.
type Items[U any] struct {
	N     int
	Item  func(i int) U
	brief func(i int) U // the item without names and texts, for planning
}

// NewItems returns the items of a slice.
func NewItems[U any](list []U) Items[U] {
	item := func(i int) U { return list[i] }
	return Items[U]{len(list), item, item}
}

// slice returns the items [low, high).
func (s Items[U]) slice(low, high int) Items[U] {
	return Items[U]{high - low, func(i int) U { return s.Item(low + i) }, func(i int) U { return s.brief(low + i) }}
}

// pick returns the items with these numbers.
func (s Items[U]) pick(numbers []uint32) Items[U] {
	return Items[U]{len(numbers), func(i int) U { return s.Item(int(numbers[i])) }, func(i int) U { return s.brief(int(numbers[i])) }}
}

// Each yields the items in order.
func (s Items[U]) Each(yield func(U) bool) { s.yieldAll(s.Item, yield) }

// Briefly yields the items without names and texts.
func (s Items[U]) Briefly(yield func(U) bool) { s.yieldAll(s.brief, yield) }

func (s Items[U]) yieldAll(item func(i int) U, yield func(U) bool) {
	for i := range s.N {
		if !yield(item(i)) {
			return
		}
	}
}

// eachPart calls do with every stretch [first, end) of n items and its number, on threads.
func eachPart(threads, n int, do func(part, first, end int)) {
	mustNotFail(parallel.Pieces(context.Background(), threads, n, partItems, func(part, first, end int) error {
		do(part, first, end)
		return nil
	}))
}

// mustNotFail panics again with a panic that parallel.Each turned into an error.
func mustNotFail(err error) {
	if err != nil {
		panic(err)
	}
}

// partItems is the number of items of a stretch.
const partItems = 1 << 12

func parts(n int) int { return parallel.NumPieces(n, partItems) }

// Count sums the rows of items, on threads. Without a function each item has one row.
func (s Items[U]) Count(rows func(U) int, threads int) (n int) {
	if rows == nil {
		return s.N
	}
	counts := make([]int, parts(s.N))
	eachPart(threads, s.N, func(part, first, end int) {
		for i := first; i < end; i++ {
			counts[part] += rows(s.brief(i))
		}
	})
	for _, more := range counts {
		n += more
	}
	return n
}
