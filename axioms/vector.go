package axioms

import "math"

// dot is the inner product; four partial sums let the additions overlap.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += float64(a[i] * b[i])
		s1 += float64(a[i+1] * b[i+1])
		s2 += float64(a[i+2] * b[i+2])
		s3 += float64(a[i+3] * b[i+3])
	}
	for ; i < len(a); i++ {
		s0 += float64(a[i] * b[i])
	}
	return s0 + s1 + s2 + s3
}

// products sets the inner products of v with eight vectors, which stand beside each other in columns, a number of each in
// turn, and gives that of v with itself.
func products(v, columns []float64, to *[8]float64) (squares float64) {
	*to = [8]float64{}
	for i, x := range v {
		squares += float64(x * x)
		for k, y := range columns[8*i:][:8] {
			to[k] += float64(x * y)
		}
	}
	return squares
}

// cosine of two vectors that are not zero.
func cosine(a, b []float64) float64 { return dot(a, b) / math.Sqrt(dot(a, a)*dot(b, b)) }
