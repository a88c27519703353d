package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// TestWordsAreExplained: a word of reports is explained at the head of its column and at the end of the page that uses it, and an axiom
// has its sentence where its name stands in a cell. A page without such words has no list. By hand.
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
	for part, n := range map[string]int{`>Holm p</abbr></th>`: 1, `<dt>Holm p</dt>`: 1, `<abbr title="More occurrences: c(w,d1) &gt; c(w,d2)">tfc1</abbr>`: 2,
		`<dt>skew</dt>`: 0, `<h2>Words</h2>`: 1, `>19,845<`: 1, `<section class="folded">`: 1,
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
	mark := Part{Text: strings.Repeat("m", 400), Evidence: true}
	short := Part{Text: "s", Evidence: true}
	end := Part{Text: " …"}
	for _, c := range []struct {
		name        string
		parts, want []Part
	}{
		{"all of it", []Part{mark, short, mark}, []Part{mark, short, mark}},
		{"the last one is too much", []Part{mark, mark, mark}, []Part{mark, mark, mark, end}},
		{"what comes behind", []Part{mark, mark, mark, short, mark}, []Part{mark, mark, mark, end}},
	} {
		if got := Excerpt(c.parts); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	word := strings.Repeat("a", 99)
	stretch := Part{Text: word + " " + word + " " + word} // 299 bytes, of which some 120 stay next to a mark, cut between words
	got := Excerpt([]Part{stretch, short, stretch, short, stretch})
	for i, want := range []string{" …  " + word + " " + word, "s", word + " …  " + word + " " + word, "s", word + " … "} {
		must.Equal(t, got[i].Text, want, "part %d", i)
	}
}

// TestCut: by hand. A text is cut at its last space, but not at its first byte, and never within a rune: the euro sign has three bytes.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		text       string
		most, want int
	}{{"ab cd ef", 7, 5}, {"ab cd ef", 8, 8}, {"ab cd ef", 9, 8}, {"ab cd ef", 2, 2}, {"a bcdef", 4, 1}, {" bcdef", 4, 4}, {"a€€", 3, 1},
		{"a€€", 4, 4}, {"€", 2, 0}, {"€", 1, 0}} {
		must.Equal(t, cut(c.text, c.most), c.want, "%q at %d", c.text, c.most)
	}
}

// TestMoreSeeds: twice the seeds and at least five, in the last line of the command alone. By hand.
func TestMoreSeeds(t *testing.T) {
	for command, want := range map[string]string{
		"axiomine demo -o again":                                   "axiomine demo --seeds 5 -o again",
		"axiomine train --data 'a b' --seeds 3 -o again":           "axiomine train --data 'a b' --seeds 6 -o again",
		"cat > again.yaml <<'EOF'\nx --seeds 9\nEOF\nt -o again":   "cat > again.yaml <<'EOF'\nx --seeds 9\nEOF\nt --seeds 6 -o again",
		"axiomine train --seeds 2 --measures MAP -o again one two": "axiomine train --measures MAP --seeds 6 -o again one two",
		"axiomine train": "",
	} {
		seeds := 3
		if command == "axiomine demo -o again" {
			seeds = 1
		}
		must.Equal(t, MoreSeeds(command, seeds).Command, want, "%q", command)
	}
}

func TestOnward(t *testing.T) {
	for command, want := range map[string]string{
		"axiomine train eval --measure MAP -o again q.txt 'a b.txt' c d": "mix q.txt 'a b.txt' c",
		"axiomine train eval --measure MAP -o again q.txt a":             "",
		"axiomine train eval again b c d":                                "",
	} {
		must.Equal(t, Onward(command, 3, "why", "mix").Command, want, "%q", command)
	}
}

// TestFindings: a finding is a sentence, and is read back from one.
func TestFindings(t *testing.T) {
	list := []Finding{{"No difference", ""}, {"b is better", "0.5 and 0.4: p 0.01"}}
	sentences := []string{list[0].String(), list[1].String()}
	must.Equal(t, strings.Join(sentences, " "), "No difference. b is better: 0.5 and 0.4: p 0.01.", "%q", sentences)
	if got := FindingsOf(sentences); !slices.Equal(got, list) {
		t.Errorf("%q are read as %+v", sentences, got)
	}
}

// TestClosing: a report ends with its warnings, what makes it again, and the versions.
func TestClosing(t *testing.T) {
	for seeds, want := range map[string]string{
		"":  "warning: few queries\ncommand   axiomine train\nversions  axiomine 0.1\n",
		"1": "warning: few queries\ncommand   axiomine train\nseeds     1\nversions  axiomine 0.1\n",
	} {
		var b strings.Builder
		if err := (&Page{Warnings: []string{"few queries"}, Command: "axiomine train", Seeds: seeds,
			Versions: map[string]string{"axiomine": "0.1"}}).Close(&table.Results{}).Text(&b,
			80); err != nil || strings.TrimLeft(b.String(), "\n") != want {
			t.Errorf("%q, want %q (%v)", b.String(), want, err)
		}
	}
}

// TestMoreNumbers: numbers of texts and figures, by hand.
func TestMoreNumbers(t *testing.T) {
	for got, want := range map[string]string{Score(.123456): "0.1235", Short(.123456): "0.123",
		Capital("a b"): "A b", Capital(""): "",
		Capital("m-and of a"): "m-and of a", Capital("nDCG@10 of a"): "nDCG@10 of a", px(1.04): "1", px(-.04): "0", px(2.25): "2.3"} {
		must.Equal(t, got, want)
	}
}
