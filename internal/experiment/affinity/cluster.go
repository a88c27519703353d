package affinity

import (
	"slices"

	"github.com/axiomine/axiomine/internal/experiment/report/affinities"
)

// mergeClusters merges n axioms step by step until one cluster is left, in n - 1 merges. Each step
// merges the two clusters with the largest mean affinity between their members (average linkage, UPGMA;
// Sokal and Michener 1958), the first of equals. pairAffinity is symmetric.
func mergeClusters(n int, pairAffinity func(i, j int) float64) []affinities.Merge {
	clusters := make([][]int, n)
	for i := range clusters {
		clusters[i] = []int{i}
	}
	mean := func(a, b []int) float64 {
		sum := 0.0
		for _, i := range a {
			for _, j := range b {
				sum += pairAffinity(min(i, j), max(i, j))
			}
		}
		return sum / float64(len(a)*len(b))
	}
	var merges []affinities.Merge
	for len(clusters) > 1 {
		best := affinities.Merge{}
		var pair [2]int
		for i := range clusters {
			for j := i + 1; j < len(clusters); j++ {
				if x := mean(clusters[i], clusters[j]); best.A == nil || x > best.Affinity {
					best, pair = affinities.Merge{A: clusters[i], B: clusters[j], Affinity: x}, [2]int{i, j}
				}
			}
		}
		merges = append(merges, best)
		clusters[pair[0]] = slices.Sorted(slices.Values(slices.Concat(best.A, best.B)))
		clusters = slices.Delete(clusters, pair[1], pair[1]+1)
	}
	return merges
}
