package drmm

import "unsafe"

// lanes are numbers of w1's shape, a bin's hidden numbers in a cache line of their own: what vector registers read and write
// without crossing one.
type lanes [Bins][8]float64

// newLanes begin at a multiple of 64 bytes.
func newLanes() *lanes {
	room := make([]byte, unsafe.Sizeof(lanes{})+63)
	at := -uintptr(unsafe.Pointer(&room[0])) & 63
	return (*lanes)(unsafe.Pointer(&room[at]))
}

// read sets the lanes to w1 as it lies in a vector of weights.
func (l *lanes) read(weights []float64) {
	for b := range l {
		copy(l[b][:hidden], weights[b*hidden:])
	}
}

// write sets w1's place in a vector of weights.
func (l *lanes) write(weights []float64) {
	for b := range l {
		copy(weights[b*hidden:(b+1)*hidden], l[b][:])
	}
}

// layer1Lanes is layer1 with w1 in lanes too.
func (in *Input) layer1Lanes(w1 *lanes, weights, h []float64) {
	n := in.Terms()
	if !vectors || n == 0 || len(in.bins) == 0 {
		in.layer1(weights, h)
		return
	}
	_ = h[n*hidden-1]
	layer1Rows(&h[0], w1, (*[hidden]float64)(weights[atB1:]), &in.starts[0], n, &in.bins[0], &in.values[0])
}

// scatterLanes is scatter into lanes, where vectors can be had; it says whether they can.
func scatterLanes(grad *lanes, bins []uint8, values []float64, d *[hidden]float64) bool {
	if vectors && len(values) > 0 {
		_ = bins[len(values)-1]
		scatterRow(grad, &bins[0], &values[0], len(values), d)
	}
	return vectors
}
