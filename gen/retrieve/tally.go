package retrieve

import "math"

// tally counts numbers by parts of a range, to say what at least k of them exceed. Its plain definition is top's worst hit, which
// it falls short of by less than a part.
type tally struct {
	k        int
	low      float64 // where part 0 begins
	perPart  float64
	part     int // the last one with k numbers in it and above
	numAbove int // so many, where they are k or more
	counts   [tallyParts]uint32
}

const tallyParts = 1 << 12

// begin empties the tally for numbers from low to high; those beyond count as the nearest.
func (t *tally) begin(k int, low, high float64) {
	t.k, t.low, t.part, t.numAbove = k, low, 0, 0
	t.perPart = max((high-low)/tallyParts, math.SmallestNonzeroFloat64)
	clear(t.counts[:])
}

// add counts a number. It returns where the best part begins, and whether that has risen.
func (t *tally) add(x float64) (limit float64, risen bool) {
	part := int(min(max((x-t.low)/t.perPart, 0), tallyParts-1))
	t.counts[part]++
	if part < t.part {
		return 0, false
	}
	t.numAbove++
	for next := t.numAbove - int(t.counts[t.part]); next >= t.k; next = t.numAbove - int(t.counts[t.part]) {
		t.numAbove, t.part, risen = next, t.part+1, true
	}
	return t.low + float64(float64(t.part)*t.perPart), risen
}
