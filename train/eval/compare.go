package eval

// Comparison is the result of testing system b against system a on one measure, query by query.
// Differences are b - a: a positive one favours b.
type Comparison struct {
	Measure   string     `json:"measure"`
	MeanA     float64    `json:"mean_a"`
	MeanB     float64    `json:"mean_b"`
	Diff      float64    `json:"diff"`
	CI95      [2]float64 `json:"ci95"` // of Diff, from Student's t
	TP        float64    `json:"t_p"`
	WilcoxonP float64    `json:"wilcoxon_p"`
	P         float64    `json:"p"` // the larger of the two: this one is adjusted and judged
	N         int        `json:"n"` // queries
	// queries on which b is better, equal to a, and worse; values that differ by rounding alone are equal
	Wins   int `json:"wins"`
	Ties   int `json:"ties"`
	Losses int `json:"losses"`
}

// Compare tests the values b against the baseline a. Position i of both belongs to the same query.
func Compare(measure string, a, b []float64) Comparison {
	c := Comparison{Measure: measure, MeanA: Mean(a), MeanB: Mean(b), N: len(a)}
	c.Diff = c.MeanB - c.MeanA
	c.CI95[0], c.CI95[1] = meanDiffCI(b, a, 0.95)
	_, c.TP = PairedT(b, a)
	_, c.WilcoxonP = Wilcoxon(b, a)
	c.P = max(c.TP, c.WilcoxonP)
	for i := range a {
		switch {
		case equal(a[i], b[i]):
			c.Ties++
		case b[i] > a[i]:
			c.Wins++
		default:
			c.Losses++
		}
	}
	return c
}
