package affinity

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Expected affinities: SciPy 1.17, 1 - linkage(1 - matrix, "average").
func TestClusteredAsSciPyDoes(t *testing.T) {
	matrix := [][]float64{{0, .30, -.10, .05, .02}, {.30, 0, .10, -.20, .04}, {-.10, .10, 0, .25, -.03}, {.05, -.20, .25, 0, .01},
		{.02, .04, -.03, .01, 0}}
	want := []struct {
		a, b     []int
		affinity float64
	}{{[]int{0}, []int{1}, .3}, {[]int{2}, []int{3}, .25}, {[]int{0, 1}, []int{4}, .03}, {[]int{0, 1, 4}, []int{2, 3}, -.0283333333333333}}
	merges := mergeClusters(5, func(i, j int) float64 { return matrix[i][j] })
	if len(merges) != len(want) {
		t.Fatalf("%d merges", len(merges))
	}
	for i, m := range merges {
		if !slices.Equal(m.A, want[i].a) || !slices.Equal(m.B, want[i].b) || math.Abs(m.Affinity-want[i].affinity) > 1e-12 {
			t.Errorf("merge %d: %v and %v at %v, want %v", i, m.A, m.B, m.Affinity, want[i])
		}
	}
}

// Every axiom is joined once, the affinities never rise (average linkage has no inversions), and each is the mean over the members.
func TestClusteredProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "axioms")
		matrix := make([]float64, n*n)
		for i := range matrix {
			matrix[i] = rapid.Float64Range(-1, 1).Draw(t, "affinity")
		}
		merges := mergeClusters(n, func(i, j int) float64 {
			if i >= j {
				t.Fatalf("asked for %d, %d", i, j)
			}
			return matrix[i*n+j]
		})
		if len(merges) != n-1 {
			t.Fatalf("%d merges of %d", len(merges), n)
		}
		for k, m := range merges {
			sum := 0.0
			for _, i := range m.A {
				for _, j := range m.B {
					sum += matrix[min(i, j)*n+max(i, j)]
				}
			}
			if mean := sum / float64(len(m.A)*len(m.B)); math.Abs(mean-m.Affinity) > 1e-12 {
				t.Fatalf("mean %v, says %v", mean, m.Affinity)
			}
			if k > 0 && m.Affinity > merges[k-1].Affinity+1e-12 {
				t.Fatalf("rises from %v to %v", merges[k-1].Affinity, m.Affinity)
			}
		}
		if n > 1 {
			if all := append(slices.Clone(merges[n-2].A), merges[n-2].B...); len(all) != n {
				t.Fatalf("the last merge has %d of %d", len(all), n)
			}
		}
	})
}
