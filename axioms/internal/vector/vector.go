// Package vector multiplies and adds vectors of float64. Every processor computes the same bits.
package vector

import "math"

// Dot returns the inner product. Four partial sums let the additions overlap.
func Dot(a, b []float64) float64 {
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

// Add adds v to sum.
func Add(sum, v []float64) {
	v = v[:len(sum)]
	for i, x := range v {
		sum[i] += x
	}
}

// Products sets sums to the inner products of v with eight vectors, whose numbers alternate in
// columns. It returns the inner product of v with itself.
func Products(v, columns []float64, sums *[8]float64) (squares float64) {
	*sums = [8]float64{}
	for i, x := range v {
		squares += float64(x * x)
		for k, y := range columns[8*i:][:8] {
			sums[k] += float64(x * y)
		}
	}
	return squares
}

// Cosine returns the cosine of two vectors that are not zero.
func Cosine(a, b []float64) float64 { return Dot(a, b) / math.Sqrt(Dot(a, a)*Dot(b, b)) }

// Deviation returns the standard deviation of those of n numbers that are not NaN, and 0 for fewer
// than two.
func Deviation(n int, value func(i int) float64) float64 {
	count, mean, sum := 0, 0.0, 0.0
	for i := range n {
		if x := value(i); !math.IsNaN(x) {
			count++
			mean += (x - mean) / float64(count)
		}
	}
	for i := range n {
		if x := value(i); !math.IsNaN(x) {
			sum += float64((x - mean) * (x - mean))
		}
	}
	if count < 2 {
		return 0
	}
	return math.Sqrt(sum / float64(count))
}
