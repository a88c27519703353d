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

// Dots sets products to the inner products of v with the rows, one vector after the other.
func Dots(v, rows, products []float64) {
	n := len(v)
	if !vectors || n == 0 || len(products) < 8 {
		for i := range products {
			products[i] = Dot(v, rows[i*n:][:n])
		}
		return
	}
	rows = rows[:n*len(products)]
	var sums [8][4]float64
	for i := 0; i < len(products); i += 8 {
		i := min(i, len(products)-8) // the last eight may overlap the previous ones
		dotsEight(&v[0], n, &rows[i*n], n, &sums)
		for k := range sums {
			s := &sums[k]
			for j := n &^ 3; j < n; j++ {
				s[0] += float64(v[j] * rows[(i+k)*n+j])
			}
			products[i+k] = s[0] + s[1] + s[2] + s[3]
		}
	}
}

// Add adds v to sum.
func Add(sum, v []float64) {
	v = v[:len(sum)]
	i := 0
	if vectors && len(v) >= 4 {
		addFours(&sum[0], &v[0], len(v))
		i = len(v) &^ 3
	}
	for ; i < len(v); i++ {
		sum[i] += v[i]
	}
}

// Products sets sums to the inner products of v with eight vectors, whose numbers alternate in
// columns. It returns the inner product of v with itself.
func Products(v, columns []float64, sums *[8]float64) (squares float64) {
	if !vectors || len(v) == 0 {
		return products(v, columns, sums)
	}
	columns = columns[:8*len(v)]
	return productsEight(&v[0], len(v), &columns[0], sums)
}

// products computes what Products computes, in plain Go.
func products(v, columns []float64, sums *[8]float64) (squares float64) {
	*sums = [8]float64{}
	for i, x := range v {
		squares += float64(x * x)
		for k, y := range columns[8*i:][:8] {
			sums[k] += float64(x * y)
		}
	}
	return squares
}

// Pairs returns the length of the columns of eight vectors of n numbers, for Largest. The columns
// have two numbers of each vector in turn, and zeros after the last.
func Pairs(n int) int { return 16 * ((n + 1) / 2) }

// Pair returns the index of number i of vector k in such columns.
func Pair(i, k int) int { return i/2*16 + 2*k + i%2 }

// Largest sets, for each of several vectors of n numbers, about the largest inner product with
// eight others, whose numbers are in columns by Pair. The number of vectors is a multiple of four.
// For vectors of length 1 the error is less than SinglesOff(n).
func Largest(v []*float32, n int, columns, largest []float32) {
	columns, largest = columns[:Pairs(n)], largest[:len(v)]
	switch {
	case len(v) == 0:
	case n == 0:
		clear(largest)
	case wide:
		largestFours(&v[0], len(v)/4, n, &columns[0], &largest[0])
	default:
		for i := 0; i < len(v); i += 4 {
			largestFour((*[4]*float32)(v[i:]), n, &columns[0], (*[4]float32)(largest[i:]))
		}
	}
}

// SinglesOff returns a bound of the error of the inner product of two vectors of n numbers and of
// length 1, both rounded to single precision, whatever the order of the sum. Rounding the numbers
// and adding n products of them costs (n + 3) 2^-24 of the sum of the products' absolute values,
// which is at most 1 (Higham, Accuracy and Stability of Numerical Algorithms, 3.1). The bound is
// twice that, and more.
func SinglesOff(n int) float32 { return float32(n+8) / (1 << 23) }

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
