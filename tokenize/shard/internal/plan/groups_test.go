package plan

import (
	"slices"
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

// TestGroupsByText: by hand. A has the text of a, so that both are one positive; those of other queries are others.
func TestGroupsByText(t *testing.T) {
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b", "q A>c", "q c>d", "r a>b", "q a>d")}), usual(), Needs{Groups: true})
	var got []string
	for g := range p.FixedGroups("format", p.Tasks[0], 3)[0].Items.Each {
		text := ""
		for i := range g.Different() {
			r := g.Row(i)
			text += " " + r.QueryID + " " + r.PosID + ">" + r.NegID
		}
		got = append(got, text[1:])
	}
	if want := []string{"q a>b q A>c q a>d", "q c>d", "r a>b"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
