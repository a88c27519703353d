package shard

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
	"github.com/google/go-cmp/cmp"
)

func TestVerify(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	_, in := sample(t)
	dir, m := mustWrite(t, in, plainFormats())
	check, err := Verify(context.Background(), dir, nil)
	if err != nil || check.Shards != len(m.Shards) || check.Rows != 15*750 || len(check.Differences) != 0 {
		t.Fatalf("%+v, %v", check, err)
	}
	change := func(name string, f func([]byte) []byte) func() {
		return func() {
			path := filepath.Join(dir, name)
			raw := must.Get(os.ReadFile(path))(t)
			must.Do(t, os.WriteFile(path, f(raw), 0o666))
		}
	}
	for _, c := range []struct {
		note string
		do   func()
		want string
	}{
		{"a bit", change("cross/train-00000-of-00007.parquet", func(b []byte) []byte { b[len(b)/2] ^= 1; return b }),
			"cross/train-00000-of-00007.parquet has other bytes than the manifest says"},
		{"a line", change("triples/validation-00000-of-00001.tsv", func(b []byte) []byte { return append(b, "q\tp\tn\n"...) }),
			"triples/validation-00000-of-00001.tsv has "},
		{"the card", change(cardName, func(b []byte) []byte { return append(b, '\n') }), "README.md has "},
		{"a missing shard", func() { os.Remove(filepath.Join(dir, "pairs/train-00003-of-00007.parquet")) },
			"pairs/train-00003-of-00007.parquet cannot be read"},
		{"a shard too many", func() { os.WriteFile(filepath.Join(dir, "jsonl/train-00007-of-00008.jsonl"), nil, 0o666) },
			"jsonl/train-00007-of-00008.jsonl is not in the manifest"},
	} {
		before := files(t, dir)
		c.do()
		check, err := Verify(context.Background(), dir, nil)
		e := new(errs.Error)
		if !errors.As(err, &e) || e.Kind != errs.Shortfall || len(check.Differences) == 0 || !strings.HasPrefix(check.Differences[0], c.want) {
			t.Errorf("%s: %v, %+v", c.note, err, check)
		}
		for name := range files(t, dir) {
			if _, ok := before[name]; !ok {
				os.Remove(filepath.Join(dir, name))
			}
		}
		for name, text := range before {
			os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666)
		}
	}
}

func TestInspect(t *testing.T) {
	c, in := sample(t)
	dir, _ := mustWrite(t, in, plainFormats())
	s, err := Inspect(context.Background(), dir, 2, nil)
	must.Do(t, err)
	var names []string
	for _, f := range s.Folders {
		names = append(names, f.Name)
		if len(f.Splits) != 2 || len(f.Rows) != 2 {
			t.Errorf("%s: %d splits, %d rows", f.Name, len(f.Splits), len(f.Rows))
		}
	}
	if want := []string{"pairs", "pairs-tokenized", "cross", "pairwise", "pairwise-tokenized", "pairwise-cross", "ranking",
		"ranking-tokenized", "ranking-cross", "mixed", "triples", "triples-meta", "triples-ids", "triples-ids-meta", "jsonl"}; !cmp.Equal(names,
		want) {
		t.Fatalf("folders %q, want %q", names, want)
	}
	p := in.Splits[0].Pairs.Pair(1)
	if row := s.Folders[0].Rows[1]; row["uid"] != p.UID || row["positive"] != textOf(c,
		p.PosID) || row["pos_grade"] != nil || row["label"] != int64(1) {
		t.Errorf("row of pairs: %v", row)
	}
	var pieces []string
	ids, _ := in.Tokenizer.Single(c.Queries[p.QueryID], 6)
	for _, id := range ids {
		pieces = append(pieces, in.Tokenizer.Vocab().Piece(id))
	}
	if got, want := s.Folders[1].Rows[1]["query_input_ids"], strings.Join(pieces, " "); got != want {
		t.Errorf("query as pieces: %q, want %q", got, want)
	}
	os.WriteFile(filepath.Join(dir, "cross/train-00002-of-00007.parquet"), []byte("PAR1"), 0o666)
	_, err = Inspect(context.Background(), dir, 1, nil)
	if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || e.File != "cross/train-00002-of-00007.parquet" {
		t.Errorf("a broken shard: %v", err)
	}
	axioms := map[string]int{}
	for i, split := range s.Folders[0].Splits { // each by itself: every third pair is judged
		if n := in.Splits[i].Pairs.Len(); split.Axioms[""] != (n+2)/3 || split.Axioms["tfc1"] != n-(n+2)/3 {
			t.Errorf("axioms of %s: %v", split.Name, split.Axioms)
		}
		for axiom, n := range split.Axioms {
			axioms[axiom] += n
		}
	}
	if axioms[""] != 251 || axioms["tfc1"] != 499 {
		t.Errorf("axioms %v", axioms)
	}
	// Lengths by the plain layouts.
	var sum, limit, shortest, longest int
	for _, split := range in.Splits {
		for _, p := range split.Pairs.All() {
			ids, _ := in.Tokenizer.Single(textOf(c, p.NegID), 20)
			sum, longest = sum+len(ids), max(longest, len(ids))
			if shortest == 0 || len(ids) < shortest {
				shortest = len(ids)
			}
			if len(ids) == 20 {
				limit++
			}
		}
	}
	got := s.Folders[1].Lengths[2]
	if got.Column != "neg_input_ids" || got.Mean != float64(sum)/750 || got.AtLimit != float64(limit)/750 || got.Min != shortest ||
		got.Max != longest || got.Limit != 20 ||
		got.Median < got.Min || got.P95 < got.Median || got.Max < got.P95 {
		t.Errorf("%+v; want mean %v, at limit %v, %d to %d", got, float64(sum)/750, float64(limit)/750, shortest, longest)
	}
	if q := s.Folders[1].Lengths[0]; q.Limit != 6 {
		t.Errorf("limit of queries: %d", q.Limit)
	}
	text := s.Text(0)
	for _, want := range []string{"task ranking: 499 pairs\n", "\npairs-tokenized\n  train        650 rows in 7 shards, ",
		"    judged                 217 rows, 33.4 %\n", "    query_input_ids: [CLS] ", "    line: q"} {
		must.Contain(t, text, want)
	}
	if raw, err := json.Marshal(s); err != nil || !bytes.Contains(raw, []byte(`"at_limit":`)) {
		t.Errorf("as JSON: %v", err)
	}
}

