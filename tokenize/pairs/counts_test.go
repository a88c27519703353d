package pairs

import "testing"

// TestAddCounts: whole numbers are added wherever they stand; a name and a pointer stay.
func TestAddCounts(t *testing.T) {
	type inner struct{ A, B int }
	type counts struct {
		Name  string
		N     int64
		Pairs [2][2]int
		Steps []int
		Rate  *int
		In    inner
	}
	sum := counts{Name: "x", N: 1, Pairs: [2][2]int{{1, 2}, {3, 4}}, Steps: []int{5, 6}, In: inner{7, 8}}
	AddCounts(&sum, counts{Name: "y", N: 10, Pairs: [2][2]int{{10, 20}, {30, 40}}, Steps: []int{50, 60}, Rate: new(1), In: inner{70, 80}})
	if sum.Name != "x" || sum.N != 11 || sum.Pairs != [2][2]int{{11, 22}, {33, 44}} || sum.Steps[1] != 66 || sum.Rate != nil ||
		sum.In != (inner{77, 88}) {
		t.Errorf("%+v", sum)
	}
}
