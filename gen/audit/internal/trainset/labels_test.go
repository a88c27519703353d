package trainset

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestPairLabels: labelled rows of a query each are labelled pairs. Rows of many documents are none, nor are queries of both labels, nor
// those of more than two rows, nor labels that are all the same.
func TestPairLabels(t *testing.T) {
	for name, c := range map[string]struct {
		query func(i int) int
		label func(i int) float64
		want  string // rows, low and high ones
	}{
		"pairs":       {func(i int) int { return i }, func(i int) float64 { return float64(i % 2) }, "20 10 10"},
		"scores":      {func(i int) int { return i }, func(i int) float64 { return float64(i%5) / 4 }, "20 8 8"}, // 0, .25; .75, 1
		"both labels": {func(i int) int { return i / 2 }, func(i int) float64 { return float64(i % 2) }, ""},
		"many rows":   {func(i int) int { return i / 4 }, func(i int) float64 { return float64(i / 4 % 2) }, ""},
		"one label":   {func(i int) int { return i }, func(int) float64 { return 1 }, ""},
	} {
		s := New()
		for i := range 20 {
			s.Add(&corpus.TrainingRow{Query: fmt.Sprint("query ", c.query(i)), Labelled: true,
				Docs: []corpus.TrainingDoc{{Text: fmt.Sprint("text ", i), Grade: c.label(i)}}})
		}
		got := ""
		if l := s.PairLabels(); l != nil {
			got = fmt.Sprint(l.Rows, l.Low, l.High)
		}
		must.Equal(t, got, c.want, "%s", name)
	}
}
