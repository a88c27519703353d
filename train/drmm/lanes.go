package drmm

import "unsafe"

// lanes holds numbers of w1's shape. Each bin has a cache line of its own, so vector registers never
// cross one.
type lanes [Bins][8]float64

// newLanes returns lanes that begin at a multiple of 64 bytes.
func newLanes() *lanes {
	room := make([]byte, unsafe.Sizeof(lanes{})+63)
	offset := -uintptr(unsafe.Pointer(&room[0])) & 63
	return (*lanes)(unsafe.Pointer(&room[offset]))
}

// read copies w1 from a vector of weights into the lanes.
func (l *lanes) read(weights []float64) {
	for b := range l {
		copy(l[b][:hidden], weights[b*hidden:])
	}
}

// write copies the lanes to w1's place in a vector of weights.
func (l *lanes) write(weights []float64) {
	for b := range l {
		copy(weights[b*hidden:(b+1)*hidden], l[b][:])
	}
}

// layer1Lanes computes layer1, with w1 also given in lanes.
func (in *Input) layer1Lanes(w1 *lanes, weights, h []float64) {
	n := in.Terms()
	if !vectors || n == 0 || len(in.bins) == 0 {
		in.layer1(weights, h)
		return
	}
	_ = h[n*hidden-1]
	layer1Rows(&h[0], w1, (*[hidden]float64)(weights[atB1:]), &in.starts[0], n, &in.bins[0], &in.values[0])
}

// scatterLanes does what scatter does, into lanes, where the processor has vector registers. It reports
// whether it has them.
func scatterLanes(grad *lanes, bins []uint8, values []float64, d *[hidden]float64) bool {
	if vectors && len(values) > 0 {
		_ = bins[len(values)-1]
		scatterRow(grad, &bins[0], &values[0], len(values), d)
	}
	return vectors
}
