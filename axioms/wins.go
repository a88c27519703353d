package axioms

import (
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

// countWins adds the wins of the candidates by their heights, pair by pair where there is no shorter way.
func (o *order) countWins(w *window, wins []int32) {
	if len(wins) == 0 || w.free && o.countWinsByHeight(wins) {
		return
	}
	o.verdicts = slices.Grow(o.verdicts[:0], len(wins))[:len(wins)]
	for i := range wins {
		row := o.verdicts[i+1:]
		o.fillRow(i, row)
		w.voidRow(i, row)
		tally(wins, i, row)
	}
}

// maxCounters is up to how many counters per candidate counting is faster than comparing.
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
