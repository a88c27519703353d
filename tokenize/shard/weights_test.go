package shard

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
)

// TestWeights: a row has the weight of its pair, a group the mean of its pairs' weights; a format that carries none says what it leaves out.
// Without weights but 1 nothing but Parquet and canonical rows name them.
func TestWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	_, in := fewer(t)
	o := plainFormats()
	o.Formats, o.ShardRows, o.GroupSize = []string{"st-ntuple", "tevatron", "mtdnn", "jsonl", "tfrecord", "matchzoo"}, 0, 4
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
	if got := m.Warnings["pairs with a weight or margin that is not in tfrecord"]; got != weighted {
		t.Errorf("%d weights left out, want %d", got, weighted)
	}
	lines := func(dir, folder string) (rows []map[string]any) {
		for _, line := range linesOf(t, dir, folder, "train") {
			row := map[string]any{}
			must.Do(t, json.Unmarshal([]byte(line), &row))
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
		raw := must.Get(os.ReadFile(filepath.Join(dir, "mtdnn", file)))(t)
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
	for _, line := range lines(dir, "jsonl") {
		if p := byUID[line["uid"].(string)]; line["weight"] != p.Weight || line["margin"] != p.Margin {
			t.Fatalf("%v, want the weight %v and the margin %v", line, p.Weight, p.Margin)
		}
	}
	if header, _, _ := strings.Cut(files(t, dir)["matchzoo-ranking/train-00000-of-00001.csv"], "\n"); header != matchzooHeader+",weight,margin" {
		t.Errorf("matchzoo: %s", header)
	}
}

// FuzzVouchedFor overwrites bytes of a shard, or cuts it off, behind a manifest that has the right size and checksum for it: it is read, or
// an error says why not, and nothing brings Inspect down.
func FuzzVouchedFor(f *testing.F) {
	type file struct {
		of  Shard
		raw []byte
	}
	var shards []file
	_, in := fewer(f)
	o := allFormats()
	o.GroupSize = 3
	written, m := mustWrite(f, in, o)
	seen := map[string]bool{}
	for _, s := range m.Shards {
		if seen[path.Dir(s.Path)] {
			continue
		}
		seen[path.Dir(s.Path)] = true
		raw := must.Get(os.ReadFile(filepath.Join(written, filepath.FromSlash(s.Path))))(f)
		n := len(shards)
		shards = append(shards, file{s, raw})
		switch n % 3 {
		case 0:
			f.Add(n, len(raw)/2, []byte{255, 255, 255, 255, 127}, false)
		case 1:
			f.Add(n, max(0, len(raw)-30), []byte{0, 255, 1}, false)
		default:
			f.Add(n, len(raw)/3, []byte{}, true)
		}
	}
	budgettest.Fuzz(f, func(t *testing.T, n, at int, to []byte, cut bool) {
		if n < 0 || n >= len(shards) || at < 0 || at >= len(shards[n].raw) {
			return
		}
		s, raw := shards[n].of, bytes.Clone(shards[n].raw)
		copy(raw[at:], to)
		if cut {
			raw = raw[:at]
		}
		dir := t.TempDir()
		full := filepath.Join(dir, filepath.FromSlash(s.Path))
		must.Do(t, os.MkdirAll(filepath.Dir(full), 0o777))
		must.Do(t, os.WriteFile(full, raw, 0o666))
		sum := sha256.Sum256(raw)
		s.Bytes, s.SHA256 = int64(len(raw)), hex.EncodeToString(sum[:])
		r := folderReader{Folder{}, m.Tokenizer, encoding.NewReading(nil, 2)}
		if err := r.read(t.Context(), dir, s); err != nil && bytes.Equal(raw, shards[n].raw) {
			t.Errorf("a sound shard: %v", err)
		}
		r.finish()
	})
}
