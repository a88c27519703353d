package axioms

import "math"

// dot is the inner product; four partial sums let the additions overlap.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

// dots are the inner products of v with itself and with four vectors; v is read once.
func dots(v, a, b, c, d []float64) (vv, va, vb, vc, vd float64) {
	a, b, c, d = a[:len(v)], b[:len(v)], c[:len(v)], d[:len(v)]
	for i, x := range v {
		vv += x * x
		va += x * a[i]
		vb += x * b[i]
		vc += x * c[i]
		vd += x * d[i]
	}
	return vv, va, vb, vc, vd
}

// cosine of two vectors that are not zero.
func cosine(a, b []float64) float64 { return dot(a, b) / math.Sqrt(dot(a, a)*dot(b, b)) }
