package shard

// items are a sequence of which each is made when it is asked for, so that ten million rows are not all there at once.
type items[U any] struct {
	n     int
	at    func(i int) U
	brief func(i int) U // the same without names and texts, for planning
}

// listed are the items of a slice.
func listed[U any](list []U) items[U] {
	at := func(i int) U { return list[i] }
	return items[U]{len(list), at, at}
}

// slice are the items [low, high).
func (s items[U]) slice(low, high int) items[U] {
	return items[U]{high - low, func(i int) U { return s.at(low + i) }, func(i int) U { return s.brief(low + i) }}
}

// pick are the items of these numbers.
func (s items[U]) pick(numbers []uint32) items[U] {
	return items[U]{len(numbers), func(i int) U { return s.at(int(numbers[i])) }, func(i int) U { return s.brief(int(numbers[i])) }}
}

// each yields the items in order.
func (s items[U]) each(yield func(U) bool) { s.through(s.at, yield) }

// briefly yields them without names and texts.
func (s items[U]) briefly(yield func(U) bool) { s.through(s.brief, yield) }

func (s items[U]) through(at func(i int) U, yield func(U) bool) {
	for i := range s.n {
		if !yield(at(i)) {
			return
		}
	}
}

// count adds up the rows of items; without a function each has one.
func (s items[U]) count(rows func(U) int) (n int) {
	if rows == nil {
		return s.n
	}
	for u := range s.briefly {
		n += rows(u)
	}
	return n
}
