package rule

import (
	"math"
	"slices"
)

// None switches a bound off.
const None = -1

// Unbounded is the bound that holds for every pair of lengths.
var Unbounded = LengthRange{Delta: None, DeltaStar: None}

// LengthRange defines which lengths count as about the same. Where both bounds are set, both must hold.
type LengthRange struct {
	Delta     int     // the largest difference in words; None: there is no such bound
	DeltaStar float64 // the largest difference over the longest length, from 0 to 1; None: there is no such bound
}

// Holds reports whether the lengths (two or three) are within the bound. Empty documents have equal
// length. An empty and a non-empty document have the relative difference 1.
func (b LengthRange) Holds(lengths ...int) bool {
	low, high := slices.Min(lengths), slices.Max(lengths)
	if b.Delta != None && high-low > b.Delta {
		return false
	}
	if b.DeltaStar == None || low == high {
		return true
	}
	return AtLeast(b.DeltaStar, float64(high-low)/float64(high))
}

// intersect returns the bound that holds where both b and c hold.
func (b LengthRange) intersect(c LengthRange) LengthRange {
	if b.Delta == None || c.Delta != None && c.Delta < b.Delta {
		b.Delta = c.Delta
	}
	if b.DeltaStar == None || c.DeltaStar != None && c.DeltaStar < b.DeltaStar {
		b.DeltaStar = c.DeltaStar
	}
	return b
}

// Longest is larger than the length of any document.
const Longest = math.MaxInt32

// interval returns the smallest and the largest length of documents that the bound allows to be compared with a document of n words.
// It agrees with Holds, which compares a share with a tolerance.
func (b LengthRange) interval(n int) (low, high int) {
	low, high = 0, Longest
	if b.Delta != None {
		low, high = max(0, n-b.Delta), min(Longest, n+b.Delta)
	}
	if b.DeltaStar == None {
		return low, high
	}
	y := max(b.DeltaStar+absoluteTolerance, b.DeltaStar/(1-relativeTolerance)) // the largest share that counts as at most DeltaStar
	if y >= 1 {
		return low, high
	}
	low = max(low, int(math.Ceil(float64(n)*(1-y))))
	high = int(min(float64(high), math.Floor(float64(n)/(1-y))))
	return low, high
}

// window holds, for each loaded candidate, the interval of lengths of the candidates that a length bound allows to be compared with it.
type window struct {
	bound   LengthRange
	isOpen  bool // there is no bound, and the slices are empty
	lengths []uint32
	reach   []interval
}

// interval is the lengths from low to low + span.
type interval struct{ low, span uint32 }

// load computes the intervals. Without a bound it computes none.
func (w *window) load(docs []Doc) {
	if w.isOpen {
		return
	}
	w.lengths, w.reach = slices.Grow(w.lengths[:0], len(docs))[:len(docs)], slices.Grow(w.reach[:0], len(docs))[:len(docs)]
	for i := range docs {
		n := docs[i].Len()
		low, high := w.bound.interval(n)
		w.lengths[i], w.reach[i] = uint32(n), interval{uint32(low), uint32(high - low)}
	}
}

// allows reports whether candidates i and j may be compared. A length below low wraps to a large number, which exceeds the span.
func (w *window) allows(i, j int) bool {
	return w.isOpen || w.lengths[j]-w.reach[i].low <= w.reach[i].span
}

// voidRow sets the verdicts on candidate i and candidates outside its interval to Void. out[0] is the verdict on candidate i+1.
func (w *window) voidRow(i int, out []Verdict) {
	if w.isOpen {
		return
	}
	low, span, lengths := w.reach[i].low, w.reach[i].span, w.lengths[i+1:][:len(out)]
	for j, length := range lengths {
		outside := Verdict((int64(span) - int64(length-low)) >> 63) // -1, all bits set, outside the interval; 0 inside
		out[j] = out[j]&^outside | Void&outside
	}
}
