package page

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// TestWordsAreExplained: a word of reports is explained at the head of its column and at the end of the page that uses it, and an axiom
// has its sentence below its name, once a table and once a figure. A page without such words has no list. By hand.
func TestWordsAreExplained(t *testing.T) {
	written := func(p Page) string {
		var b strings.Builder
		must.Do(t, p.HTML(&b))
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

// TestMeasuresAreExplained: the names of measures in every command's output, trec_eval's among them, are explained at their columns.
func TestMeasuresAreExplained(t *testing.T) {
	for _, name := range []string{"MAP", "map", "MRR", "RR", "recip_rank", "P@5", "P_10", "nDCG", "nDCG@10", "ndcg", "ndcg_cut_10"} {
		if meaningOf(name) == "" {
			t.Errorf("%s has no meaning", name)
		}
	}
}

// TestUnitsStayWithTheirNumbers: no line of a page ends between a number and its %, in sentences, cells and captions alike; a command keeps
// its spaces.
func TestUnitsStayWithTheirNumbers(t *testing.T) {
	var b strings.Builder
	p := Page{Found: "It is 5 % of 10 %.", Next: Next{Why: "go on", Command: "axiomine audit '7 %.jsonl'"},
		Warnings: []string{"about 60 % here"}, Sections: []Section{{Title: "T",
			Table: &table.Table{Caption: "3 % each", Columns: table.Mixed(1, "a", "b"), Rows: [][]string{{"x", "16.5 %"}}}}},
		Command: "axiomine audit -o again '8 %.jsonl'"}
	must.Do(t, p.HTML(&b))
	for _, whole := range []string{"It is 5\u00a0% of 10\u00a0%.", "about 60\u00a0% here", "16.5\u00a0%", "3\u00a0% each", "7 %.jsonl",
		"8 %.jsonl"} {
		if !strings.Contains(b.String(), whole) {
			t.Errorf("%q is not on the page", whole)
		}
	}
}
