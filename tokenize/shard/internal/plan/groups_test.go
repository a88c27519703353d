package plan

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestSizeOfGroup: by hand. A query of two bytes and a positive of three, with negatives of one and four.
func TestSizeOfGroup(t *testing.T) {
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("qq ppp>n", "qq ppp>nnnn")}), usual(), Needs{Groups: true})
	group := p.SizedGroups("format", p.Tasks[0], 2, true)[0].Items.Item(0)
	if got := groupSize(p.Store, group); got != 2+3+1+4 {
		t.Errorf("%d bytes, want 10", got)
	}
}

// TestGroupsByText: by hand. A has the text of a, so that both are one positive; those of other queries are others.
func TestGroupsByText(t *testing.T) {
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b", "q A>c", "q c>d", "r a>b", "q a>d")}), usual(), Needs{Groups: true})
	var got []string
	for g := range p.SizedGroups("format", p.Tasks[0], 3, true)[0].Items.Each {
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

// TestSparesDecideTheFingerprint: pairs that fill groups decide bytes of files as those that are rows do.
func TestSparesDecideTheFingerprint(t *testing.T) {
	met := map[string]string{}
	for name, spares := range map[string]*pairs.Table{"none": nil, "one": pairsOf("q a>c"), "another": pairsOf("q a>d"),
		"two": pairsOf("q a>c", "q a>d")} {
		in := input(Split{Name: "train", Pairs: pairsOf("q a>b"), Spares: spares})
		text := built(t, in, usual(), Needs{Groups: true}).Fingerprint()
		if before, has := met[text]; has {
			t.Errorf("with spares %s and %s the fingerprint is the same", name, before)
		}
		met[text] = name
		if again := built(t, in, usual(), Needs{Groups: true}).Fingerprint(); again != text {
			t.Errorf("spares %s: %s, then %s", name, text, again)
		}
	}
}

// TestFetch: a document is fetched by its number plus 1, or by its id where it has none; what is not there is an error with its name.
func TestFetch(t *testing.T) {
	in := input()
	in.Numbered = &NumberedDocs{Number: func(id string) (uint64, bool) {
		n, ok := map[string]uint64{"numbered": 7, "first": 0}[id]
		return n, ok
	},
		Text: func(number uint64) (string, string) { return fmt.Sprint("title ", number), "text" }}
	for _, c := range []struct {
		ref  textRef
		want string
	}{
		{textRef{id: "numbered"}, "title 7\ntext false <nil>"},
		{textRef{id: "first"}, "title 0\ntext false <nil>"},
		{textRef{id: "other"}, "other false <nil>"},
		{textRef{id: "tab"}, "x\ty true <nil>"},
		{textRef{id: "numbered", query: true}, "numbered false <nil>"},
		{textRef{id: "?d"}, ` false pairs name a document "?d" that is not there; hint: give the collection that the pairs were made with`},
		{textRef{id: "?q", query: true},
			` false pairs name a query "?q" that is not there; hint: give the queries that the pairs were made with`},
	} {
		text, hasBreaks, err := in.fetch(c.ref, in.number(c.ref))
		must.Equal(t, fmt.Sprint(text, " ", hasBreaks, " ", err), c.want, "%+v", c.ref)
	}
}

func TestTaskLabels(t *testing.T) {
	taken := map[string]bool{"pairs": true, "mixed": true}
	for _, c := range [][2]string{{"anti_reg", "anti-reg"}, {"anti reg", "anti-reg-2"}, {"pairs", "pairs-2"}, {"tfc1(delta=10)",
		"tfc1-delta-10"},
		{"../x", "x"}, {"", "task"}, {"é", "task-2"}, {"mixed", "mixed-2"},
		// Expressions: what differs in meaning differs in words, not only in a number.
		{"m-and", "m-and"}, {"-m-and", "reverse-m-and"}, {"--m-and", "reverse-reverse-m-and"}, {"m-and & -tfc1(delta_star=0.1)",
			"m-and-with-reverse-tfc1-delta-star-0.1"},
		{"m-tdc | tf-lnc", "m-tdc-or-tf-lnc"}, {"m-tdc + tf-lnc", "m-tdc-plus-tf-lnc"}, {"-(m-tdc + tf-lnc)", "reverse-m-tdc-plus-tf-lnc"},
		{"majority(m-and, -tf-lnc; 0.4)", "majority-m-and-reverse-tf-lnc-0.4"}, {"majority(m-and, -tf-lnc(delta=0); 0.4)",
			"majority-m-and-reverse-tf-lnc-delta-0-0.4"}} {
		must.Equal(t, TaskLabel(c[0], taken), c[1], "%q becomes", c[0])
	}
}

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

// TestRankingsDecideTheFingerprint: every part of rankings that decides a byte of a format that evaluates is in their text.
func TestRankingsDecideTheFingerprint(t *testing.T) {
	seen := map[string]string{}
	for name, change := range map[string]func(r *Ranking){
		"nothing":          func(*Ranking) {},
		"split":            func(r *Ranking) { r.Split = "test" },
		"query":            func(r *Ranking) { r.QueryID = "Q" },
		"query and text":   func(r *Ranking) { r.QueryID = "r" },
		"document":         func(r *Ranking) { r.Docs[0].DocID = "A" }, // whose text is that of a
		"another document": func(r *Ranking) { r.Docs[0].DocID = "c" },
		"relevance":        func(r *Ranking) { r.Docs[1].Relevant = true },
		"order":            func(r *Ranking) { r.Docs[0], r.Docs[1] = r.Docs[1], r.Docs[0] },
		"fewer":            func(r *Ranking) { r.Docs = r.Docs[:1] },
	} {
		ranking := Ranking{"dev", "q", []RankedDoc{{"a", true}, {"b", false}}}
		change(&ranking)
		in := input(Split{Name: "train", Pairs: pairsOf("q a>b")})
		in.Rankings = []Ranking{ranking}
		o := usual()
		o.Candidates = CandidatesAll
		p := built(t, in, o, Needs{Rankings: true})
		text := describeRankings(p.Store, p.Rankings)
		if other, has := seen[text]; has {
			t.Errorf("%s and %s have the same text %q", name, other, text)
		}
		seen[text] = name
		if text != describeRankings(p.Store, p.Rankings) {
			t.Errorf("%s: another text the second time", name)
		}
	}
}

// TestTextsDecideTheFingerprint: so do the texts of queries and documents, under the same ids.
func TestTextsDecideTheFingerprint(t *testing.T) {
	describe := func(query, doc string) string {
		in := input(Split{Name: "train", Pairs: pairsOf("p a>b")})
		find := in.Query
		in.Query = func(id string) (string, bool) {
			if id == "q" {
				return query, true
			}
			return find(id)
		}
		in.Doc = func(id string) (title, text string, ok bool) {
			if id == "c" {
				return "", doc, true
			}
			text, ok = find(id)
			return "", text, ok
		}
		in.Rankings = []Ranking{{"dev", "q", []RankedDoc{{"c", true}}}}
		o := usual()
		o.Candidates = CandidatesAll
		p := built(t, in, o, Needs{Rankings: true})
		return describeRankings(p.Store, p.Rankings)
	}
	usual := describe("words", "text")
	if usual != describe("words", "text") || usual == describe("other words", "text") || usual == describe("words", "other text") {
		t.Error("the text does not follow from what query and document hold")
	}
}
