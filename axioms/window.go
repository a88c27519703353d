package axioms

// window holds which of the loaded candidates a length bound lets meet: for each the interval of lengths that its own
// length may be compared with.
type window struct {
	bound  Bound
	length []uint32
	low    []uint32
	span   []uint32 // the interval ends at low + span
}

// load computes the intervals; there are none where nothing is bounded.
func (w *window) load(docs []Doc) {
	if w.bound == Unbounded {
		return
	}
	w.length, w.low, w.span = w.length[:0], w.low[:0], w.span[:0]
	for _, d := range docs {
		low, high := w.bound.interval(len(d.Terms))
		w.length = append(w.length, uint32(len(d.Terms)))
		w.low, w.span = append(w.low, uint32(low)), append(w.span, uint32(high-low))
	}
}

// open says whether candidates i and j may be compared.
func (w *window) open(i, j int) bool {
	return w.bound == Unbounded || w.length[j]-w.low[i] <= w.span[i]
}