func TestMedianAndP95(t *testing.T) {
	for _, c := range []struct {
		counts      map[int]int
		median, p95 int
	}{{map[int]int{5: 1}, 5, 5}, {map[int]int{1: 10, 2: 10}, 1, 2}, {map[int]int{1: 9, 2: 11}, 2, 2}, {map[int]int{3: 95, 9: 5}, 3, 3},
		{map[int]int{3: 94, 9: 6}, 3, 9}} {
		f := folderReader{limits: &plan.TokenizerInfo{MaxLength: 9},
			rows: &encoding.Reading{Columns: []string{"input_ids"}, Lengths: map[string]map[int]int{"input_ids": c.counts}}}
		if got := f.finish().Lengths[0]; got.Median != c.median || got.P95 != c.p95 {
			t.Errorf("%v: median %d, p95 %d, want %d, %d", c.counts, got.Median, got.P95, c.median, c.p95)
		}
	}
}

func FuzzParseManifest(f *testing.F) {
	f.Add([]byte(`{"schema_version":1,"shards":[{"path":"a/b","rows":1}],"warnings":null}`))
	f.Add([]byte(`{"schema_version":1,"config":[{}],"tasks":[{"params":{"delta":10}}]}`))
	budgettest.Fuzz(f, func(t *testing.T, raw []byte) {
		m, err := parseManifest("manifest.json", raw)
		if err != nil {
			return
		}
		again := must.Get(json.Marshal(m))(t)
		if second, err := parseManifest("manifest.json", again); err != nil || !cmp.Equal(m, second) {
			t.Fatalf("%s is not read back: %v", again, err)
		}
	})
}

