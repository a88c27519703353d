package corpus

import (
	"math"
	"strings"
	"testing"
)

// TestDoubtful: whole numbers without a 0, and more kinds than any scale of relevance has, look like classes; grades and real numbers do
// not. The expected words are by the definitions in the comments of the functions.
func TestDoubtful(t *testing.T) {
	for _, c := range []struct {
		labels          []float64
		classes, single string // parts of the reasons; "" for none
	}{
		{[]float64{0, 1, 1}, "", ""},
		{[]float64{-1, 1}, "", ""},
		{[]float64{0, 1, 2, 3, 4}, "", ""},
		{[]float64{0.5, 1.5, 2.5}, "", ""},
		{nil, "", ""},
		{[]float64{math.NaN()}, "", ""},
		{[]float64{1, 1, math.NaN()}, "", "all 1: no row says what is not relevant"},
		{[]float64{0, 0}, "", "all 0: no row says what is relevant"},
		{[]float64{3, 1, 2, 1}, "labels 1, 2, 3 and none of 0", ""},
		{[]float64{7, 101}, "labels 7, 101 and none of 0", ""},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "", ""},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, "labels of 12 different numbers", ""},
	} {
		l := LabelCounts{}
		for _, v := range c.labels {
			l.Add(v)
		}
		for _, pair := range [][2]string{{l.Classes(), c.classes}, {l.Single(), c.single}} {
			if (pair[0] == "") != (pair[1] == "") || !strings.Contains(pair[0], pair[1]) {
				t.Errorf("%v: %q, want %q", c.labels, pair[0], pair[1])
			}
		}
	}
}
