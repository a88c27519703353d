package vector

import "golang.org/x/sys/cpu"

// vectors reports whether the functions below may be called.
var vectors = cpu.X86.HasAVX2

// productsEight sets the inner products of a vector of n numbers with eight others, whose numbers
// alternate. It returns the inner product of the vector with itself. Its plain definition is
// products, to the last bit.
//
//go:noescape
func productsEight(v *float64, n int, columns *float64, products *[8]float64) float64

// Singles reports whether Largest may be called.
var Singles = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// wide reports whether largestFours may be called.
var wide = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL

// largestFour sets the largest of the inner products of each of four vectors of n numbers with eight others, in columns as Largest takes
// them.
//
//go:noescape
func largestFour(v *[4]*float32, n int, columns *float32, largest *[4]float32)

// largestFours runs largestFour for four vectors after the other, with AVX-512.
//
//go:noescape
func largestFours(v **float32, fours, n int, columns, largest *float32)

// dotsEight sets the four partial sums of Dot, without the n%4 last numbers, of a vector of n numbers with each of eight others,
// which begin stride numbers apart.
//
//go:noescape
func dotsEight(v *float64, n int, rows *float64, stride int, sums *[8][4]float64)

// addFours adds v to sum, without the n%4 last of their n numbers. Its plain definition is Add's loop.
//
//go:noescape
func addFours(sum, v *float64, n int)
