package trainset

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestPairLabels: labels of rows of one document, unless all are the same. Queries of both labels, or of more than two rows, have many.
func TestPairLabels(t *testing.T) {
	for name, c := range map[string]struct {
		query func(i int) int
		label func(i int) float64
		want  string // rows, low and high ones, and whether queries have few rows
	}{
		"pairs":       {func(i int) int { return i }, func(i int) float64 { return float64(i % 2) }, "20 10 10 true"},
		"scores":      {func(i int) int { return i }, func(i int) float64 { return float64(i%5) / 4 }, "20 8 8 true"}, // 0, .25; .75, 1
		"both labels": {func(i int) int { return i / 2 }, func(i int) float64 { return float64(i % 2) }, "20 10 10 false"},
		"many rows":   {func(i int) int { return i / 4 }, func(i int) float64 { return float64(i / 4 % 2) }, "20 12 8 false"},
		"one label":   {func(i int) int { return i }, func(int) float64 { return 1 }, ""},
	} {
		s := New()
		for i := range 20 {
			s.Add(&corpus.TrainingRow{Query: fmt.Sprint("query ", c.query(i)), Labelled: true,
				Docs: []corpus.TrainingDoc{{Text: fmt.Sprint("text ", i), Grade: c.label(i)}}})
		}
		got := ""
		if l := s.PairLabels(); l != nil {
			got = fmt.Sprint(l.Rows, l.Low, l.High, l.FewRows)
		}
		must.Equal(t, got, c.want, "%s", name)
	}
}
