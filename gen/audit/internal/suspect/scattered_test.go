package suspect

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
)

// TestScatteredRows: labelled pairs of a query are compared with each other in any order of the rows, and as if they followed each other.
func TestScatteredRows(t *testing.T) {
	s := NewStatistics()
	rows := map[uint32]corpus.TrainingRow{}
	for q := range uint32(4) {
		for d := range uint32(3) {
			text := fmt.Sprintf("fox %d runs over hill %d", q, d)
			s.Add(trainset.Words(nil, text))
			rows[3*q+d] = corpus.TrainingRow{Query: fmt.Sprintf("fox %d", q), Docs: []corpus.TrainingDoc{{Text: text, Grade: float64(1 - min(d, 1))}}}
		}
	}
	inOrder := func(order []uint32) *Suspects {
		list := make([]corpus.TrainingRow, len(order))
		for i, number := range order {
			list[i] = rows[number]
		}
		return collect(s, nil, list...)
	}
	ordered := inOrder([]uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
	mixed := []uint32{1, 5, 9, 10, 4, 0, 7, 3, 8, 2, 6, 11}
	shuffled := inOrder(mixed)
	if len(shuffled.Negatives) != 8 || shuffled.Unpaired != 0 || len(shuffled.Positives) != 4 {
		t.Fatalf("%d negatives, %d positives, %d without a positive", len(shuffled.Negatives), len(shuffled.Positives), shuffled.Unpaired)
	}
	want := map[uint32]Document{}
	for _, n := range ordered.Negatives {
		want[n.Row] = n
	}
	last := uint32(0)
	for i, n := range shuffled.Negatives {
		if i > 0 && n.Row <= last {
			t.Errorf("row %d behind row %d", n.Row, last)
		}
		last = n.Row
		n.Row = mixed[n.Row]
		if other := want[n.Row]; n.Holds != other.Holds || n.PositiveHolds != other.PositiveHolds || n.Features[BM25] != other.Features[BM25] ||
			n.Features[BM25Lead] != other.Features[BM25Lead] || n.Features[Likeness] != other.Features[Likeness] {
			t.Errorf("row %d: %+v, in order %+v", n.Row, n, other)
		}
	}
}

// TestCountScattered: queries whose rows follow each other are not scattered, nor are those of a row with a positive and a negative.
func TestCountScattered(t *testing.T) {
	set := trainset.New()
	for row, query := range []string{"a", "a", "b", "c", "b", "d", "c", "b"} {
		docs := []corpus.TrainingDoc{{Text: "x", Grade: 1}, {Text: "y"}}
		if row != 3 {
			docs = docs[:1]
		}
		set.Add(&corpus.TrainingRow{Query: query, Docs: docs})
	}
	if got := countScattered(set); len(got) != 1 || got[set.RowQuery(2)] != 3 {
		t.Errorf("%v, want the three rows of query b", got)
	}
}
