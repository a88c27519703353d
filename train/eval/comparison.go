package eval

// Comparison compares system B with system A on one measure, query by query. Diff and its 95 % interval are B - A.
type Comparison struct {
	A         string     `json:"a,omitempty"`     // the baseline
	B         string     `json:"b,omitempty"`     // the system compared with it
	Measure   string     `json:"measure"`         // the measure compared
	Split     string     `json:"split,omitempty"` // the split whose queries they are compared on
	MeanA     float64    `json:"mean_a"`          // A's mean
	MeanB     float64    `json:"mean_b"`          // B's mean
	Diff      float64    `json:"diff"`            // B's mean minus A's
	CI95      [2]float64 `json:"ci95"`            // 95 % interval of the difference, from Student's t, within -1 and 1
	TP        float64    `json:"t_p"`             // p of the paired t-test
	WilcoxonP float64    `json:"wilcoxon_p"`      // p of the signed-rank test
	P         float64    `json:"p"`               // the larger of t_p and wilcoxon_p; 1 if the mean and the ranks point in opposite directions
	HolmP     float64    `json:"holm_p"`          // p, adjusted by Holm over all tests of the record
	N         int        `json:"n"`               // queries
	Wins      int        `json:"wins"`            // queries on which B is better, by more than rounding
	Ties      int        `json:"ties"`            // queries on which A and B are equal
	Losses    int        `json:"losses"`          // queries on which A is better
}

// IsEven reports whether both systems have the same value for every query.
func (c *Comparison) IsEven() bool { return c.Diff == 0 && c.CI95[0] == c.CI95[1] }

// Compare tests the values b against the baseline a. a[i] and b[i] belong to the same query. If measure is "", the values are shares or
// differences of shares.
func Compare(measure string, a, b []float64) Comparison {
	c := Comparison{Measure: measure, MeanA: Mean(a), MeanB: Mean(b), N: len(a)}
	c.Diff = c.MeanB - c.MeanA
	lo, hi := meanDiffCI(b, a)
	c.CI95 = clampInterval(measure, lo, hi, -1)
	_, c.TP = PairedT(b, a)
	var sign int
	_, c.WilcoxonP, sign = Wilcoxon(b, a)
	if c.P = max(c.TP, c.WilcoxonP); float64(sign)*c.Diff < 0 {
		c.P = 1
	}
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
