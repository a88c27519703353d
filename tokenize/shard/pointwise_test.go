package shard

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestPointwise puts documents on both sides: d1 is above d2 once and below d0 twice, d3 is above and below by one axiomatic pair
// each, d4 by an axiomatic and a judged one. d5 has an accent that the word pieces lack, so that as ids it is d1.
func TestPointwise(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 10)
	c.Docs["d1"], c.Docs["d5"] = [2]string{"", "red kite"}, [2]string{"", "réd kite"}
	var rows []pairs.Pair
	pair := func(pos, neg int, source pairs.Source) {
		p := pairs.Pair{Task: "pairwise", QueryID: "q0", PosID: fmt.Sprint("d", pos), NegID: fmt.Sprint("d", neg), Weight: 1, Margin: 1,
			Source: source}
		p.UID = pairs.NewUID(p.Task, "", p.QueryID, p.PosID, p.NegID, len(rows))
		rows = append(rows, p)
	}
	for _, p := range [][2]int{{1, 2}, {0, 1}, {0, 5}, {3, 6}, {0, 3}, {4, 7}} {
		pair(p[0], p[1], pairs.Axiomatic)
	}
	pair(0, 4, pairs.Judged)
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)}, plan.Split{Name: "test", Pairs: pairs.TableOf(rows[:1])})
	o := plainFormats()
	o.MTDNNRanking = format.MTDNNRegression
	type labels map[string]float64 // by document
	for _, want := range []struct {
		fate         string
		texts        labels
		rows, idRows int
		d1           float32
	}{
		// As a text d1 is above once and below once, and goes; as word pieces it is below by two to one and loses one row of three.
		{plan.Majority, labels{"d0": 1, "d2": 0, "d4": 0, "d5": 0, "d6": 0, "d7": 0}, 14 - 2 - 2 - 1, 14 - 1 - 2 - 1, 0},
		{plan.Soft, labels{"d0": 1, "d1": .5, "d2": 0, "d3": .5, "d4": .5, "d5": 0, "d6": 0, "d7": 0}, 14, 14, 1. / 3},
	} {
		if o.Pointwise = want.fate; want.fate == plan.Majority {
			o.Formats = []string{"parquet", "st-cross", "st-pairs", "mtdnn", "tfrecord"}
		} else {
			o.Formats = []string{"parquet", "st-cross", "st-pairs", "mtdnn"}
		}
		dir, m := mustWrite(t, in, o)
		got := labels{}
		texts, meta := readAll[stCross](t, dir, "cross-encoder", "train"), readAll[stMeta](t, dir, "cross-encoder-meta", "train")
		for i, r := range texts {
			for id := range c.Docs {
				if textOf(c, id) != *r.Passage {
					continue
				}
				if before, ok := got[id]; ok && before != float64(*r.Label) || id != *meta[i].PosID && id != *meta[i].NegID {
					t.Errorf("%s: %s has the labels %v and %v, or is not in the pair of its sidecar", want.fate, id, before, *r.Label)
				}
				got[id] = float64(*r.Label)
			}
		}
		if !maps.Equal(got, want.texts) || len(texts) != want.rows || len(meta) != want.rows {
			t.Errorf("%s: %v in %d rows, %d of the sidecar", want.fate, got, len(texts), len(meta))
		}
		byIDs := map[string]float32{}
		n := 0
		add := func(ids []int32, label float32) {
			n++
			if before, ok := byIDs[fmt.Sprint(ids)]; ok && before != label {
				t.Errorf("%s: %v has the labels %v and %v", want.fate, ids, before, label)
			}
			byIDs[fmt.Sprint(ids)] = label
		}
		if want.fate == plan.Soft {
			for _, r := range readAll[idSoft](t, dir, "cross", "train") {
				add(r.IDs, *r.Label)
			}
		} else {
			for _, r := range readAll[idCross](t, dir, "cross", "train") {
				add(r.IDs, float32(*r.Label))
			}
		}
		query, kite := in.Tokenizer.AppendIDs(nil, c.Queries["q0"]), in.Tokenizer.AppendIDs(nil, "red kite")
		d1 := append(append(append([]int32{2}, query...), 3), append(kite, 3)...) // [CLS] and [SEP] of newCollection
		if n != want.idRows || byIDs[fmt.Sprint(d1)] != want.d1 {
			t.Errorf("%s: %d rows of ids, d1 has %v", want.fate, n, byIDs[fmt.Sprint(d1)])
		}
		at := slices.IndexFunc(m.Shards, func(s Shard) bool { return s.Path == "mtdnn/regression_train.json" })
		if m.Shards[at].Rows != want.idRows {
			t.Errorf("%s: %d lines for mtdnn", want.fate, m.Shards[at].Rows)
		}
		if at := slices.IndexFunc(m.Shards, func(s Shard) bool {
			return strings.HasPrefix(s.Path,
				"tfrecord/train")
		}); at >= 0 && m.Shards[at].Rows != 14-2*4 {
			t.Errorf("%d records: of the four pairs with a row against the majority both go", m.Shards[at].Rows)
		}
		s, err := Inspect(t.Context(), dir, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range s.Folders {
			if f.Contradictions != 0 {
				t.Errorf("%s: %d contradictions in %s", want.fate, f.Contradictions, f.Name)
			}
		}
		if n := len(readAll[stCross](t, dir, "cross-encoder", "test")); n != 2 { // each split by itself
			t.Errorf("%d rows in test", n)
		}
		told := plan.Pointwise{Folder: "cross", Split: "train", Inputs: 7, BothSides: 3, Fate: want.fate}
		if !slices.Contains(m.Pointwise, told) {
			t.Errorf("%+v, want %+v", m.Pointwise, told)
		}
		if n := m.Warnings["pointwise rows against most of their input's pairs left out of cross"]; n != 14-want.idRows {
			t.Errorf("%s: %d rows counted as left out", want.fate, n)
		}
		if check, err := Verify(t.Context(), dir, nil); err != nil {
			t.Errorf("%+v, %v", check, err)
		}
	}
	o.Formats, o.Pointwise = []string{"parquet", "tfrecord", "mtdnn", "st-cross", "st-pairs"}, plan.Keep
	dir, _ := mustWrite(t, in, o)
	s, err := Inspect(t.Context(), dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	both := map[string]int{}
	for _, f := range s.Folders {
		both[f.Name] = f.Contradictions
	}
	want := map[string]int{"pairs": 0, "pairs-tokenized": 0, "cross": 3, "tfrecord": 3, "mtdnn": 3, "cross-encoder": 3,
		"cross-encoder-meta": 0, "labeled-pair": 3, "labeled-pair-meta": 0}
	if !maps.Equal(both, want) {
		t.Errorf("kept: %v", both)
	}
	o.Formats, o.Pointwise = []string{"parquet", "st-cross", "mtdnn", "tfrecord"}, plan.Once
	dir, m := mustWrite(t, in, o)
	byText, byIDs := map[string]bool{}, map[string]bool{}
	for _, r := range readAll[stCross](t, dir, "cross-encoder", "train") {
		byText[*r.Passage] = true
	}
	for _, r := range readAll[idCross](t, dir, "cross", "train") {
		byIDs[fmt.Sprint(r.IDs)] = true
	}
	for _, shard := range m.Shards { // without d1 and d3 as texts, without d3 as word pieces, of which d5 is d1
		hasRows := strings.Contains(shard.Path, "train") && !strings.HasPrefix(shard.Path, "pair") && !strings.Contains(shard.Path, "meta")
		if hasRows && shard.Rows != 6 {
			t.Errorf("once: %d rows in %s", shard.Rows, shard.Path)
		}
	}
	if len(byText) != 6 || len(byIDs) != 6 || m.Warnings["pointwise rows whose input an earlier row has left out of cross"] != 4 {
		t.Errorf("once: inputs %v, %v, left out %v", byText, byIDs, m.Warnings)
	}
	if check, err := Verify(t.Context(), dir, nil); err != nil {
		t.Errorf("once: %+v, %v", check, err)
	}
	o.Formats, o.Pointwise = []string{"tfrecord"}, plan.Soft
	if err := o.Validate(); err == nil {
		t.Error("classes take soft labels")
	}
}