// TestInspectCountsRepeatedRows has every format find rows with the same content: a pair that comes again, under another
// uid, and MT-DNN's and TFRecord's sequences have lengths.
func TestInspectCountsRepeatedRows(t *testing.T) {
	c := shardtest.NewCollection(t, 20, 80)
	rows := c.Pairs(300, 1)
	distinct := map[[3]string]int{}
	for i := range rows {
		rows[i].Task, rows[i].PosRank, rows[i].NegRank = "pairwise", nil, nil
		distinct[[3]string{rows[i].QueryID, rows[i].PosID, rows[i].NegID}]++
	}
	again := slices.Clone(rows[:40])
	for i := range again {
		again[i].Pass, again[i].UID = 1, pairs.NewUID("pairwise", again[i].Axiom, again[i].QueryID, again[i].PosID, again[i].NegID, 1)
	}
	o := plainFormats()
	o.Formats, o.MTDNNRanking = []string{"parquet", "triples-ids", "jsonl", "tfrecord", "mtdnn"}, format.MTDNNPointwise
	dir, _ := mustWrite(t, inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(append(rows, again...))}), o)
	s := must.Get(Inspect(t.Context(), dir, 0, nil))(t)
	folders := map[string]Folder{}
	for _, f := range s.Folders {
		folders[f.Name] = f
	}
	// Pairs drawn twice of the first 300 differ in axiom, grade or scores at most.
	if got := folders["triples-ids"].Duplicates; got != 340-len(distinct) {
		t.Errorf("%d triples repeated, want %d", got, 340-len(distinct))
	}
	for name, f := range folders {
		if f.Duplicates < 40 {
			t.Errorf("%s: %d rows repeated of 40 and more", name, f.Duplicates)
		}
	}
	want := map[string]map[string]int{"tfrecord": {"input": 680, "query_ids": 680}, "mtdnn": {"token_id": 680}, "cross": {"input_ids": 680}}
	for name, columns := range want {
		got := map[string]int{}
		for _, l := range folders[name].Lengths {
			for _, n := range l.Bins {
				got[l.Column] += n
			}
			if l.Min < 3 || l.Max > l.Limit || l.Max > len(l.Bins)*l.BinWidth {
				t.Errorf("%s: %+v", name, l)
			}
		}
		if !cmp.Equal(got, columns) {
			t.Errorf("%s: sequences by column %v, want %v", name, got, columns)
		}
	}
	// The same sequences in the three formats.
	if a, b, c := folders["cross"].Lengths[0], folders["mtdnn"].Lengths[0], folders["tfrecord"].Lengths[0]; !cmp.Equal(a.Bins,
		b.Bins) || !cmp.Equal(a.Bins, c.Bins) {
		t.Errorf("lengths %v, %v, %v", a.Bins, b.Bins, c.Bins)
	}
	numOrigins := 0 // of a pair's rows, which are the same
	for _, f := range s.Folders {
		if strings.HasSuffix(f.Name, "-meta") {
			numOrigins++
		}
	}
	if text := s.Text(0); strings.Count(text, "  duplicates: ") != len(s.Folders)-numOrigins {
		t.Errorf("the text does not tell the duplicates of %d folders:\n%s", len(s.Folders)-numOrigins, text)
	}
}

// Manifests that are none, with the exact message.
func TestMalformedManifest(t *testing.T) {
	const whole = `{"schema_version": 3, "shards": [{"path": "pairs/train-00000-of-00001.parquet", "rows": 1, "bytes": 2, "sha256": "x"}]}`
	for _, c := range [][2]string{
		{"", "manifest.json: not a manifest: it is empty; hint: it is written by axiomine tokenize shards"},
		{"{", "manifest.json: not a manifest: it is cut off; hint: it is written by axiomine tokenize shards"},
		{"[]", "manifest.json:1: not a manifest: it holds an array; hint: it is written by axiomine tokenize shards"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\"", "manifest.json: not a manifest: it is cut off; hint: it is written by axiomine " +
			"tokenize shards"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\": \"pairs/train-00000-of-00001.parquet\", \"rows\": 1, \"bytes\": 2, \"sha256\": " +
			"\"x\"}]}x", "manifest.json:1: not a manifest: invalid character 'x' after top-level value; hint: it is written by axiomine " +
			"tokenize shards"},
		{"{\"schema_version\": 99}", "manifest.json: schema version 99, not 3; hint: use the version of axiomine that wrote it"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\": \"a/../../b\"}]}",
			"manifest.json: shard \"a/../../b\" lies outside the directory; hint: write the shards again"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\": \"a\", \"rows\": -1}]}",
			"manifest.json: shard \"a\" has -1 rows and 0 bytes; hint: write the shards again"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\": \"a\", \"rows\": 1e30}]}",
			"manifest.json:1: not a manifest: shards.rows holds a number 1e30; hint: it is written by axiomine tokenize shards"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\": \"a\"}, {\"path\": \"a\"}]}",
			"manifest.json: shard \"a\" stands twice; hint: write the shards again"},
	} {
		_, err := parseManifest("manifest.json", []byte(c[0]))
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || err.Error() != c[1] {
			t.Errorf("\t\t{%q, %q},", c[0], err)
		}
	}
	if _, err := parseManifest("manifest.json", []byte(whole)); err != nil {
		t.Error(err)
	}
}
