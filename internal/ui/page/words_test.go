package page

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/ui/table"
)

// TestWordsAreExplained: a word of reports is explained at the head of its column and at the end of the page that uses it, and an axiom
// has its sentence below its name, once a table and once a figure. A page without such words has no list. By hand.
func TestWordsAreExplained(t *testing.T) {
	written := func(p Page) string {
		var b strings.Builder
		if err := p.HTML(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	axiom := Meaning{Axiom: "tfc1", Title: "More occurrences", Rule: "c(w,d1) > c(w,d2)", Source: "Fang"}
	text := written(Page{Found: "No difference.", Glossary: []Meaning{axiom}, Sections: []Section{{Title: "Tests",
		Figure: Dots{Axis: "share", High: 1, Rows: []string{"tfc1"}, Series: []Series{{Name: "a", Values: []float64{1}}}}.Figure(),
		Table:  &table.Table{Columns: table.Mixed(1, "axiom", "n", "Holm p"), Rows: [][]string{{"tfc1", "19845", "1"}, {"tfc1", "2", "1"}}}},
		{Title: "More", Folded: true, Table: &table.Table{Columns: table.Mixed(1, "arm"), Rows: [][]string{{"judged"}}}}}})
	for part, n := range map[string]int{`>Holm p</abbr></th>`: 1, `<dt>Holm p</dt>`: 1, `<small>More occurrences</small>`: 1,
		`<strong>tfc1</strong> More occurrences.`: 1, `<dt>skew</dt>`: 0, `<h2>Words</h2>`: 1, `>19,845<`: 1, `<section class="folded">`: 1,
		`<th scope="row">judged</th>`: 1} {
		if got := strings.Count(text, part); got != n {
			t.Errorf("%q stands %d times, not %d", part, got, n)
		}
	}
	example := Example{Source: "pair", Query: Passage{ID: "arm"}}
	if text := written(Page{Sections: []Section{{Title: "Rows", Examples: []Example{example}}}}); strings.Contains(text, "<h2>Words</h2>") {
		t.Error("a word of an example is explained")
	}
	if text := written(Page{Found: "Nothing; the alarm and a warm farm.", Title: "MAPS"}); strings.Contains(text, "<h2>Words</h2>") {
		t.Error("a page without a word of reports explains some")
	}
}
