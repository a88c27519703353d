package affinity

import (
	"slices"

	"github.com/axiomine/axiomine/train/report/affinities"
)

// clustered joins n axioms step by step, always the two clusters of which the mean affinity between their members is largest
// (average linkage, UPGMA; Sokal and Michener 1958), the first of equals, until one is left: n - 1 merges. between is symmetric.
func clustered(n int, between func(i, j int) float64) []affinities.Merge {
	clusters := make([][]int, n)
	for i := range clusters {
		clusters[i] = []int{i}
	}
	mean := func(a, b []int) float64 {
		sum := 0.0
		for _, i := range a {
			for _, j := range b {
				sum += between(min(i, j), max(i, j))
			}
		}
		return sum / float64(len(a)*len(b))
	}
	var merges []affinities.Merge
	for len(clusters) > 1 {
		best := affinities.Merge{}
		var at [2]int
		for i := range clusters {
			for j := i + 1; j < len(clusters); j++ {
				if x := mean(clusters[i], clusters[j]); best.A == nil || x > best.Affinity {
					best, at = affinities.Merge{A: clusters[i], B: clusters[j], Affinity: x}, [2]int{i, j}
				}
			}
		}
		merges = append(merges, best)
		clusters[at[0]] = slices.Sorted(slices.Values(slices.Concat(best.A, best.B)))
		clusters = slices.Delete(clusters, at[1], at[1]+1)
	}
	return merges
}
