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

// TestLargest holds the largest inner products of vectors of length 1 in single precision against those in double precision, by each way
// that this machine has.
func TestLargest(t *testing.T) {
	if !Singles {
		t.Skip("no vector instructions here")
	}
	ways := map[string]func(v []*float32, n int, columns, largest []float32){"Largest": Largest, "largestFour": func(v []*float32, n int,
		columns, largest []float32) {
		for i := 0; i < len(v); i += 4 {
			largestFour((*[4]*float32)(v[i:]), n, &columns[0], (*[4]float32)(largest[i:]))
		}
	}}
	r := rand.New(rand.NewPCG(9, 10))
	unit := func(n int) (double []float64, single []float32) {
		double, single = someNumbers(r, n), make([]float32, n)
		length := math.Sqrt(Dot(double, double))
		for i := range double {
			double[i] /= length
			single[i] = float32(double[i])
		}
		return double, single
	}
	for n := 1; n <= 310; n++ {
		columns, others := make([]float32, Pairs(n)), [8][]float64{}
		for k := range others {
			var single []float32
			others[k], single = unit(n)
			for i, x := range single {
				columns[Pair(i, k)] = x
			}
		}
		var v [12]*float32
		var want [12]float64
		for k := range v {
			double, single := unit(n)
			v[k], want[k] = &single[0], math.Inf(-1)
			for _, other := range others {
				want[k] = max(want[k], Dot(double, other))
			}
		}
		for name, way := range ways {
			for _, vectors := range []int{4, 8, 12} {
				var got [13]float32
				got[vectors] = 7
				way(v[:vectors], n, columns, got[:])
				for k := range vectors {
					if off := math.Abs(want[k] - float64(got[k])); off >= float64(SinglesOff(n)) {
						t.Fatalf("%s, %d numbers: %v, want %v, off by %v", name, n, got[k], want[k], off)
					}
				}
				if got[vectors] != 7 {
					t.Fatalf("%s, %d numbers: wrote behind the %dth", name, n, vectors)
				}
			}
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
