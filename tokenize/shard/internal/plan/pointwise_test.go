package plan

import (
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestSidesOfPlainRows: without labels of inputs, the positive has 1 and the negative 0, also in rows of the first split.
func TestSidesOfPlainRows(t *testing.T) {
	if got := new(Points).Labels(Row{}); got != [2]float64{1, 0} {
		t.Errorf("%v, want 1 and 0", got)
	}
}

// TestVotes: the larger weight decides, a tie goes to judged pairs, and no label is left where nothing decides. By hand.
func TestVotes(t *testing.T) {
	type pair struct {
		side   int
		weight float64
		judged bool
	}
	for _, c := range []struct {
		name  string
		pairs []pair
		label float64
		soft  float64
	}{
		{"one", []pair{{0, 1, false}}, 1, 1},
		{"the other side", []pair{{1, 1, false}}, 0, 0},
		{"more weight", []pair{{0, 3, false}, {1, 1, true}}, 1, .75},
		{"less weight", []pair{{0, 1, true}, {1, 3, false}}, 0, .25},
		{"a tie", []pair{{0, 1, false}, {1, 1, false}}, LeftOut, .5},
		{"a tie with a judged positive", []pair{{0, 1, true}, {1, 1, false}}, 1, .5},
		{"a tie with a judged negative", []pair{{0, 1, false}, {1, 1, true}}, 0, .5},
		{"no weight", []pair{{0, 0, false}, {0, 0, false}, {1, 0, false}}, 1, 2. / 3},
	} {
		var v inputVotes
		for _, p := range c.pairs {
			v.Add(p.side, p.weight, p.judged)
		}
		must.Equal(t, v.Label(false), c.label, "%s: label", c.name)
		must.Equal(t, v.Label(true), c.soft, "%s: share", c.name)
	}
}

// TestPointwiseText: a finding is a sentence with its counts and the fate of the inputs.
func TestPointwiseText(t *testing.T) {
	for fate, want := range map[string]string{Majority: "each has the label of most of its pairs",
		Soft: "each has the share of its pairs as label",
		Keep: "each keeps both labels", Once: "each has one row, with the label of most of its pairs; 1 input has pairs of equal weight for either label, and no row"} {
		p := Pointwise{Folder: "cross", Split: "train", Inputs: 9, BothSides: 2, Fate: fate, Rows: 8}
		if want = "in train, 2 of 9 inputs (a query with a document) are preferred in some pairs and not in others: " + want; p.String() != want {
			t.Errorf("%s, want %s", p, want)
		}
	}
}
