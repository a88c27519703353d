package axioms

import (
	"math"
	"slices"
)

// order answers whole rows of an axiom that prefers the candidate with the larger number, where both are of one class:
// numbers become whole heights, and heights compare without a branch. Its plain definition is standing.compare.
type order struct {
	heights []int32
	classes []int32
	numbers []float64
	keys    []uint64
	same    bool // all candidates are of one class that is not incomparable

	verdicts       []Verdict // for wins
	places, levels []int32
	sums           sums
}

// standing is what such an axiom compares of a candidate.
type standing struct {
	class  int32 // candidates of different classes are not compared; nor is one of class incomparable
	number float64
}

// incomparable is the class of what can be compared with nothing.
const incomparable = -1

// compare is what an order answers.
func (x standing) compare(y standing) Verdict {
	if x.class != y.class || x.class == incomparable {
		return Void
	}
	return larger(x.number, y.number)
}

// exact is the bound below which whole numbers are their own heights: two different ones are not equal by tolerance.
const exact = 1 << 29

// load finds the heights. It says false where there are none, since to be equal by tolerance makes no classes of them.
func (o *order) load(n int, of func(i int) standing) bool {
	if cap(o.heights) < n {
		cells := make([]int32, 2*n)
		o.heights, o.classes, o.numbers = cells[:n:n], cells[n:], make([]float64, n)
	}
	o.heights, o.classes, o.numbers = o.heights[:n], o.classes[:n], o.numbers[:n]
	whole, same := true, true
	for i := range n {
		s := of(i)
		h := int32(s.number)
		whole = whole && float64(h) == s.number && -exact < h && h < exact
		same = same && s.class != incomparable && (i == 0 || s.class == o.classes[0])
		o.heights[i], o.classes[i], o.numbers[i] = h, s.class, s.number
	}
	o.same = same
	return whole || o.sort()
}

// A key is a number without its last sixteen bits, which hold the candidate's place. They are worth less than the
// tolerance: 2^-36 of the number.
const placeBits = 16

// sort sets a candidate's height to how many different numbers are smaller than its own.
func (o *order) sort() bool {
	if len(o.numbers) > 1<<placeBits {
		return false
	}
	o.keys = slices.Grow(o.keys[:0], len(o.numbers))
	for i, x := range o.numbers {
		if math.IsNaN(x) {
			return false
		}
		// The bits of a positive number rise with it; those of a negative one fall.
		bits := math.Float64bits(x)
		rising := bits ^ (uint64(int64(bits)>>63) | 1<<63)
		o.keys = append(o.keys, rising>>placeBits<<placeBits|uint64(i))
	}
	slices.Sort(o.keys)
	height := int32(-1)
	var below, least, most float64 // the largest number of the height below, the ends of this one
	for _, key := range o.keys {
		i := key & (1<<placeBits - 1)
		x := o.numbers[i]
		if height < 0 || greater(x, most) {
			height, below, least, most = height+1, most, x, x
		} else {
			least, most = min(least, x), max(most, x)
		}
		if !equal(least, most) || height > 0 && !greater(least, below) {
			return false
		}
		o.heights[i] = height
	}
	return true
}

// row is standing.compare of candidate i with those behind it; out begins with candidate i+1.
func (o *order) row(i int, out []Verdict) {
	mine, heights := o.heights[i], o.heights[i+1:][:len(out)]
	for j, other := range heights {
		out[j] = one(mine > other) - one(mine < other)
	}
	if o.same {
		return
	}
	class := o.classes[i]
	if class == incomparable {
		for j := range out {
			out[j] = Void
		}
		return
	}
	for j, other := range o.classes[i+1:][:len(out)] {
		outside := -one(other != class)
		out[j] = out[j]&^outside | Void&outside
	}
}

// one is 1 iff yes; it compiles to no branch.
func one(yes bool) Verdict {
	if yes {
		return 1
	}
	return 0
}
