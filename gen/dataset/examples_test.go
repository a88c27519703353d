package dataset

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/ui/page"
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

// TestShorten: what is next to a mark stays, and of a text without marks the beginning, more of it.
func TestShorten(t *testing.T) {
	text := strings.Repeat("abc ", 400)
	for _, c := range []struct {
		after, before bool
		head, tail    int
	}{{false, false, mostText / 2, 0}, {true, false, aroundMark, 0}, {false, true, 0, aroundMark}, {true, true, aroundMark, aroundMark}} {
		head, tail, ok := strings.Cut(shorten(text, c.after, c.before), " … ")
		if !ok || len(head) > c.head || len(head) < c.head-4 || len(tail) < c.tail || len(tail) > c.tail+4 {
			t.Errorf("%+v: %d and %d bytes", c, len(head), len(tail))
		}
	}
}

// TestExcerpt: by hand. A text ends behind the part by which it is longer than mostText, and a stretch between marks is shortened before.
func TestExcerpt(t *testing.T) {
	mark := page.Part{Text: strings.Repeat("m", 400), Evidence: true}
	short := page.Part{Text: "s", Evidence: true}
	end := page.Part{Text: " …"}
	for _, c := range []struct {
		name        string
		parts, want []page.Part
	}{
		{"all of it", []page.Part{mark, short, mark}, []page.Part{mark, short, mark}},
		{"the last one is too much", []page.Part{mark, mark, mark}, []page.Part{mark, mark, mark, end}},
		{"what comes behind", []page.Part{mark, mark, mark, short, mark}, []page.Part{mark, mark, mark, end}},
	} {
		if got := excerpt(slices.Clone(c.parts)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	word := strings.Repeat("a", 99)
	stretch := page.Part{Text: word + " " + word + " " + word} // 299 bytes, of which some 120 stay next to a mark, cut between words
	got := excerpt([]page.Part{stretch, short, stretch, short, stretch})
	for i, want := range []string{" …  " + word + " " + word, "s", word + " …  " + word + " " + word, "s", word + " … "} {
		if got[i].Text != want {
			t.Errorf("part %d is %q, want %q", i, got[i].Text, want)
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

// TestCut: by hand. A text is cut at its last space, but not at its first byte, and never within a rune: the euro sign has three bytes.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		text       string
		most, want int
	}{{"ab cd ef", 7, 5}, {"ab cd ef", 8, 8}, {"ab cd ef", 9, 8}, {"ab cd ef", 2, 2}, {"a bcdef", 4, 1}, {" bcdef", 4, 4}, {"a€€", 3, 1},
		{"a€€", 4, 4}, {"€", 2, 0}, {"€", 1, 0}} {
		if got := cut(c.text, c.most); got != c.want {
			t.Errorf("%q at %d: %d, want %d", c.text, c.most, got, c.want)
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
