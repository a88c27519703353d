package plan

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/frame"
	"github.com/axiomine/axiomine/tokenize/shard/internal/readers"
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
	in.Rankings = append(in.Rankings, Ranking{"dev", "r", in.Rankings[0].Docs}, Ranking{"dev", "s", in.Rankings[0].Docs})
	o.ShardBytes = 4 * 60
	if got := built(t, in, o, Needs{Rankings: true}).CandidateLists[0].Shards(); got != 3 {
		t.Errorf("%d shards of three lists, want 3", got)
	}
	in.Rankings = in.Rankings[:1]
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
	for limit, want := range map[int64]int{300: 1, 299: 2} { // of ten rows
		if v := NewView("train", NewItems(make([]Row, 10)), Options{ShardBytes: limit}, store.size); v.Shards() != want {
			t.Errorf("%d bytes: %d shards, want %d", limit, v.Shards(), want)
		}
	}
}

// TestRowsOfShards: by hand, 100 rows of 30 bytes. In three shards they are 34, or 32 where a shard has whole batches of eight. Of
// readers each has four shards or more, and all have as many.
func TestRowsOfShards(t *testing.T) {
	store := &Store{Info: []TextInfo{{bytes: 10}}}
	for _, c := range []struct{ batch, readers, want int }{
		{0, 0, 34}, {8, 0, 32}, {64, 0, 64}, {0, 1, 25}, {0, 3, readers.PerShard(100, 12, 3, 1)},
		{2, 2, readers.PerShard(100, 8, 2, 2)}} {
		o := Options{ShardBytes: 1000, SpreadQueries: c.batch, Readers: c.readers}
		v := NewView("train", NewItems(make([]Row, 100)), o, store.size)
		if v.perShard != c.want || c.readers > 0 && (v.Shards() < 4*c.readers || v.Shards()%c.readers > 0) {
			t.Errorf("%+v: %d rows in %d shards", c, v.perShard, v.Shards())
		}
	}
}

// TestShardsOfLists: by hand. Two documents with the one feature are 24 bytes, so that four lists are four shards of 24.
func TestShardsOfLists(t *testing.T) {
	in := &Lists{Features: []string{"x"}}
	for i := range 4 {
		in.Queries = append(in.Queries, List{Split: "train", QueryID: fmt.Sprint(i), Docs: make([]Listing, 2)})
	}
	for size, want := range map[int64]int{24: 4, 48: 2, 1000: 1} {
		o := usual()
		o.ShardBytes = size
		views, err := divideLists(in, o)
		if err != nil || views[0].Shards() != want {
			t.Errorf("%d bytes: %d shards, %v, want %d", size, views[0].Shards(), err, want)
		}
	}
}

// TestSlice: a stretch of items, whole and brief, and items by their numbers.
func TestSlice(t *testing.T) {
	items := NewItems([]int{10, 11, 12, 13, 14})
	for name, part := range map[string]Items[int]{"stretch": items.slice(1, 4), "picked": items.pick([]uint32{1, 2, 3})} {
		got := slices.Concat(slices.Collect(part.Each), slices.Collect(part.Briefly))
		if !slices.Equal(got, []int{11, 12, 13, 11, 12, 13}) || part.N != 3 {
			t.Errorf("%s: %d", name, got)
		}
	}
}

// TestSizeOfGroup: by hand. A query of two bytes and a positive of three, with negatives of one and four.
func TestSizeOfGroup(t *testing.T) {
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("qq ppp>n", "qq ppp>nnnn")}), usual(), Needs{Groups: true})
	group := p.FixedGroups("format", p.Tasks[0], 2)[0].Items.Item(0)
	if got := groupSize(p.Store, group); got != 2+3+1+4 {
		t.Errorf("%d bytes, want 10", got)
	}
}

