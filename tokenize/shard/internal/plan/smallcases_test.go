package plan

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/tokenize"
)

// TestCount: items have a row each, or as many as a function says, at any number of threads.
func TestCount(t *testing.T) {
	items := NewItems([]int{3, 0, 4})
	for _, threads := range []int{1, 3} {
		if n := items.Count(nil, threads); n != 3 {
			t.Errorf("%d rows of three items", n)
		}
		if n := items.Count(func(i int) int { return i }, threads); n != 7 {
			t.Errorf("%d rows, want 7", n)
		}
	}
	if n := NewItems([]int(nil)).Count(func(int) int { return 1 }, 2); n != 0 {
		t.Errorf("%d rows of nothing", n)
	}
}

// TestDivideLists: lists stand in their splits in the order of their first ones, numbered from 1 in each.
func TestDivideLists(t *testing.T) {
	list := func(split, query string) List {
		return List{Split: split, QueryID: query, Docs: []Listing{{DocID: "d"}}}
	}
	in := &Lists{Features: []string{"x"}, Queries: []List{list("test", "a"), list("train", "b"), list("test", "c"), list("dev", "d"),
		list("train", "e")}}
	views, err := divideLists(in, usual())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range views {
		for l := range v.Items.Each {
			got = append(got, fmt.Sprint(v.Split, " ", l.Split, " ", l.QueryID, " ", l.Number))
		}
	}
	want := []string{"test test a 1", "test test c 2", "train train b 1", "train train e 2", "validation validation d 1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if in.Queries[0].Number != 0 {
		t.Error("the lists that were given have changed")
	}
	if views, err := divideLists(nil, usual()); views != nil || err != nil {
		t.Errorf("%v, %v of no lists", views, err)
	}
	if _, err := divideLists(&Lists{Queries: []List{list("", "q")}}, usual()); err == nil {
		t.Error("a split without a name is taken")
	}
}

// TestListsDecideTheFingerprint: every part of lists that decides a byte of libsvm is in their text.
func TestListsDecideTheFingerprint(t *testing.T) {
	lists := func() *Lists {
		return &Lists{Basis: "k1", Features: []string{"x"}, Queries: []List{{Split: "train", QueryID: "q", Docs: []Listing{{DocID: "d", Grade: 1,
			Score: 2}}}}}
	}
	text := func(query string) func(string) (string, bool) {
		return func(string) (string, bool) { return query, true }
	}
	texts := map[string]string{}
	for name, change := range map[string]func(in *Input){
		"nothing":  func(*Input) {},
		"none":     func(in *Input) { in.Lists = nil },
		"of":       func(in *Input) { in.Lists.Basis = "k2" },
		"feature":  func(in *Input) { in.Lists.Features[0] = "y" },
		"split":    func(in *Input) { in.Lists.Queries[0].Split = "dev" },
		"query":    func(in *Input) { in.Lists.Queries[0].QueryID = "r" },
		"text":     func(in *Input) { in.Query = text("other") },
		"document": func(in *Input) { in.Lists.Queries[0].Docs[0].DocID = "e" },
		"grade":    func(in *Input) { in.Lists.Queries[0].Docs[0].Grade = 2 },
		"score":    func(in *Input) { in.Lists.Queries[0].Docs[0].Score = 3 },
		"another":  func(in *Input) { in.Lists.Queries = append(in.Lists.Queries, in.Lists.Queries[0]) },
	} {
		in := &Input{Lists: lists(), Query: text("words")}
		change(in)
		got := describeLists(in)
		if other, has := texts[got]; has {
			t.Errorf("%s and %s have the same text %q", name, other, got)
		}
		texts[got] = name
		if again := describeLists(in); again != got {
			t.Errorf("%s: %q, then %q", name, got, again)
		}
	}
}

// TestShardsOfCandidates: the text of a candidate is that of its query and its document. By hand: four candidates of 60 and 60 bytes in
// shards of 130 are one a shard, and their lists are as many bytes as their documents.
func TestShardsOfCandidates(t *testing.T) {
	long := func(c string) string { return strings.Repeat(c, 60) }
	in := input(Split{Name: "train", Pairs: pairsOf("q a>b")})
	in.Rankings = []Ranking{{"dev", long("q"), []RankedDoc{{long("a"), true}, {long("b"), false}, {long("c"), false}, {long("d"), false}}}}
	o := usual()
	o.ShardBytes, o.Candidates = 130, CandidatesDev
	p := built(t, in, o, Needs{Rankings: true})
	if got := p.Candidates[0].Shards(); got != 4 {
		t.Errorf("%d shards of candidates, want 4", got)
	}
	o.ShardBytes = 1000
	if got := built(t, in, o, Needs{Rankings: true}).Candidates[0].Shards(); got != 1 {
		t.Errorf("%d shards of candidates, want 1", got)
	}
}

