package shard

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestWeights: every format that can carry a row's weight does, a group the mean of its pairs'; the others say what they
// leave out. Without weights but 1 nothing but Parquet and canonical rows name them.
func TestWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	_, in := mixedSample(t)
	o := allFormats()
	o.ShardRows, o.GroupSize = 100000, 4
	plain, m := mustWrite(t, in, o)
	for what := range m.Warnings {
		if strings.Contains(what, "weight") {
			t.Errorf("all weights are 1, yet %s", what)
		}
	}
	weighted := 0
	byUID := map[string]pairs.Pair{}
	for i := range in.Splits {
		editPairs(&in.Splits[i], func(i int, p *pairs.Pair) {
			if p.Source == pairs.Axiomatic {
				p.Weight, p.Margin = 0.25+float64(i%5)/2, 0.5+float64(i%3)/4
			}
			if p.Weight != 1 || p.Margin != 1 {
				weighted++
			}
			byUID[p.UID] = *p
		})
	}
	dir, m := mustWrite(t, in, o)
	for _, name := range []string{"tfrecord"} {
		if got := m.Warnings["pairs with a weight or margin that is not in "+name]; got != weighted {
			t.Errorf("%s: %d weights left out, want %d", name, got, weighted)
		}
	}
	if _, err := Verify(t.Context(), dir, nil); err != nil {
		t.Error(err)
	}
	lines := func(dir, folder string) (rows []map[string]any) {
		for _, line := range linesOf(t, dir, folder, "train") {
			row := map[string]any{}
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row)
		}
		return rows
	}
	metas := readAll[stGroupMeta](t, dir, "n-tuple-ranking-meta", "train")
	tevatron := lines(dir, "tevatron-ranking")
	if len(metas) == 0 || len(metas) != len(tevatron) {
		t.Fatalf("%d groups of n-tuple, %d of tevatron", len(metas), len(tevatron))
	}
	for i, g := range metas {
		sum := 0.0
		for j, uid := range g.UIDs {
			if float64(g.Weights[j]) != byUID[uid].Weight || float64(g.Margins[j]) != byUID[uid].Margin {
				t.Fatalf("group %d: weights %v", i, g.Weights)
			}
			sum += byUID[uid].Weight
		}
		if mean := sum / float64(len(g.UIDs)); math.Abs(tevatron[i]["weight"].(float64)-mean) > 1e-12 {
			t.Fatalf("group %d: tevatron has the weight %v, want %v", i, tevatron[i]["weight"], mean)
		}
	}
	if _, ok := lines(plain, "tevatron-ranking")[0]["weight"]; ok {
		t.Error("tevatron has weights though all are 1")
	}
	for file, ranking := range map[string]bool{"reg_train.json": false, "group_train.json": true} {
		raw, err := os.ReadFile(filepath.Join(dir, "mtdnn", file))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			var row struct {
				UID    string
				Weight *float64
			}
			if err := json.Unmarshal([]byte(line), &row); err != nil || row.Weight == nil || !ranking &&
				*row.Weight != byUID[row.UID].Weight || ranking && *row.Weight != 1 {
				t.Fatalf("%s: %v, %s", file, err, line)
			}
		}
	}
	for i, r := range readAll[idPair](t, dir, "pairs-tokenized", "train") {
		if p := byUID[*r.UID]; float64(*r.Weight) != p.Weight || float64(*r.Margin) != p.Margin {
			t.Fatalf("row %d of pairs-tokenized has the weight %v and the margin %v", i, *r.Weight, *r.Margin)
		}
	}
	for _, folder := range []string{"triples", "triples-ids", "duet"} { // line by line, a pair each
		lines := linesOf(t, dir, folder, "train")
		meta := linesOf(t, dir, folder+"-meta", "train")
		if len(lines) == 0 || len(lines) != len(meta) {
			t.Fatalf("%s: %d lines, %d of provenance", folder, len(lines), len(meta))
		}
		for i := range meta {
			var of provenance
			if err := json.Unmarshal([]byte(meta[i]), &of); err != nil {
				t.Fatal(err)
			}
			p := byUID[of.UID]
			if want := (provenance{UID: p.UID, Axiom: p.Axiom, Variant: p.Variant, QueryID: p.QueryID, PosID: p.PosID, NegID: p.NegID,
				Weight: p.Weight, Margin: p.Margin, Source: string(p.Source)}); of != want {
				t.Fatalf("%s, line %d: %+v, want %+v", folder, i, of, want)
			}
			if want := p.QueryID + "\t" + p.PosID + "\t" + p.NegID; folder == "triples-ids" && lines[i] != want {
				t.Fatalf("line %d is %q, its provenance says %q", i, lines[i], want)
			}
		}
	}
	f, err := os.Open(filepath.Join(dir, "matchzoo-ranking", "train-00000-of-00001.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || !slices.Equal(rows[0], append(strings.Split(matchzooHeader, ","), "weight",
		"margin")) || rows[1][5] == "" || rows[1][6] == "" {
		t.Errorf("matchzoo: %v, %v", err, rows[:2])
	}
	for i, r := range readAll[mixed](t, dir, "mixed", "train") {
		if want := byUID[*r.UID]; float64(*r.Weight) != want.Weight || float64(*r.Margin) != want.Margin {
			t.Fatalf("mixed row %d has the weight %v and the margin %v", i, *r.Weight, *r.Margin)
		}
	}
}