// TestPositiveOf: a query, a positive and whether it is a perturbed copy have a key of their own.
func TestPositiveOf(t *testing.T) {
	met := map[uint64]string{}
	for query := range uint32(3) {
		for pos := range uint32(3) {
			for _, source := range []pairs.Source{pairs.Axiomatic, pairs.Perturbed} {
				row := Row{Query: query, Pos: pos}
				row.Source = source
				key, name := PositiveOf(row), fmt.Sprint(query, pos, source)
				if other, has := met[key]; has {
					t.Errorf("%s and %s have the same key", name, other)
				}
				met[key] = name
			}
		}
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

// TestSpreads: what is told of batches is told once, and of two rows or groups and more. A row of a class has no positive.
func TestSpreads(t *testing.T) {
	for batch, want := range map[int][]int{0: nil, 2: {2, 2}} { // rows, and groups of one negative: a single row of a task is not spread
		o := usual()
		o.SpreadQueries = batch
		p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b", "r a>b")}), o, Needs{Groups: true, Classes: true})
		for range 3 {
			p.GroupsUpTo("format", p.Tasks[0], 1)
		}
		var got []int
		for _, s := range p.Spreads() {
			got = append(got, s.Batch)
		}
		if !slices.Equal(got, want) {
			t.Errorf("batches of %d: %+v", batch, p.Spreads())
		}
	}
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b", "q a>b class")}), usual(), Needs{Classes: true})
	for i, want := range []uint64{p.Store.Info[p.All()[0].Items.Item(0).Pos].Folded, 0} {
		if got := unitOf(p.Store, p.All()[0].Items.Item(i)); got.Positive != want || got.Query == 0 {
			t.Errorf("row %d: %+v", i, got)
		}
	}
}

// TestListTexts: by hand. Each text of rows and candidates is listed once, in the order in which they are met.
func TestListTexts(t *testing.T) {
	in := input(Split{Name: "train", Pairs: pairsOf("q a>b", "r b>c", "q a>d")})
	in.Rankings = []Ranking{{"dev", "q", []RankedDoc{{"d", false}, {"e", true}}}, {"dev", "s", []RankedDoc{{"e", false}, {"f", true}}}}
	o := usual()
	o.Candidates = CandidatesDev
	p := built(t, in, o, Needs{Rankings: true})
	queries, docs := ListTexts(p.Store, p.All(), p.Candidates)
	names := func(list []Text) (text string) {
		for _, one := range list {
			text += one.ID
			if p.Store.SizeOf(one) != 1 {
				t.Errorf("%s has %d bytes", one.ID, p.Store.SizeOf(one))
			}
		}
		return text
	}
	if q, d := names(queries), names(docs); q != "qrs" || d != "abcdef" {
		t.Errorf("queries %s, documents %s", q, d)
	}
}

// TestHasSegments: query and document have types 0 and 1, and the same token behind them.
func TestHasSegments(t *testing.T) {
	for template, want := range map[string]bool{"": true, "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1": true,
		"[CLS]:0 $A:0 [SEP]:0 $B:0 [SEP]:0": false,
		"[CLS]:0 $A:1 [SEP]:0 $B:1 [SEP]:1": false, "[CLS]:0 $A:0 [SEP]:0 $B:1 [END]:1": false, "[CLS]:0 $A:0 [SEP]:0 $B:1": false,
		"[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1 [SEP]:1": false, "[CLS]:0 [SEP]:0 $A:0 $B:1 [SEP]:1": false} {
		if got := (&TokenizerInfo{Template: template}).HasSegments(); got != want {
			t.Errorf("%s: %v", template, got)
		}
	}
}

// TestLeastLength: by hand. A query of two ids has four with [CLS] and [SEP]. Behind it there is room for one id of a document and [SEP]
// in six ids; layout A repeats the query before another document, three more.
func TestLeastLength(t *testing.T) {
	in := letters(t)
	for _, c := range []struct {
		layout Layout
		query  int
		least  int
	}{{LayoutB, 4, 6}, {LayoutA, 4, 9}, {LayoutB, 3, 5}} {
		for length, want := range map[int]bool{c.least: true, c.least - 1: false} {
			o := Options{MaxLength: length, MaxQueryLength: c.query, Layout: c.layout}
			if err := CheckTokenizer(in.Tokenizer, o, Needs{IDs: true, BERT: true}); (err == nil) != want {
				t.Errorf("%+v in %d ids: %v", c, length, err)
			}
		}
	}
	if err := CheckTokenizer(in.Tokenizer, Options{MaxLength: 64, MaxQueryLength: 2}, Needs{IDs: true}); err == nil {
		t.Error("a query without an id is taken")
	}
	flat, err := tokenize.ParseJSON("tokenizer.json", []byte(`{"model": {"type": "WordPiece", "unk_token": "u", "max_input_chars_per_word": 9,
		"vocab": {"u": 0, "a": 1}},
		"post_processor": {"type": "TemplateProcessing", "special_tokens": {}, "single": [{"Sequence": {"id": "A", "type_id": 0}}],
		"pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	for bert, want := range map[bool]bool{true: false, false: true} {
		if err := CheckTokenizer(flat, usual(), Needs{IDs: true, BERT: bert}); (err == nil) != want {
			t.Errorf("texts alone, for BERT %v: %v", bert, err)
		}
	}
	if err := CheckTokenizer(nil, Options{}, Needs{}); err != nil {
		t.Errorf("no ids are needed, and %v", err)
	}
}

// TestAreBERT: both frames are BERT's, or none.
func TestAreBERT(t *testing.T) {
	one, two := []int32{2}, []int32{2, 2}
	pair := frame.Frame{Head: one, Middle: []int32{3}, Tail: []int32{3}}
	for _, c := range []struct {
		single, pair frame.Frame
		want         bool
	}{
		{frame.Frame{Head: one, Tail: one}, pair, true}, {frame.Frame{Head: two, Tail: one}, pair, false},
		{frame.Frame{Head: one, Tail: two}, pair, false}, {frame.Frame{Head: one, Tail: one}, frame.Frame{Head: one, Tail: one}, false},
		{frame.Frame{Head: one}, pair, false}, {frame.Frame{Tail: one}, pair, false},
	} {
		if got := areBERT(c.single, c.pair); got != c.want {
			t.Errorf("%+v and %+v: %v", c.single, c.pair, got)
		}
	}
}

// TestTypesAndTokenizer: the types are as many times 0 and 1 as a sequence has ids, and the plan says what decided the ids.
func TestTypesAndTokenizer(t *testing.T) {
	o := usual()
	o.MaxLength, o.MaxQueryLength = 6, 3
	p := built(t, letters(t, Split{Name: "train", Pairs: pairsOf("q long>short")}), o, Needs{IDs: true})
	if want := []int8{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}; !slices.Equal(p.Sequences.Types, want) {
		t.Errorf("%d, want %d", p.Sequences.Types, want)
	}
	info := p.Tokenizer
	if info.Model != "WordPiece" || len(info.VocabSHA256) != 64 || info.MaxLength != 6 || info.MaxQueryLength != 3 ||
		info.Template != "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1" {
		t.Errorf("%+v", info)
	}
}

// TestSameInputs: by hand, in six ids. Behind [CLS] a [SEP] two ids of a document are left, so that b b b b is the input that b b is, and
// c c is another one. In seven ids the first two differ.
func TestSameInputs(t *testing.T) {
	o := usual()
	o.MaxLength, o.MaxQueryLength = 7, 3
	p := built(t, letters(t, Split{Name: "train", Pairs: pairsOf("q long>tab", "q long>short")}), o, Needs{IDs: true})
	rows := p.All()[0].Items
	long, tab, short := rows.Item(0).Pos, rows.Item(0).Neg, rows.Item(1).Neg
	query := rows.Item(0).Query
	six, seven := p.Sequences.IDsInput(6), p.Sequences.IDsInput(7)
	if six(query, long) != six(query, tab) || six(query, long) == six(query, short) || seven(query, long) == seven(query, tab) {
		t.Error("inputs are the same where their ids are, and only there")
	}
}

// TestTypesOfFlatFrames: in a template whose ids all have type 0 these are all ids of the sequence, whatever is before it.
func TestTypesOfFlatFrames(t *testing.T) {
	o := usual()
	o.MaxLength, o.MaxQueryLength = 16, 3
	p := built(t, letters(t, Split{Name: "train", Pairs: pairsOf("q long>short class")}), o, Needs{IDs: true, Classes: true})
	mark := func(id int32) pipeline.Slot { return pipeline.Slot{Text: pipeline.Special, IDs: []int32{id}} }
	flat, ok := frame.New([]pipeline.Slot{mark(2), {Text: pipeline.A}, mark(3), mark(3), {Text: pipeline.B}, mark(3)})
	if !ok {
		t.Fatal("the template is not taken")
	}
	p.Sequences.pair = flat
	r := p.All()[0].Items.Item(0)
	for _, before := range [][]int32{nil, {9, 9, 9}} {
		if ids, first := p.Sequences.AppendCross(before, r.Query, r.Pos); first != len(ids)-len(before) || first != 1+4+4 {
			t.Errorf("behind %d: %d, %d of type 0", before, ids, first)
		}
		if ids, first := p.Sequences.AppendThree(before, r); first != len(ids)-len(before) || first != 1+4+2+4 {
			t.Errorf("three texts behind %d: %d, %d of type 0", before, ids, first)
		}
	}
}

// TestLastPieceOfTwoBytes: ids of two bytes go up to 65,535. The last piece of a vocabulary of one more has the next id.
func TestLastPieceOfTwoBytes(t *testing.T) {
	for _, size := range []int{1 << 16, 1<<16 + 1} {
		lines := []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
		for i := len(lines); i < size; i++ {
			lines = append(lines, fmt.Sprint("x", i))
		}
		vocab, err := tokenize.ParseVocab("vocab.txt", []byte(strings.Join(lines, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		in := input(Split{Name: "train", Pairs: pairsOf(fmt.Sprintf("q x%d>x5", size-1))})
		if in.Tokenizer, err = tokenize.New(vocab, tokenize.Defaults()); err != nil {
			t.Fatal(err)
		}
		s := built(t, in, usual(), Needs{IDs: true}).Store
		if got := s.AppendIDs(nil, 1, 9); !slices.Equal(got, []int32{int32(size - 1)}) || (s.small != nil) != (size == 1<<16) {
			t.Errorf("%d pieces: the last is %d; in two bytes: %v", size, got, s.small != nil)
		}
	}
}

// TestSidesOfPlainRows: without labels of inputs, the positive has 1 and the negative 0, also in rows of the first split.
func TestSidesOfPlainRows(t *testing.T) {
	if got := new(Points).Sides(Row{}); got != [2]float64{1, 0} {
		t.Errorf("%v, want 1 and 0", got)
	}
}

// TestManyTexts: by hand. A query and 512 documents are a text more than is read at a time. All but the last one are a; b is 6.
func TestManyTexts(t *testing.T) {
	var lines []string
	for i := range 511 {
		lines = append(lines, fmt.Sprintf("q d%d>d%d", i, i+1))
	}
	in := letters(t, Split{Name: "train", Pairs: pairsOf(lines...)})
	in.Query = func(string) (string, bool) { return "c", true }
	in.Doc = func(id string) (string, string, bool) {
		return "", map[bool]string{true: "b", false: "a a"}[id == "d511"], true
	}
	p := built(t, in, usual(), Needs{IDs: true})
	if n := len(p.Store.Info); n != 513 {
		t.Fatalf("%d texts", n)
	}
	for i := range uint32(513) {
		want := map[uint32][]int32{0: {7}, 512: {6}}[i]
		if want == nil {
			want = []int32{5, 5}
		}
		if got := p.Store.AppendIDs(nil, i, 9); !slices.Equal(got, want) {
			t.Fatalf("text %d: %d, want %d", i, got, want)
		}
	}
}

// TestTextsOf: the texts of a row are those of its ids where no document has a number.
func TestTextsOf(t *testing.T) {
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("q A>tab")}), usual(), Needs{})
	if query, pos, neg := p.TextsOf(p.All()[0].Items.Item(0)); query != "q" || pos != "a" || neg != "x\ty" {
		t.Errorf("%q, %q, %q", query, pos, neg)
	}
}

// TestInputStays: the splits that a caller gives stay as they are, also where no format takes pairs that fill groups.
func TestInputStays(t *testing.T) {
	in := input(Split{Name: "train", Pairs: pairsOf("q a>b"), Spares: pairsOf("q a>c")})
	if built(t, in, usual(), Needs{}); in.Splits[0].Spares.Len() != 1 {
		t.Error("the pairs that fill groups are gone")
	}
}

// TestRowsForBatches: by hand. The first two of four rows are of one query, and may not be in one batch of two.
func TestRowsForBatches(t *testing.T) {
	o := usual()
	o.SpreadQueries = 2
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b", "q a>c", "r d>e", "r d>f")}), o, Needs{})
	list := slices.Collect(p.All()[0].Items.Each)
	if len(list) != 4 || list[0].QueryID == list[1].QueryID || list[2].QueryID == list[3].QueryID {
		t.Errorf("%q", rowsText(p.All()[0].Items))
	}
}
