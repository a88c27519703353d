// Package vector multiplies and adds vectors of float64, of whose bits every processor makes the same.
package vector

import "math"

// Dot is the inner product; four partial sums let the additions overlap.
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

// Dots sets the inner products of v with vectors that stand one behind the other in rows, one for each place of to.
func Dots(v, rows, to []float64) {
	n := len(v)
	if !vectors || n == 0 || len(to) < 8 {
		for i := range to {
			to[i] = Dot(v, rows[i*n:][:n])
		}
		return
	}
	rows = rows[:n*len(to)]
	var sums [8][4]float64
	for i := 0; i < len(to); i += 8 {
		i := min(i, len(to)-8) // the last eight may overlap those before
		dotsEight(&v[0], n, &rows[i*n], n, &sums)
		for k := range sums {
			s := &sums[k]
			for j := n &^ 3; j < n; j++ {
				s[0] += float64(v[j] * rows[(i+k)*n+j])
			}
			to[i+k] = s[0] + s[1] + s[2] + s[3]
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

// Products sets the inner products of v with eight vectors, which stand beside each other in columns, a number of each in turn, and
// gives that of v with itself.
func Products(v, columns []float64, to *[8]float64) (squares float64) {
	if !vectors || len(v) == 0 {
		return products(v, columns, to)
	}
	columns = columns[:8*len(v)]
	return productsEight(&v[0], len(v), &columns[0], to)
}

// products is the plain definition of Products.
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

// LargestOfFour sets about the largest inner product of each of four vectors of the same length with eight others, which stand beside each
// other in columns, a number of each in turn. For vectors of length 1 it is off by less than SinglesOff of their dimension.
func LargestOfFour(v *[4][]float32, columns []float32, largest *[4]float32) {
	n := len(v[0])
	if n == 0 {
		*largest = [4]float32{}
		return
	}
	columns = columns[:8*n]
	largestFour(&[4]*float32{&v[0][0], &v[1][:n][0], &v[2][:n][0], &v[3][:n][0]}, n, &columns[0], largest)
}

// SinglesOff bounds how far the inner product of two vectors of n numbers and of length 1, both rounded to single precision, is from theirs
// before, whatever the order of the sum: rounding the numbers and adding n products of them costs (n + 3) 2^-24 of the sum of the products'
// absolute values, which is at most 1 (Higham, Accuracy and Stability of Numerical Algorithms, 3.1). It is twice that, and more.
func SinglesOff(n int) float32 { return float32(n+8) / (1 << 23) }

// Cosine is that of two vectors that are not zero.
func Cosine(a, b []float64) float64 { return Dot(a, b) / math.Sqrt(Dot(a, a)*Dot(b, b)) }

// Deviation is the standard deviation of those of n numbers that are not NaN; 0 for fewer than two.
func Deviation(n int, at func(i int) float64) float64 {
	count, mean, sum := 0, 0.0, 0.0
	for i := range n {
		if x := at(i); !math.IsNaN(x) {
			count++
			mean += (x - mean) / float64(count)
		}
	}
	for i := range n {
		if x := at(i); !math.IsNaN(x) {
			sum += float64((x - mean) * (x - mean))
		}
	}
	if count < 2 {
		return 0
	}
	return math.Sqrt(sum / float64(count))
}
