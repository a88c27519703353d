package plan

import (
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestDivideLists: lists stand in their splits in the order of their first ones, numbered from 1 in each.
func TestDivideLists(t *testing.T) {
	list := func(split, query string) List {
		return List{Split: split, QueryID: query, Docs: []Listing{{DocID: "d"}}}
	}
	in := &Lists{Features: []string{"x"}, Queries: []List{list("test", "a"), list("train", "b"), list("test", "c"), list("dev", "d"),
		list("train", "e")}}
	views := must.Get(divideLists(in, usual()))(t)
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
	must.Equal(t, in.Queries[0].Number, 0, "the lists that were given have changed")
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
