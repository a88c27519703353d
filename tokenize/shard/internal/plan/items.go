package plan

import (
	"context"

	"github.com/axiomine/axiomine/configs/parallel"
)

// Items are a sequence of which each is made when it is asked for, so that ten million rows are not all there at once.
type Items[U any] struct {
	N     int
	At    func(i int) U
	brief func(i int) U // the same without names and texts, for planning
}

// Listed are the items of a slice.
func Listed[U any](list []U) Items[U] {
	at := func(i int) U { return list[i] }
	return Items[U]{len(list), at, at}
}

// slice are the items [low, high).
func (s Items[U]) slice(low, high int) Items[U] {
	return Items[U]{high - low, func(i int) U { return s.At(low + i) }, func(i int) U { return s.brief(low + i) }}
}

// pick are the items of these numbers.
func (s Items[U]) pick(numbers []uint32) Items[U] {
	return Items[U]{len(numbers), func(i int) U { return s.At(int(numbers[i])) }, func(i int) U { return s.brief(int(numbers[i])) }}
}

// Each yields the items in order.
func (s Items[U]) Each(yield func(U) bool) { s.through(s.At, yield) }

// Briefly yields them without names and texts.
func (s Items[U]) Briefly(yield func(U) bool) { s.through(s.brief, yield) }

func (s Items[U]) through(at func(i int) U, yield func(U) bool) {
	for i := range s.N {
		if !yield(at(i)) {
			return
		}
	}
}

// inParts calls do with every stretch [from, to) of n items and its number, on threads.
func inParts(threads, n int, do func(part, from, to int)) {
	mustNotFail(parallel.Pieces(context.Background(), threads, n, partItems, func(part, from, to int) error {
		do(part, from, to)
		return nil
	}))
}

// mustNotFail lets a panic go on that parallel.Each made an error.
func mustNotFail(err error) {
	if err != nil {
		panic(err)
	}
}

// partItems are those of a stretch, and parts how many stretches there are.
const partItems = 1 << 12

func parts(n int) int { return parallel.NumPieces(n, partItems) }

// Count adds up the rows of items, on threads; without a function each has one.
func (s Items[U]) Count(rows func(U) int, threads int) (n int) {
	if rows == nil {
		return s.N
	}
	of := make([]int, parts(s.N))
	inParts(threads, s.N, func(part, from, to int) {
		for i := from; i < to; i++ {
			of[part] += rows(s.brief(i))
		}
	})
	for _, more := range of {
		n += more
	}
	return n
}
