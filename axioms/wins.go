package axioms

import (
	"cmp"
	"math/bits"
	"slices"
)

// winJudge is a Judge that counts the preferences of all pairs faster than row by row.
type winJudge interface {
	Judge
	// Wins adds to wins[i] the preferences that candidate i wins among the candidates less those
	// that it loses. wins has one element for each candidate.
	Wins(wins []int32)
}

// Wins calls the judge's own Wins, or counts row by row where it has none.
func Wins(j Judge, wins []int32) {
	if fast, ok := j.(winJudge); ok {
		fast.Wins(wins)
		return
	}
	tallyRows(Rows(j), make([]Verdict, len(wins)), wins)
}

// tallyRows counts row by row; row has one element for each candidate.
func tallyRows(j rowJudge, row []Verdict, wins []int32) {
	for i := range wins {
		j.Row(i, row)
		tally(wins, i, row[i+1:])
	}
}

// tally counts the verdicts on candidate i and those after it.
func tally(wins []int32, i int, verdicts []Verdict) {
	sum, rest := int32(0), wins[i+1:][:len(verdicts)]
	for j, v := range verdicts {
		preference := int32(v + oneIf(v == Void)*-Void) // as Verdict.Preference, without a branch
		sum += preference
		rest[j] -= preference
	}
	wins[i] += sum
}

// Wins counts by an order where there is one. Else it compares every pair that the length bound
// allows.
func (p *pairwise[F]) Wins(wins []int32) {
	if p.ordered || p.preferred != nil && p.order.load(len(wins), func(i int) standing { return p.preferred(&p.docFeatures[i]) }) {
		p.order.countWins(&p.window, wins)
		return
	}
	if p.key != nil {
		p.chains.visitPairs(len(wins), func(i int) uint64 { return p.key(&p.docFeatures[i]) }, func(i, j int) { p.tallyPair(wins, i, j) })
		return
	}
	for i := range wins {
		for j := range i {
			p.tallyPair(wins, i, j)
		}
	}
}

func (p *pairwise[F]) tallyPair(wins []int32, i, j int) {
	x, y := &p.docFeatures[i], &p.docFeatures[j]
	if (p.canPrefer == nil || p.canPrefer(x, y)) && p.window.allows(i, j) {
		preference := int32(p.compare(x, y).Preference())
		wins[i] += preference
		wins[j] -= preference
	}
}

// chains finds the pairs of candidates that have the same key.
type chains struct {
	heads, previous []int32 // the last candidate of a hash, and the one before each candidate, from 1; 0 for none
	keys            []uint64
}

// visitPairs calls meet with the indexes of every pair of the same key once.
func (c *chains) visitPairs(n int, key func(i int) uint64, meet func(i, j int)) {
	log := bits.Len(uint(n))
	c.heads, c.previous, c.keys = slices.Grow(c.heads[:0], 2<<log)[:2<<log], slices.Grow(c.previous[:0], n)[:n], slices.Grow(c.keys[:0], n)[:n]
	clear(c.heads)
	for i := range n {
		k := key(i)
		head := &c.heads[k*0x9E3779B97F4A7C15>>(63-log)] // by 2^64 over the golden ratio (Knuth 3, 6.4)
		for j := *head; j > 0; j = c.previous[j-1] {
			if c.keys[j-1] == k {
				meet(i, int(j-1))
			}
		}
		c.keys[i], c.previous[i], *head = k, *head, int32(i+1)
	}
}

// maxPlain is up to how many candidates comparing all heights is faster than sorting them.
const maxPlain = 100

// countWins adds the wins of the candidates by their heights.
func (o *order) countWins(w *window, wins []int32) {
	switch n := len(wins); {
	case n == 0 || w.free && o.countWinsByHeight(wins):
	case n > maxPlain:
		o.sortWins(w, wins)
	default:
		o.verdicts = slices.Grow(o.verdicts[:0], n)[:n]
		for i := range wins {
			row := o.verdicts[i+1:]
			o.fillRow(i, row)
			w.voidRow(i, row)
			tally(wins, i, row)
		}
	}
}

// maxCounters is up to how many counters per candidate counting is faster than comparing or
// sorting.
const maxCounters = 16

