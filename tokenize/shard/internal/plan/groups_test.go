package plan

import (
	"fmt"
	"testing"
)

// TestSizeOfGroup: by hand. A query of two bytes and a positive of three, with negatives of one and four.
func TestSizeOfGroup(t *testing.T) {
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("qq ppp>n", "qq ppp>nnnn")}), usual(), Needs{Groups: true})
	group := p.FixedGroups("format", p.Tasks[0], 2)[0].Items.Item(0)
	if got := groupSize(p.Store, group); got != 2+3+1+4 {
		t.Errorf("%d bytes, want 10", got)
	}
}

// TestPositiveOf: a query and a positive have a key of their own.
func TestPositiveOf(t *testing.T) {
	met := map[uint64]string{}
	for query := range uint32(3) {
		for pos := range uint32(3) {
			key, name := PositiveOf(Row{Query: query, Pos: pos}), fmt.Sprint(query, pos)
			if other, has := met[key]; has {
				t.Errorf("%s and %s have the same key", name, other)
			}
			met[key] = name
		}
	}
}
