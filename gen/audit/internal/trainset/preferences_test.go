package trainset

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestPreferencesByDefinition: the preferences are those of all pairs of graded documents of a row, by their definition.
func TestPreferencesByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New()
		var want []Edge
		grades := rapid.SampledFrom([]float64{-1, 0, 0.5, 1, 2})
		for row := range rapid.IntRange(0, 6).Draw(t, "rows") {
			r := &corpus.TrainingRow{Query: fmt.Sprint("query ", row%2), Labelled: true}
			for range rapid.IntRange(0, 9).Draw(t, "documents") {
				text := rapid.SampledFrom([]string{"a", "b", "c", "d", "A", ""}).Draw(t, "text")
				r.Docs = append(r.Docs, corpus.TrainingDoc{Text: text, Grade: grades.Draw(t, "grade")})
			}
			s.Add(r)
			for _, high := range s.RowItems(uint32(row)) {
				for _, low := range s.RowItems(uint32(row)) {
					a, b := s.FirstEqual(high.Text), s.FirstEqual(low.Text)
					if high.Grade > low.Grade && a != b && a != 0 && b != 0 {
						want = append(want, Edge{s.RowQuery(uint32(row)), a, b, uint32(row)})
					}
				}
			}
		}
		count := func(edges []Edge) map[Edge]int {
			counts := map[Edge]int{}
			for _, e := range edges {
				counts[e]++
			}
			return counts
		}
		p := NewPreferences(s)
		if diff := cmp.Diff(count(want), count(p.Edges)); diff != "" || p.Crowded != 0 {
			t.Errorf("%d left out: %s", p.Crowded, diff)
		}
	})
}
