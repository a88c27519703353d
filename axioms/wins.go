package axioms

import (
	"cmp"
	"math/bits"
	"slices"
)

// WinJudge is a Judge that counts the preferences of all pairs faster than row by row.
type WinJudge interface {
	Judge
	// Wins adds to won[i] the preferences that candidate i wins among the candidates less those that it loses; won has one element a
	// candidate.
	Wins(won []int32)
}

// Wins asks a judge for its wins, row by row where it has no faster way.
func Wins(j Judge, won []int32) {
	if fast, ok := j.(WinJudge); ok {
		fast.Wins(won)
		return
	}
	tallyRows(Rows(j), make([]Verdict, len(won)), won)
}

// tallyRows counts row by row; row has one element a candidate.
func tallyRows(j RowJudge, row []Verdict, won []int32) {
	for i := range won {
		j.Row(i, row)
		tally(won, i, row[i+1:])
	}
}

// tally counts the verdicts on candidate i and those behind it.
func tally(won []int32, i int, verdicts []Verdict) {
	mine, others := int32(0), won[i+1:][:len(verdicts)]
	for j, v := range verdicts {
		preference := int32(v + one(v == Void)*-Void) // as Verdict.Preference, without a branch
		mine += preference
		others[j] -= preference
	}
	won[i] += mine
}

// Wins is an order's where there is one, else it compares every pair that may meet.
func (p *pairwise[F]) Wins(won []int32) {
	if p.ordered || p.preferred != nil && p.order.load(len(won), func(i int) standing { return p.preferred(&p.loaded[i]) }) {
		p.order.wins(&p.window, won)
		return
	}
	if p.key != nil {
		p.chains.each(len(won), func(i int) uint64 { return p.key(&p.loaded[i]) }, func(i, j int) { p.meet(won, i, j) })
		return
	}
	for i := range won {
		for j := range i {
			p.meet(won, i, j)
		}
	}
}

func (p *pairwise[F]) meet(won []int32, i, j int) {
	x, y := &p.loaded[i], &p.loaded[j]
	if (p.may == nil || p.may(x, y)) && p.window.open(i, j) {
		preference := int32(p.compare(x, y).Preference())
		won[i] += preference
		won[j] -= preference
	}
}

// chains finds the pairs of candidates that have the same key.
type chains struct {
	heads, before []int32 // the last candidate of a hash, and the one before each, counted from 1; 0 for none
	keys          []uint64
}

// each calls meet with the places of every pair of the same key once.
func (c *chains) each(n int, key func(i int) uint64, meet func(i, j int)) {
	log := bits.Len(uint(n))
	c.heads, c.before, c.keys = slices.Grow(c.heads[:0], 2<<log)[:2<<log], slices.Grow(c.before[:0], n)[:n], slices.Grow(c.keys[:0], n)[:n]
	clear(c.heads)
	for i := range n {
		k := key(i)
		head := &c.heads[k*0x9E3779B97F4A7C15>>(63-log)] // by 2^64 over the golden ratio (Knuth 3, 6.4)
		for j := *head; j > 0; j = c.before[j-1] {
			if c.keys[j-1] == k {
				meet(i, int(j-1))
			}
		}
		c.keys[i], c.before[i], *head = k, *head, int32(i+1)
	}
}

// few is up to how many candidates it is faster to compare all heights than to sort them.
const few = 100

// wins is Wins of the candidates' heights.
func (o *order) wins(w *window, won []int32) {
	switch n := len(won); {
	case n == 0 || w.free && o.countedWins(won):
	case n > few:
		o.sortedWins(w, won)
	default:
		o.verdicts = slices.Grow(o.verdicts[:0], n)[:n]
		for i := range won {
			row := o.verdicts[i+1:]
			o.row(i, row)
			w.close(i, row)
			tally(won, i, row)
		}
	}
}

// perCount is up to how many counters a candidate it is faster to count than to compare or sort.
const perCount = 16

// countedWins is wins without a bound of length: it counts the candidates of each class and height. It says false, and does nothing,
// where those are too many.
func (o *order) countedWins(won []int32) bool {
	least, classes := slices.Min(o.heights), int(slices.Max(o.classes))+1
	width := int(slices.Max(o.heights)) - int(least) + 1
	if classes*width > perCount*len(won) {
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
		below, above := int32(0), int32(0)
		for _, n := range class {
			above += n
		}
		for height, n := range class {
			above -= n
			class[height] = below - above
			below += n
		}
	}
	for i, class := range o.classes {
		if class != incomparable {
			won[i] += o.levels[int(class)*width+int(o.heights[i]-least)]
		}
	}
	return true
}

// sortedWins is wins in a time of n log n for n candidates.
func (o *order) sortedWins(w *window, won []int32) {
	o.places = o.places[:0]
	for i, class := range o.classes {
		if class != incomparable {
			o.places = append(o.places, int32(i))
		}
	}
	slices.SortFunc(o.places, func(i, j int32) int {
		if w.free {
			return cmp.Or(cmp.Compare(o.classes[i], o.classes[j]), cmp.Compare(o.heights[i], o.heights[j]))
		}
		return cmp.Or(cmp.Compare(o.classes[i], o.classes[j]), cmp.Compare(w.lengths[i], w.lengths[j]))
	})
	for class := range runs(o.places, o.classes) {
		if w.free {
			o.rising(class, won)
		} else {
			o.sliding(w, class, won)
		}
	}
}

// runs yields the stretches of places with the same number.
func runs(places, number []int32) func(yield func(run []int32) bool) {
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

// rising counts the wins of candidates that meet all others of their class, which come with rising heights.
func (o *order) rising(class, won []int32) {
	below := 0
	for level := range runs(class, o.heights) {
		for _, i := range level {
			won[i] += int32(below - (len(class) - below - len(level)))
		}
		below += len(level)
	}
}

// sliding counts the wins of candidates of a class that meet those of lengths within reach, and come with rising lengths: both ends of
// what is within reach rise too. It keeps count of their heights in a tree of sums (Fenwick 1994).
func (o *order) sliding(w *window, class, won []int32) {
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
		at, _ := slices.BinarySearch(o.levels, o.heights[i])
		return at
	}
	from, to := 0, 0
	for _, i := range class {
		for to < len(class) && w.lengths[class[to]] <= w.reach[i].low+w.reach[i].span {
			tree.add(level(class[to]), 1)
			to++
		}
		for ; w.lengths[class[from]] < w.reach[i].low; from++ {
			tree.add(level(class[from]), -1)
		}
		mine := level(i)
		won[i] += tree.below(mine) + tree.below(mine+1) - int32(to-from)
	}
}

// sums are numbers by place, of which any may change and the sum of the first so many be asked in logarithmic time.
type sums []int32

func (s sums) add(place int, n int32) {
	for at := place + 1; at < len(s); at += at & -at {
		s[at] += n
	}
}

func (s sums) below(place int) (sum int32) {
	for at := place; at > 0; at &= at - 1 {
		sum += s[at]
	}
	return sum
}
