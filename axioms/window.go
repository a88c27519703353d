package axioms

import "slices"

// window holds which of the loaded candidates a length bound lets be compared: for each candidate,
// the interval of lengths that its length may be compared with.
type window struct {
	bound   lengthRange
	free    bool // there is no bound
	lengths []uint32
	reach   []interval
}

// interval is the lengths from low to low + span.
type interval struct{ low, span uint32 }

func newWindow(b lengthRange) window { return window{bound: b, free: b == Unbounded} }

// load computes the intervals. There are none where there is no bound.
func (w *window) load(docs []Doc) {
	if w.free {
		return
	}
	w.lengths, w.reach = slices.Grow(w.lengths[:0], len(docs))[:len(docs)], slices.Grow(w.reach[:0], len(docs))[:len(docs)]
	for i := range docs {
		n := docs[i].Len()
		low, high := w.bound.interval(n)
		w.lengths[i], w.reach[i] = uint32(n), interval{uint32(low), uint32(high - low)}
	}
}

// allows reports whether candidates i and j may be compared.
func (w *window) allows(i, j int) bool {
	return w.free || w.lengths[j]-w.reach[i].low <= w.reach[i].span
}

// voidRow makes Void the verdicts of row i on candidates out of bound; out begins with candidate
// i+1.
func (w *window) voidRow(i int, out []Verdict) {
	if w.free {
		return
	}
	low, span, lengths := w.reach[i].low, w.reach[i].span, w.lengths[i+1:][:len(out)]
	for j, length := range lengths {
		outside := Verdict((int64(span) - int64(length-low)) >> 63) // -1 out of bound, else 0
		out[j] = out[j]&^outside | Void&outside
	}
}
