package plan

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestSizeOfGroup: by hand. A query of two bytes and a positive of three, with negatives of one and four.
func TestSizeOfGroup(t *testing.T) {
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("qq ppp>n", "qq ppp>nnnn")}), usual(), Needs{Groups: true})
	group := p.FixedGroups("format", p.Tasks[0], 2)[0].Items.Item(0)
	if got := groupSize(p.Store, group); got != 2+3+1+4 {
		t.Errorf("%d bytes, want 10", got)
	}
}

// TestPositiveOf: a query, a positive and whether it is a perturbed copy have a key of their own.
func TestPositiveOf(t *testing.T) {
	met := map[uint64]string{}
	for query := range uint32(3) {
		for pos := range uint32(3) {
			for _, source := range []pairs.Source{pairs.Axiomatic, pairs.Perturbed} {
				row := Row{Query: query, Pos: pos}
				row.Source = source
				key, name := PositiveOf(row), fmt.Sprint(query, pos, source)
				if other, has := met[key]; has {
					t.Errorf("%s and %s have the same key", name, other)
				}
				met[key] = name
			}
		}
	}
}
