package shard

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestMatchZoo reads the CSV as pandas does: ids that look like numbers or like no value, a text that does, quotes.
func TestMatchZoo(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 2)
	c.Docs = map[string][2]string{"051": {"", `says "no", twice`}, "NA": {"", "NA"}, "1e5": {"title", "text\nmore"}, "d": {"", " lead"}}
	c.Queries = map[string]string{"007": "red, \tblue"}
	pair := func(uid, pos, neg string) pairs.Pair {
		return pairs.Pair{UID: uid, Task: "pairwise", QueryID: "007", PosID: pos, NegID: neg, Weight: 1, Margin: 1, Source: pairs.Axiomatic}
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf([]pairs.Pair{pair("u1", "051", "NA"), pair("u2", "1e5", "d"), pair("u3",
		"051", "1e5"), pair("u4", "051", "d")})})
	o := plainFormats()
	o.Formats, o.GroupSize = []string{"matchzoo"}, 3
	dir, m := mustWrite(t, in, o)
	f := must.Get(os.Open(filepath.Join(dir, m.Shards[0].Path)))(t)
	defer f.Close()
	rows := must.Get(csv.NewReader(f).ReadAll())(t)
	query, quoted, na, titled, lead := "red,  blue", `says "no", twice`, "NA ", "title text more", " lead"
	if diff := cmp.Diff([][]string{
		strings.Split(matchzooHeader, ","),
		{"q/007/u1", query, "d/051", quoted, "1"}, {"q/007/u1", query, "d/NA", na, "0"}, {"q/007/u1", query, "d/1e5", titled, "0"},
		{"q/007/u2", query, "d/1e5", titled, "1"}, {"q/007/u2", query, "d/d", lead, "0"},
		{"q/007/u4", query, "d/051", quoted, "1"}, {"q/007/u4", query, "d/d", lead, "0"}, // the group of u1 is full
	}, rows); diff != "" {
		t.Error(diff)
	}
	if check, err := Verify(t.Context(), dir, nil); err != nil || check.Rows != 7 {
		t.Errorf("%+v, %v", check, err)
	}
	if m.Warnings["fields with tabs or line breaks made spaces"] != 6 { // the query in four pairs, 1e5 in two
		t.Errorf("warnings %v", m.Warnings)
	}
}

// TestMatchZoo1: labels of answers, of pairs under multi-graded and of two relevant documents, and the ids of words.
func TestMatchZoo1(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 2)
	c.Docs = map[string][2]string{"a": {"Kite", "\nred KITE"}, "b": {"", "naïve 3.5"}, "c": {"", "red"}, "e": {"", "hill"}}
	c.Queries = map[string]string{"q": " red\tkite?"}
	pair := func(uid, pos, neg string, high, low int32) pairs.Pair {
		p := pairs.Pair{UID: uid, Task: "pairwise", QueryID: "q", PosID: pos, NegID: neg, PosLabel: high, NegLabel: low, Weight: 1, Margin: 1,
			Source: pairs.Judged}
		if high == 1 {
			p.Source = pairs.Axiomatic
		}
		return p
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf([]pairs.Pair{pair("u1", "a", "b", 2, 0),
		pair("u2", "a", "c", 2, 1), pair("u3", "c", "b", 1, 0), pair("u4", "e", "a", 2, 2)})})
	o := plainFormats()
	o.Formats = []string{"matchzoo-1"}
	dir, m := mustWrite(t, in, o)
	if got, want := linesOf(t, dir, "matchzoo-1", "train"), []string{"2 q/q/u1 d/a", "0 q/q/u1 d/b", "2 q/q/u2 d/a", "1 q/q/u2 d/c",
		"1 q/q/u3 d/c", "0 q/q/u3 d/b", "3 q/q/u4 d/e", "2 q/q/u4 d/a"}; !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	all := files(t, dir)
	for name, want := range map[string]string{
		"corpus.txt": "q/q/u1 red kite?\nq/q/u2 red kite?\nq/q/u3 red kite?\nq/q/u4 red kite?\n" +
			"d/a Kite  red KITE\nd/b naïve 3.5\nd/c red\nd/e hill\n",
		"corpus_preprocessed.txt": "q/q/u1 2 0 1\nq/q/u2 2 0 1\nq/q/u3 2 0 1\nq/q/u4 2 0 1\nd/a 3 1 0 1\nd/b 3 2 3 4\nd/c 1 0\nd/e 1 5\n",
		"word_dict.txt":           "red 0\nkite 1\nnaïve 2\n3 3\n5 4\nhill 5\n",
	} {
		if got := all["matchzoo-1/"+name]; got != want {
			t.Errorf("%s: %s", name, cmp.Diff(want, got))
		}
	}
	if check, err := Verify(t.Context(), dir, nil); err != nil || check.Rows != m.Shards[0].Rows+m.Shards[1].Rows {
		t.Errorf("%+v, %v", check, err)
	}
}