// countWinsByHeight counts what countWins counts, without a bound of length. It counts the
// candidates of each class and height. It returns false, and does nothing, where there are too many
// heights.
func (o *order) countWinsByHeight(wins []int32) bool {
	least, classes := slices.Min(o.heights), int(slices.Max(o.classes))+1
	width := int(slices.Max(o.heights)) - int(least) + 1
	if classes*width > maxCounters*len(wins) {
		return false
	}
	o.levels = slices.Grow(o.levels[:0], classes*width)[:classes*width]
	clear(o.levels)
	for i, class := range o.classes {
		if class != incomparable {
			o.levels[int(class)*width+int(o.heights[i]-least)]++
		}
	}
	for class := range slices.Chunk(o.levels, width) {
		lower, higher := int32(0), int32(0)
		for _, n := range class {
			higher += n
		}
		for height, n := range class {
			higher -= n
			class[height] = lower - higher
			lower += n
		}
	}
	for i, class := range o.classes {
		if class != incomparable {
			wins[i] += o.levels[int(class)*width+int(o.heights[i]-least)]
		}
	}
	return true
}

// sortWins counts what countWins counts, in a time of n log n for n candidates.
func (o *order) sortWins(w *window, wins []int32) {
	o.indexes = o.indexes[:0]
	for i, class := range o.classes {
		if class != incomparable {
			o.indexes = append(o.indexes, int32(i))
		}
	}
	slices.SortFunc(o.indexes, func(i, j int32) int {
		if w.free {
			return cmp.Or(cmp.Compare(o.classes[i], o.classes[j]), cmp.Compare(o.heights[i], o.heights[j]))
		}
		return cmp.Or(cmp.Compare(o.classes[i], o.classes[j]), cmp.Compare(w.lengths[i], w.lengths[j]))
	})
	for class := range equalRuns(o.indexes, o.classes) {
		if w.free {
			o.countRising(class, wins)
		} else {
			o.countSliding(w, class, wins)
		}
	}
}

// equalRuns yields the stretches of indexes with the same number.
func equalRuns(places, number []int32) func(yield func(run []int32) bool) {
	return func(yield func(run []int32) bool) {
		for len(places) > 0 {
			n := 1
			for n < len(places) && number[places[n]] == number[places[0]] {
				n++
			}
			if !yield(places[:n]) {
				return
			}
			places = places[n:]
		}
	}
}

// countRising counts the wins of candidates that are compared with all others of their class. class
// is sorted by height.
func (o *order) countRising(class, wins []int32) {
	lower := 0
	for level := range equalRuns(class, o.heights) {
		for _, i := range level {
			wins[i] += int32(lower - (len(class) - lower - len(level)))
		}
		lower += len(level)
	}
}

// countSliding counts the wins of candidates of a class that are compared with those of lengths
// within reach. class is sorted by length, so both ends of the reach rise too. It counts heights in
// a tree of sums (Fenwick 1994).
func (o *order) countSliding(w *window, class, wins []int32) {
	o.levels = o.levels[:0]
	for _, i := range class {
		o.levels = append(o.levels, o.heights[i])
	}
	slices.Sort(o.levels)
	o.levels = slices.Compact(o.levels)
	tree := sums(slices.Grow(o.sums[:0], len(o.levels)+1)[:len(o.levels)+1])
	clear(tree)
	o.sums = tree
	level := func(i int32) int {
		k, _ := slices.BinarySearch(o.levels, o.heights[i])
		return k
	}
	begin, end := 0, 0
	for _, i := range class {
		for end < len(class) && w.lengths[class[end]] <= w.reach[i].low+w.reach[i].span {
			tree.add(level(class[end]), 1)
			end++
		}
		for ; w.lengths[class[begin]] < w.reach[i].low; begin++ {
			tree.add(level(class[begin]), -1)
		}
		h := level(i)
		wins[i] += tree.sumBelow(h) + tree.sumBelow(h+1) - int32(end-begin)
	}
}

// sums is a tree of numbers by index. A number changes, and the sum of the first n is read, in
// logarithmic time.
type sums []int32

func (s sums) add(place int, n int32) {
	for i := place + 1; i < len(s); i += i & -i {
		s[i] += n
	}
}

func (s sums) sumBelow(place int) (sum int32) {
	for i := place; i > 0; i &= i - 1 {
		sum += s[i]
	}
	return sum
}
