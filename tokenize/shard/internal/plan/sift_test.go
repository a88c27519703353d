package plan

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestCountsOfCuts: by hand. One text has five ids, and six with [CLS] and [SEP] are the most. A field with a tab is counted in each row,
// in formats of lines. Rows of classes behind a split without any are counted too: their documents have room for two ids of six.
func TestCountsOfCuts(t *testing.T) {
	o := usual()
	o.MaxLength, o.MaxQueryLength = 6, 3
	splits := []Split{{Name: "train", Pairs: pairsOf("q longest>short", "q tab>short")},
		{Name: "dev", Pairs: pairsOf("q long>tab class", "q tab>long")}}
	for _, c := range []struct {
		needs Needs
		want  map[string]int
	}{
		{Needs{}, map[string]int{}},
		{Needs{Flat: true}, map[string]int{"fields with tabs or line breaks made spaces": 2}},
		{Needs{IDs: IDsAlways, Classes: true}, map[string]int{"texts cut to their maximal length": 1,
			"three-class rows with documents cut further, to fit both": 1}},
	} {
		if p := built(t, letters(t, splits...), o, c.needs); !maps.Equal(p.Counts, c.want) {
			t.Errorf("%+v: %v, want %v", c.needs, p.Counts, c.want)
		}
	}
}

// TestCountedRows: rows of one task and axiom are one entry, whatever their shape.
func TestCountedRows(t *testing.T) {
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b", "q a>c class", "q b>c")}), usual(), Needs{Classes: true})
	if want := []Rows{{"train", "ranking", "tfc1", 3}}; !slices.Equal(p.Rows, want) || p.Weighted != 0 {
		t.Errorf("%v, %d weighted; want %v and 0", p.Rows, p.Weighted, want)
	}
}

// TestSiftOfManyPositives: a row whose negative has the text of any of twenty judged positives is dropped.
func TestSiftOfManyPositives(t *testing.T) {
	var lines, want []string
	for i := range 20 {
		want = append(want, fmt.Sprintf("q p%d>n", i))
		lines = append(lines, want[i]+" judged", fmt.Sprintf("q x>p%d", i))
	}
	p := built(t, input(Split{Name: "train", Pairs: pairsOf(lines...)}), usual(), Needs{})
	if got := rowsText(p.All()[0].Items); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSiftOfRepeatedTexts: by hand. A has the text of a. A pair with the texts of an earlier one of its task is dropped, unless the ids are
// the same too: then the row is repeated on purpose. Rows of classes are no pairs.
func TestSiftOfRepeatedTexts(t *testing.T) {
	in := input(Split{Name: "train", Pairs: pairsOf("q a>b", "q A>b", "q a>b", "Q a>b", "q b>a", "q b>A", "q A>c task=x", "q a>c task=x",
		"q a>c", "q a>d class", "q A>d class")}, Split{Name: "dev", Pairs: pairsOf("q A>b")})
	dropped := map[string]int{}
	p := must.Get(New(t.Context(), in, usual(), Needs{Classes: true}, nil, func(_ *pairs.Pair, reason string) { dropped[reason]++ }, nil))(t)
	want := []string{"q a>b", "q a>b", "q b>a", "q A>c", "q a>c", "q a>d", "q A>d"}
	if got := rowsText(p.All()[0].Items); !slices.Equal(got, want) || p.All()[1].Items.N != 1 {
		t.Errorf("%q, want %q", got, want)
	}
	if want := map[string]int{RepeatedText: 4}; !maps.Equal(dropped, want) {
		t.Errorf("%v, want %v", dropped, want)
	}
}