// letters returns the input of splits whose texts are made of the letters a, b and c, the ids 5, 6 and 7 of a small vocabulary in which
// [CLS] is 2 and [SEP] is 3.
func letters(t *testing.T, splits ...Split) Input {
	t.Helper()
	vocab, err := tokenize.ParseVocab("vocab.txt", []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc"))
	if err != nil {
		t.Fatal(err)
	}
	in := input(splits...)
	if in.Tokenizer, err = tokenize.New(vocab, tokenize.Defaults()); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"q": "a", "long": "b b b b", "short": "c c", "tab": "b\tb", "longest": "c c c c c"}
	in.Query = func(id string) (string, bool) { text, ok := texts[id]; return text, ok }
	in.Doc = func(id string) (string, string, bool) { text, ok := texts[id]; return "", text, ok }
	return in
}

// TestSequences: by hand. A text, or a query and a document, are cut to what the special tokens leave of their limit.
func TestSequences(t *testing.T) {
	o := usual()
	o.MaxLength, o.MaxQueryLength = 8, 3
	p := built(t, letters(t, Split{Name: "train", Pairs: pairsOf("q long>short")}), o, Needs{IDs: true})
	if q := p.Sequences; !q.isBERT || q.CLS != 2 || q.SEP != 3 {
		t.Errorf("[CLS] %d and [SEP] %d, want 2 and 3", q.CLS, q.SEP)
	}
	r := p.All()[0].Items.Item(0)
	for limit, want := range map[int]string{9: "[9 2 6 6 6 6 3]", 6: "[9 2 6 6 6 6 3]", 5: "[9 2 6 6 6 3]", 3: "[9 2 6 3]"} {
		if got := fmt.Sprint(p.Sequences.AppendSingle([]int32{9}, r.Pos, limit)); got != want {
			t.Errorf("a text in %d ids: %s, want %s", limit, got, want)
		}
	}
	ids, first := p.Sequences.AppendCross([]int32{9}, r.Query, r.Pos)
	if got := fmt.Sprint(ids); got != "[9 2 5 3 6 6 6 6 3]" || first != 3 {
		t.Errorf("a query and a document: %s, %d of type 0", got, first)
	}
	p.Sequences.options.MaxLength = 6
	if ids, _ := p.Sequences.AppendCross(nil, r.Query, r.Pos); fmt.Sprint(ids) != "[2 5 3 6 6 3]" {
		t.Errorf("in six ids: %d, want [2 5 3 6 6 3]", ids)
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
		{Needs{IDs: true, Classes: true}, map[string]int{"texts cut to their maximal length": 1,
			"three-class rows with documents cut further, to fit both": 1}},
	} {
		if p := built(t, letters(t, splits...), o, c.needs); !maps.Equal(p.Counts, c.want) {
			t.Errorf("%+v: %v, want %v", c.needs, p.Counts, c.want)
		}
	}
}

// TestCountedRows: rows of one task and axiom are one entry, whatever their shape, and copies are counted.
func TestCountedRows(t *testing.T) {
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b", "q a>c class", "q b>c perturbed")}), usual(), Needs{Classes: true})
	if want := []Rows{{"train", "ranking", "tfc1", 3}}; !slices.Equal(p.Rows, want) || p.Perturbed != 1 || p.Weighted != 0 {
		t.Errorf("%v, %d perturbed, %d weighted; want %v, 1 and 0", p.Rows, p.Perturbed, p.Weighted, want)
	}
}

// TestShardsOfJustSoManyBytes: 2,000 rows of three texts of 10 bytes are four shards of 15,000 bytes. A byte less in a shard makes five.
func TestShardsOfJustSoManyBytes(t *testing.T) {
	store := &Store{Info: []TextInfo{{bytes: 10}}}
	for limit, want := range map[int64]int{15_000: 4, 14_999: 5} {
		if v := NewView("train", NewItems(make([]Row, 2000)), Options{ShardBytes: limit}, store.size); v.Shards() != want {
			t.Errorf("%d bytes: %d shards, want %d", limit, v.Shards(), want)
		}
	}
}

// TestSidesOfPlainRows: without labels of inputs, the positive has 1 and the negative 0, also in rows of the first split.
func TestSidesOfPlainRows(t *testing.T) {
	if got := new(Points).Sides(Row{}); got != [2]float64{1, 0} {
		t.Errorf("%v, want 1 and 0", got)
	}
}
