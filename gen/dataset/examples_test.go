package dataset

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestTakeInTurn: by hand. One row of each pool, then the next of each that has more.
func TestTakeInTurn(t *testing.T) {
	table := new(pairs.Table)
	for i, axiom := range []string{"a", "a", "a", "b", "", "b"} {
		table.Append(&pairs.Pair{UID: string(rune('0' + i)), Task: "t", Axiom: axiom, QueryID: "q", PosID: "p", NegID: "n"})
	}
	for n, want := range map[int]string{0: "", 1: "0", 2: "03", 3: "034", 4: "0341", 5: "03415", 6: "034152", 9: "034152"} {
		got := ""
		for _, r := range takeInTurn(table, n) {
			got += r.UID
		}
		if got != want {
			t.Errorf("%d rows: %s, want %s", n, got, want)
		}
	}
}

// TestHighlight: the words of the terms are marked, whatever their case; a text that is longer in small letters is left as it is.
func TestHighlight(t *testing.T) {
	an, err := analysis.New(analysis.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	terms := map[string]bool{an.Terms("whale")[0]: true}
	for text, want := range map[string]string{"Blue Whale sea": "Blue |*Whale| sea", "sea": "sea", "İ whale": "İ whale"} {
		var parts []string
		for _, p := range highlight(an, text, terms) {
			mark := ""
			if p.Evidence {
				mark = "*"
			}
			parts = append(parts, mark+p.Text)
		}
		if got := strings.Join(parts, "|"); got != want {
			t.Errorf("%q is cut into %q, want %q", text, got, want)
		}
	}
}

// TestTextOf: by hand. A made document has the text of its source as often as its id says.
func TestTextOf(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee"}, corpus.Doc{ID: "e~2", Text: "moon"}), analysis.Defaults())
	for id, want := range map[string]string{"d": "bee", "d~2": "bee bee", "d~3": "bee bee bee", "e~2": "moon"} {
		if got, ok := textOf(x, id); got != want || !ok {
			t.Errorf("%s: %q, %v, want %q", id, got, ok, want)
		}
	}
	for _, id := range []string{"f", "f~2", "d~x", "d~+wax", ""} {
		if got, ok := textOf(x, id); got != "" || ok {
			t.Errorf("%s: %q, want none", id, got)
		}
	}
}

// TestExampleOf: an example has the texts with the query's word marked, and says where the preference comes from.
func TestExampleOf(t *testing.T) {
	chain := chaintest.All(t, nil)
	miner, q := prepare.NewMiner(chain), &chain.Splits[0].Queries[0]
	grade := func(n int32) *int32 { return &n }
	for _, c := range []struct {
		row         pairs.Pair
		source, why string
	}{
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1", Class: grade(2)}, "row of class 2", "|c(appl): 3 >= 1|all query terms: 3 > 1"},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1", Class: grade(1)}, "row of class 1", ""},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1", Class: grade(0)}, "row of class 0", "|c(appl): 1 >= 3|all query terms: 1 > 3"},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1"}, "axiomatic pair", "|c(appl): 3 >= 1|all query terms: 3 > 1"},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "no such axiom"}, "axiomatic pair", ""},
		{pairs.Pair{Source: pairs.Judged, PosGrade: grade(2), NegGrade: grade(1)}, "judged pair", "|d1 is judged 2, d2 is judged 1"},
		{pairs.Pair{Source: pairs.Judged, PosGrade: grade(2)}, "regular pair, its negative assumed",
			"|d1 is judged 2, d2 is assumed not relevant: nobody judged it"},
		{pairs.Pair{Source: pairs.Judged}, "regular pair", ""},
	} {
		c.row.PosID, c.row.NegID = "d1", "d3"
		e, ok := exampleOf(chain, miner, q, &c.row)
		text := ""
		for _, doc := range e.Docs {
			text += doc.Role
			if doc.Preferred {
				text += ", preferred"
			}
			text += " " + doc.ID + ":"
			for _, part := range doc.Text {
				if part.Evidence {
					text += "*"
				}
				text += part.Text
			}
			text += "; "
		}
		roles := [2]string{"d1, preferred", "d2"}
		if c.row.Class != nil {
			roles = [][2]string{{"d1", "d2, preferred"}, {"d1", "d2"}, roles}[*c.row.Class]
		}
		why := ""
		for _, line := range e.Why {
			why += "|" + line
		}
		if !ok || e.Source != c.source || why != c.why || e.Query.ID != "q1" || e.Axiom != c.row.Axiom ||
			text != roles[0]+" d1:*apple *apple *apple pear; "+roles[1]+" d3:*apple plum plum fig; " {
			t.Errorf("%v, %s, %q, texts %q; want %s, %q", ok, e.Source, why, text, c.source, c.why)
		}
	}
	for _, row := range []pairs.Pair{{PosID: "none", NegID: "d3"}, {PosID: "d1", NegID: "none"}} {
		if _, ok := exampleOf(chain, miner, q, &row); ok {
			t.Errorf("%s and %s make an example", row.PosID, row.NegID)
		}
	}
}
