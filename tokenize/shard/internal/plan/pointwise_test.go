package plan

import "testing"

// TestSidesOfPlainRows: without labels of inputs, the positive has 1 and the negative 0, also in rows of the first split.
func TestSidesOfPlainRows(t *testing.T) {
	if got := new(Points).Sides(Row{}); got != [2]float64{1, 0} {
		t.Errorf("%v, want 1 and 0", got)
	}
}
