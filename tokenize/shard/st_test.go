package shard

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// columnsIn lists the top-level columns of a config's first shard, in order.
func columnsIn(t *testing.T, dir, config string) (names []string) {
	t.Helper()
	found, _ := filepath.Glob(filepath.Join(dir, config, "train-00000-*"))
	if len(found) != 1 {
		t.Fatalf("no config %s", config)
	}
	err := encoding.WithParquet(found[0], func(file *parquet.File) error {
		for _, f := range file.Schema().Fields() {
			names = append(names, f.Name())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestSentenceTransformers reads every config back: columns in the order that the library takes them in, texts and labels of
// each pair, and the sidecar row by row.
func TestSentenceTransformers(t *testing.T) {
	c := shardtest.NewCollection(t, 20, 80)
	rows := c.Pairs(700, 1)
	for i := range rows {
		rows[i].Task = "pairwise" // one task: configs have plain names
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)})
	o := plainFormats()
	o.Formats, o.GroupSize = []string{"st-triplet", "st-ntuple", "st-pairs", "st-margin-mse", "st-ids", "st-cross", "st-listwise",
		"st-margin-ntuple", "st-labeled-list"}, 4
	in.Tokenizer = nil // none of them needs ids
	dir, m := mustWrite(t, in, o)
	for config, want := range map[string][]string{
		"triplet": {"anchor", "positive", "negative"}, "n-tuple": {"anchor", "positive", "negative_1", "negative_2", "negative_3"},
		"labeled-pair": {"anchor", "positive", "label"}, "margin-mse": {"anchor", "positive", "negative", "label"},
		"train": {"query_id", "positive_id", "negative_id"}, "queries": {"query_id", "query"}, "documents": {"document_id", "document"},
		"cross-encoder": {"query", "passage", "label"}, "listwise": {"query", "docs", "labels"},
		"margin-mse-n-tuple": {"anchor", "positive", "negative_1", "negative_2", "negative_3", "scores"}, "labeled-list": {"anchor", "positive",
			"labels"},
	} {
		if got := columnsIn(t, dir, config); !cmp.Equal(got, want) {
			t.Errorf("%s: columns %q, want %q", config, got, want)
		}
	}
	triplets, labelled, cross := readAll[stTriplet](t, dir, "triplet", "train"), readAll[stPair](t, dir, "labeled-pair", "train"),
		readAll[stCross](t, dir, "cross-encoder", "train")
	margins, ids := readAll[stMargin](t, dir, "margin-mse", "train"), readAll[stIDs](t, dir, "train", "train")
	meta, meta2, metaMargin := readAll[stMeta](t, dir, "triplet-meta", "train"), readAll[stMeta](t, dir, "labeled-pair-meta", "train"),
		readAll[stMeta](t, dir, "margin-mse-meta", "train")
	if len(triplets) != 700 || len(labelled) != 1400 || len(cross) != 1400 || len(ids) != 700 || len(meta) != 700 || len(meta2) != 1400 ||
		len(margins) != len(metaMargin) {
		t.Fatalf("%d, %d, %d, %d, %d, %d rows", len(triplets), len(labelled), len(cross), len(ids), len(meta), len(meta2))
	}
	for i, p := range rows {
		query, pos, neg := c.Queries[p.QueryID], textOf(c, p.PosID), textOf(c, p.NegID)
		if want := (stTriplet{Anchor: &query, Positive: &pos, Negative: &neg}); !cmp.Equal(triplets[i], want) {
			t.Fatal(cmp.Diff(want, triplets[i]))
		}
		if want := []stPair{{Anchor: &query, Positive: &pos, Label: new(int64(1))}, {Anchor: &query, Positive: &neg,
			Label: new(int64(0))}}; !cmp.Equal(labelled[2*i:2*i+2], want) {
			t.Fatal(cmp.Diff(want, labelled[2*i:2*i+2]))
		}
		if want := []stCross{{Query: &query, Passage: &pos, Label: new(float32(1))}, {Query: &query, Passage: &neg,
			Label: new(float32(0))}}; !cmp.Equal(cross[2*i:2*i+2], want) {
			t.Fatal(cmp.Diff(want, cross[2*i:2*i+2]))
		}
		if *meta[i].UID != p.UID || *meta2[2*i].UID != p.UID || *meta2[2*i+1].NegID != p.NegID {
			t.Fatalf("row %d: the sidecar has another pair", i)
		}
		if want := (stIDs{QueryID: &p.QueryID, PositiveID: &p.PosID, NegativeID: &p.NegID}); !cmp.Equal(ids[i], want) {
			t.Fatal(cmp.Diff(want, ids[i]))
		}
		if p.PosScore == nil {
			continue
		}
		margin := float32(*p.PosScore - *p.NegScore)
		if want := (stMargin{Anchor: &query, Positive: &pos, Negative: &neg, Label: &margin}); !cmp.Equal(margins[0],
			want) || *metaMargin[0].UID != p.UID {
			t.Fatal(cmp.Diff(want, margins[0]))
		}
		margins, metaMargin = margins[1:], metaMargin[1:]
	}
	if n := m.Warnings["pairs without two scores left out of st-margin-mse"]; len(margins) != 0 || n != 234 { // every third of 700
		t.Errorf("%d rows too many, %d counted as without scores", len(margins), n)
	}
	known := map[string]string{}
	for _, d := range readAll[stDocument](t, dir, "documents", "train") {
		if _, twice := known[*d.ID]; twice || *d.Text != textOf(c, *d.ID) {
			t.Errorf("document %s twice, or with another text", *d.ID)
		}
		known[*d.ID] = *d.Text
	}
	for _, p := range rows {
		if known[p.PosID] == "" || known[p.NegID] == "" {
			t.Fatalf("%s or %s is in no document", p.PosID, p.NegID)
		}
	}

	type tuple struct {
		Anchor, Positive                string
		Negative1, Negative2, Negative3 string
	}
	tuples := readAll[struct {
		Anchor    *string `parquet:"anchor,optional"`
		Positive  *string `parquet:"positive,optional"`
		Negative1 *string `parquet:"negative_1,optional"`
		Negative2 *string `parquet:"negative_2,optional"`
		Negative3 *string `parquet:"negative_3,optional"`
	}](t, dir, "n-tuple", "train")
	labeledLists := readAll[stLabeledList](t, dir, "labeled-list", "train")
	lists, groupMeta, listMeta := readAll[stList](t, dir, "listwise", "train"), readAll[stGroupMeta](t, dir, "n-tuple-meta", "train"),
		readAll[stGroupMeta](t, dir, "listwise-meta", "train")
	byUID := map[string]pairs.Pair{}
	for _, p := range rows {
		byUID[p.UID] = p
	}
	if len(lists) != len(tuples) || len(groupMeta) != len(tuples) {
		t.Fatalf("%d tuples, %d lists, %d of the sidecar", len(tuples), len(lists), len(groupMeta))
	}
	padded, inLists := 0, map[string]bool{}
	for i, g := range groupMeta {
		n := len(g.UIDs)
		first := byUID[*g.UID]
		var negatives []string
		for j, uid := range g.UIDs {
			p, ok := byUID[uid]
			if !ok || p.QueryID != *g.QueryID || p.PosID != *g.PosID || p.NegID != g.NegIDs[j] || p.Axiom != g.Axioms[j] ||
				slices.Contains(negatives, textOf(c, p.NegID)) {
				t.Fatalf("group %d: pair %s repeats a negative or belongs to another", i, uid)
			}
			negatives = append(negatives, textOf(c, p.NegID))
		}
		padded += 3 - n
		// A list takes none of another list's pairs.
		wantList := stList{Query: new(c.Queries[first.QueryID]), Docs: []string{textOf(c, first.PosID)}, Labels: []float32{1}}
		for j, uid := range listMeta[i].UIDs {
			if uid != g.UIDs[j] || inLists[uid] {
				t.Fatalf("list %d: pair %s comes twice or is not the tuple's", i, uid)
			}
			inLists[uid] = true
			wantList.Docs, wantList.Labels = append(wantList.Docs, negatives[j]), append(wantList.Labels, 0)
		}
		want := tuple{c.Queries[first.QueryID], textOf(c, first.PosID), negatives[0], negatives[1%n], negatives[2%n]}
		r := tuples[i]
		if got := (tuple{*r.Anchor, *r.Positive, *r.Negative1, *r.Negative2, *r.Negative3}); got != want {
			t.Fatal(cmp.Diff(want, got))
		}
		if diff := cmp.Diff(wantList, lists[i]); diff != "" {
			t.Fatal(diff)
		}
		// A batch's labels become one tensor: lists of bi-encoders are filled to equal length, as tuples are.
		filled := stLabeledList{Anchor: &want.Anchor, Positive: []string{want.Positive, want.Negative1, want.Negative2, want.Negative3},
			Labels: []float32{1, 0, 0, 0}}
		if diff := cmp.Diff(filled, labeledLists[i]); diff != "" {
			t.Fatal(diff)
		}
	}
	if len(inLists) != len(rows) || m.Warnings["negatives repeated to fill groups of st-ntuple"] != padded || padded == 0 {
		t.Errorf("%d pairs in lists; %d negatives repeated, counted %d", len(inLists), padded,
			m.Warnings["negatives repeated to fill groups of st-ntuple"])
	}
	// Of the scored tuples the pairs are those with scores, and every document has the score of its pair.
	scored, scoredMeta := readAll[struct {
		Scores []float32 `parquet:"scores,optional,list"`
	}](t, dir, "margin-mse-n-tuple", "train"), readAll[stGroupMeta](t, dir, "margin-mse-n-tuple-meta", "train")
	withScores := map[string]bool{}
	for i, g := range scoredMeta {
		for _, uid := range g.UIDs {
			withScores[uid] = true
		}
		want := []float32{}
		for j := range 4 {
			at := slices.IndexFunc(rows, func(p pairs.Pair) bool { return p.UID == g.UIDs[max(0, j-1)%len(g.UIDs)] })
			if j == 0 {
				want = append(want, float32(*rows[at].PosScore))
			} else {
				want = append(want, float32(*rows[at].NegScore))
			}
		}
		if !slices.Equal(scored[i].Scores, want) {
			t.Fatalf("tuple %d has the scores %v, want %v", i, scored[i].Scores, want)
		}
	}
	if len(withScores) != 700-234 {
		t.Errorf("%d pairs with scores in tuples", len(withScores))
	}
	if s, err := Inspect(context.Background(), dir, 1, nil); err != nil || len(s.Folders) != 2*8+3+1 ||
		fmt.Sprint(s.Folders[2].Columns) != "[anchor positive negative_1 negative_2 negative_3]" {
		t.Errorf("%v, %v", s, err)
	}
}
