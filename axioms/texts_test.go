package axioms_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
)

func TestTexts(t *testing.T) {
	texts := axioms.NewTexts(strings.Fields)
	docs := texts.Add("blue whale blue", "")
	q := texts.Query("whale krill")
	if !slices.Equal(docs[0].Terms, []uint32{0, 1, 0}) || docs[1].Len() != 0 || !math.IsNaN(docs[0].Score) ||
		!slices.Equal(q.Terms, []uint32{1, 2}) {
		t.Errorf("documents %v, query %v", docs, q)
	}
	if texts.NumDocs() != 2 || texts.TotalTerms() != 3 || texts.AvgLen() != 1.5 {
		t.Errorf("%d documents of %d terms, %g each", texts.NumDocs(), texts.TotalTerms(), texts.AvgLen())
	}
	for term, want := range [][2]int{{1, 2}, {1, 1}, {0, 0}, {0, 0}} { // the third is the query's alone, the fourth nobody's
		if df, cf := texts.DocFreq(uint32(term)), texts.CollFreq(uint32(term)); df != want[0] || cf != int64(want[1]) {
			t.Errorf("term %d: in %d documents %d times, want %v", term, df, cf, want)
		}
	}
	if texts.Word(2) != "krill" {
		t.Errorf("term 2 is %q", texts.Word(2))
	}
}
