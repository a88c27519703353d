package shard

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestTevatron reads both forms back: eight passages a group, titles that are always strings, and a corpus with every
// document that groups name.
func TestTevatron(t *testing.T) {
	c, in := sample(t)
	for i := range in.Splits {
		editPairs(&in.Splits[i], func(_ int, p *pairs.Pair) { p.Task = "pairwise" })
	}
	o := plainFormats()
	o.Formats = []string{"tevatron", "tevatron-ids"}
	dir, m := mustWrite(t, in, o)
	texts, ids := linesOf(t, dir, "tevatron", "train"), linesOf(t, dir, "tevatron-ids", "train")
	if len(texts) != len(ids) || len(texts) == 0 {
		t.Fatalf("%d groups with texts, %d with ids", len(texts), len(ids))
	}
	type pairKey [3]string
	want, got := map[pairKey]bool{}, map[pairKey]bool{}
	for _, p := range in.Splits[0].Pairs.All() {
		want[pairKey{p.QueryID, p.PosID, p.NegID}] = true
	}
	for i := range texts {
		var raw map[string]any
		var g tevatronGroup
		var byID tevatronIDs
		if err := json.Unmarshal([]byte(texts[i]), &g); err != nil {
			t.Fatal(err)
		}
		json.Unmarshal([]byte(texts[i]), &raw)
		if err := json.Unmarshal([]byte(ids[i]), &byID); err != nil {
			t.Fatal(err)
		}
		if len(g.Positives) != 1 || len(g.Negatives) != 7 || g.Query != c.Queries[g.QueryID] || byID.Query != g.Query ||
			byID.QueryID != g.QueryID {
			t.Fatalf("%s", texts[i])
		}
		for _, key := range []string{"positive_passages", "negative_passages"} {
			for _, p := range raw[key].([]any) {
				passage := p.(map[string]any)
				d := c.Docs[passage["docid"].(string)]
				if title, ok := passage["title"].(string); !ok || title != d[0] || passage["text"] != d[1] || len(passage) != 3 {
					t.Fatalf("passage %v, want %q", passage, d)
				}
			}
		}
		for j, n := range g.Negatives {
			got[pairKey{g.QueryID, g.Positives[0].DocID, n.DocID}] = true
			if byID.Negatives[j] != n.DocID || byID.Positives[0] != g.Positives[0].DocID {
				t.Fatalf("group %d by id: %v", i, byID)
			}
		}
	}
	if !maps.Equal(want, got) {
		t.Errorf("%d pairs in groups, want %d", len(got), len(want))
	}
	repeated := 0
	for _, line := range slices.Concat(texts, linesOf(t, dir, "tevatron", "validation")) {
		var g tevatronGroup
		json.Unmarshal([]byte(line), &g)
		different := map[string]bool{}
		for _, n := range g.Negatives {
			different[n.Title+n.Text] = true
		}
		repeated += len(g.Negatives) - len(different)
	}
	if n := m.Warnings["negatives repeated to fill groups of tevatron"]; n != repeated || n == 0 {
		t.Errorf("%d negatives are repeated, %d counted", repeated, n)
	}
	// For distillation: the pairs with scores alone, and a score with every passage.
	o.Formats = []string{"tevatron-distil"}
	distil, m := mustWrite(t, in, o)
	scores := map[pairKey][2]float64{}
	for _, p := range in.Splits[0].Pairs.All() {
		if p.PosScore != nil {
			scores[pairKey{p.QueryID, p.PosID, p.NegID}] = [2]float64{*p.PosScore, *p.NegScore}
		}
	}
	left := maps.Clone(scores)
	for _, line := range linesOf(t, distil, "tevatron-distil", "train") {
		var g tevatronGroup
		if err := json.Unmarshal([]byte(line), &g); err != nil || len(g.Negatives) != 7 {
			t.Fatalf("%v: %s", err, line)
		}
		for _, n := range g.Negatives {
			key := pairKey{g.QueryID, g.Positives[0].DocID, n.DocID}
			if want, ok := scores[key]; !ok || *g.Positives[0].Score != want[0] || *n.Score != want[1] {
				t.Fatalf("%v has the scores %v and %v, want %v", key, *g.Positives[0].Score, *n.Score, want)
			}
			delete(left, key)
		}
	}
	if len(left) > 0 || m.Warnings["pairs without two scores left out of tevatron-distil"] == 0 {
		t.Errorf("%d scored pairs are in no group; %v", len(left), m.Warnings)
	}
	corpus := map[string]string{}
	for _, line := range linesOf(t, dir, "tevatron-corpus", "corpus") {
		var d tevatronDoc
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		corpus[d.DocID] = d.Text
	}
	for id, d := range c.Docs {
		text := d[1]
		if d[0] != "" {
			text = d[0] + " " + text
		}
		if corpus[id] != text { // 750 random pairs name all of 80 documents
			t.Fatal(cmp.Diff(text, corpus[id]))
		}
	}
}
