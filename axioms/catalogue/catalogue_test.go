package catalogue

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func parsed(t *testing.T, text string) axioms.Axiom {
	t.Helper()
	return must.Get(axioms.Parse(text))(t)
}

// TestKinds: an entry has the kind, the order and the needs of its axiom.
func TestKinds(t *testing.T) {
	for _, c := range []struct{ axiom, kind, order, needs, fulfilment string }{
		{"tfc1", "pair", "strict", "", "fulfilled iff S(preferred) > S(other)"},
		{"tfc2", "triple", "strict", "", "fulfilled iff S(d2) - S(d1) > S(d3) - S(d2)"},
		{"lnc1", "pair", "weak", "", "fulfilled iff S(preferred) >= S(other)"},
		{"lnc2", "generative", "weak", "", "fulfilled iff S(preferred) >= S(other)"},
		{"oracle", "pair", "strict", "judgements", "fulfilled iff S(preferred) > S(other)"},
		{"stmc1(variant=klose)", "pair", "strict", "similarity", "fulfilled iff S(preferred) > S(other)"},
		{"m-tdc", "pair", "weak", "statistics", "fulfilled iff S(preferred) >= S(other)"},
		{"orig", "pair", "strict", "ranks", "fulfilled iff S(preferred) > S(other)"},
	} {
		e := Entries([]axioms.Axiom{parsed(t, c.axiom)})[0]
		if got := strings.Join(e.Needs, ", "); e.Kind != c.kind || e.Order != c.order || got != c.needs || fulfilment(&e) != c.fulfilment {
			t.Errorf("%s: %s, %s, needs %q, %s, want %s, %s, %q, %s", c.axiom, e.Kind, e.Order, got, fulfilment(&e), c.kind, c.order, c.needs,
				c.fulfilment)
		}
	}
}

// TestEveryEntry: each axiom of the catalogue has a title, a formula, a source and a worked example whose answer is that of the axiom; the
// text and the table name it.
func TestEveryEntry(t *testing.T) {
	entries := Entries(axioms.All())
	var text strings.Builder
	WriteText(&text, entries)
	rows := Table(entries).Rows
	for i, e := range entries {
		if e.Title == "" || e.Formula == "" || e.Source == "" || e.Example == nil || e.Example.Answer == "" || e.Example.Says == "" {
			t.Errorf("%s: something is empty: %+v", e.Axiom, e)
			continue
		}
		for _, part := range []string{e.Axiom + ": " + e.Title + "\n", "\n  so     " + e.Example.Answer + ": " + e.Example.Says + "\n"} {
			must.Contain(t, text.String(), part, "%s", e.Axiom)
		}
		if rows[i][0] != e.Axiom || rows[i][6] != e.Title {
			t.Errorf("%s: row %q", e.Axiom, rows[i])
		}
		if strings.HasPrefix(e.Example.Answer, "no ") && e.Kind == "pair" {
			t.Errorf("%s: the worked example has no preference: %s", e.Axiom, e.Example.Answer)
		}
	}
}
