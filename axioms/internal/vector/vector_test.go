package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestProductsAgreeWithPlain(t *testing.T) {
	if !vectors {
		t.Skip("no vector instructions here")
	}
	r := rand.New(rand.NewPCG(7, 8))
	for n := 1; n <= 130; n++ {
		v, columns := someNumbers(r, n+1), someNumbers(r, 8*n+8)
		var got, want [8]float64
		squares := productsEight(&v[0], n, &columns[0], &got)
		if wanted := products(v[:n], columns, &want); squares != wanted || got != want {
			t.Fatalf("%d numbers: %v and %v, want %v and %v", n, squares, got, wanted, want)
		}
	}
}

func TestProductsOfFourAgreeWithPlain(t *testing.T) {
	if !vectors {
		t.Skip("no vector instructions here")
	}
	r := rand.New(rand.NewPCG(9, 10))
	for n := 1; n <= 130; n++ {
		v, columns := someNumbers(r, 4*n), someNumbers(r, 8*n)
		var got, want [4][8]float64
		var squares, wanted [4]float64
		productsFour(&[4]*float64{&v[0], &v[n], &v[2*n], &v[3*n]}, n, &columns[0], &got, &squares)
		for k := range want {
			wanted[k] = products(v[k*n:][:n], columns, &want[k])
		}
		if got != want || squares != wanted {
			t.Fatalf("%d numbers: %v and %v, want %v and %v", n, squares, got, wanted, want)
		}
	}
}

func TestDotsAndSumsAgreeWithPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for n := range 40 {
		v := someNumbers(r, n)
		for rows := range 20 {
			others, got := someNumbers(r, n*rows), make([]float64, rows)
			Dots(v, others, got)
			for i := range got {
				if want := Dot(v, others[i*n:][:n]); got[i] != want {
					t.Fatalf("row %d of %d, %d numbers: %v, want %v", i, rows, n, got[i], want)
				}
			}
		}
		sum, want := someNumbers(r, n), make([]float64, n)
		for i := range want {
			want[i] = sum[i] + v[i]
		}
		if Add(sum, v); !slices.Equal(sum, want) {
			t.Fatalf("sum %v, want %v", sum, want)
		}
	}
}

func someNumbers(r *rand.Rand, n int) []float64 {
	numbers := make([]float64, n)
	for i := range numbers {
		numbers[i] = r.NormFloat64() * math.Exp(r.NormFloat64()*20)
	}
	return numbers
}
