package embed

// inner returns the inner product of two vectors of one length. The order of the additions is fixed: 32 sums side by side, eights
// that are left over to the first eight of them, then the sums by halves, then the rest one by one. The conversions keep a product
// from being fused with its addition.
func inner(a, b []float32) float32 {
	b = b[:len(a)]
	var sums [32]float32
	i := 0
	for ; i+32 <= len(a); i += 32 {
		for j := range sums {
			sums[j] += float32(a[i+j] * b[i+j])
		}
	}
	for ; i+8 <= len(a); i += 8 {
		for j := range 8 {
			sums[j] += float32(a[i+j] * b[i+j])
		}
	}
	for j := range 8 {
		sums[j] = (sums[j] + sums[j+8]) + (sums[j+16] + sums[j+24])
	}
	for j := range 4 {
		sums[j] += sums[j+4]
	}
	sum := (sums[0] + sums[2]) + (sums[1] + sums[3])
	for ; i < len(a); i++ {
		sum += float32(a[i] * b[i])
	}
	return sum
}

// add does dst += scale * src.
func add(scale float32, src, dst []float32) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] += float32(scale * src[i])
	}
}
