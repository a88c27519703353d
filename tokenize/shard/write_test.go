package shard

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// plainFormats are those with one or two rows a pair, in small shards and with lengths that cut texts.
func plainFormats() Options {
	o := Defaults()
	o.Formats, o.MaxLength, o.MaxQueryLength, o.ShardRows = []string{"parquet", "triples", "triples-ids", "jsonl"}, 20, 6, 100
	return o
}

// allFormats are every format, in larger shards.
func allFormats() Options {
	o := plainFormats()
	o.Formats, o.ShardRows = FormatNames(), 250
	return o
}

func write(t testing.TB, dir string, mode result.Mode, in Input, o Options) (*Manifest, error) {
	t.Helper()
	d := must.Get(result.Claim(dir, mode))(t)
	defer d.Close()
	return Write(context.Background(), d, "", in, o, nil)
}

func mustWrite(t testing.TB, in Input, o Options) (dir string, m *Manifest) {
	t.Helper()
	dir = t.TempDir()
	m = must.Get(write(t, dir, result.Fresh, in, o))(t)
	return dir, m
}

// sample is an input of two splits, one of which does not fill its last shard.
func sample(t testing.TB) (*shardtest.Collection, Input) {
	c := shardtest.NewCollection(t, 20, 80)
	return c, inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(c.Pairs(650, 1))}, plan.Split{Name: "dev",
		Pairs: pairs.TableOf(c.Pairs(100, 2))})
}

func TestSameBytesAtAnyThreads(t *testing.T) {
	_, in := fewer(t)
	o := allFormats()
	o.ShardRows = 50
	o.Threads = 1
	one, m := mustWrite(t, in, o)
	o.Threads = 8
	eight, _ := mustWrite(t, in, o)
	must.Same(t, files(t, eight), files(t, one))
	if check, err := Verify(t.Context(), one, nil); err != nil || check.Shards != len(m.Shards) {
		t.Errorf("%+v, %v", check, err)
	}
	s := must.Get(Inspect(t.Context(), one, 1, nil))(t)
	folders := map[string]bool{}
	for _, f := range s.Folders {
		folders[f.Name] = true
		if len(f.Rows) != 1 {
			t.Errorf("%s: no row to look at", f.Name)
		}
	}
	for _, shard := range m.Shards {
		if !folders[path.Dir(shard.Path)] {
			t.Errorf("%s is in no folder", shard.Path)
		}
	}
	for _, name := range FormatNames() {
		if About(name) == "" {
			t.Errorf("nothing is said about %s", name)
		}
	}
}

// TestResume breaks a run at several places and finishes it; what was finished is not written again.
func TestResume(t *testing.T) {
	_, in := fewer(t)
	o := allFormats()
	o.ShardRows = 50
	o.Threads = 2
	whole, _ := mustWrite(t, in, o)
	want := files(t, whole)
	var all atomic.Int64
	counted := in
	counted.Doc = func(id string) (string, string, bool) { all.Add(1); return in.Doc(id) }
	mustWrite(t, counted, o)
	for _, share := range []float64{0.3, 0.8} {
		dir := t.TempDir()
		d := must.Get(result.Claim(dir, result.Fresh))(t)
		ctx, cancel := context.WithCancel(context.Background())
		var calls atomic.Int64
		broken := in
		broken.Doc = func(id string) (string, string, bool) {
			if float64(calls.Add(1)) > share*float64(all.Load()) {
				cancel()
			}
			return in.Doc(id)
		}
		if _, err := Write(ctx, d, "", broken, o, nil); !errors.Is(err, context.Canceled) {
			t.Fatalf("at %v: error %v", share, err)
		}
		must.Do(t, d.Close())
		before := infos(t, dir)
		if _, ok := before[ManifestName]; ok {
			t.Errorf("at %v: a broken run has a manifest", share)
		}
		for name := range before {
			if strings.Contains(name, ".part") {
				t.Errorf("at %v: %s was left", share, name)
			}
		}
		must.Get(write(t, dir, result.Resume, in, o))(t)
		must.Same(t, files(t, dir), want, "at %v", share)
		after := infos(t, dir)
		for name, info := range before {
			if !os.SameFile(info, after[name]) {
				t.Errorf("at %v: %s was finished and written again", share, name)
			}
		}
	}
}

func infos(t *testing.T, dir string) map[string]os.FileInfo {
	t.Helper()
	out := map[string]os.FileInfo{}
	for name := range files(t, dir) {
		info := must.Get(os.Stat(filepath.Join(dir, name)))(t)
		out[name] = info
	}
	return out
}

// TestResumeSeesChanges changes what the rows are made of; nothing of the first run may stay.
func TestResumeSeesChanges(t *testing.T) {
	c, in := sample(t)
	dir, _ := mustWrite(t, in, plainFormats())
	text := c.Docs["d1"]
	c.Docs["d1"] = [2]string{"other", text[1]}
	editPair(&in.Splits[0], 3, func(p *pairs.Pair) { p.Weight = 0.5 })
	must.Get(write(t, dir, result.Resume, in, plainFormats()))(t)
	fresh, _ := mustWrite(t, in, plainFormats())
	must.Same(t, files(t, dir), files(t, fresh))
	o := plainFormats()
	o.ShardRows = 200 // shards of 100 rows do not stay beside those of 200
	must.Get(write(t, dir, result.Resume, in, o))(t)
	fresh, _ = mustWrite(t, in, o)
	must.Same(t, files(t, dir), files(t, fresh))
}

// readAll reads the rows of a config's split, shard after shard.
func readAll[T any](t *testing.T, dir, config, split string) (rows []T) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, config, split+"-*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no shards of %s/%s: %v", config, split, err)
	}
	for _, name := range names {
		part := must.Get(parquet.ReadFile[T](name))(t)
		rows = append(rows, part...)
	}
	return rows
}

func textOf(c *shardtest.Collection, id string) string {
	if d := c.Docs[id]; d[0] != "" {
		return d[0] + "\n" + d[1]
	}
	return c.Docs[id][1]
}

func linesOf(t *testing.T, dir, folder, split string) (lines []string) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(dir, folder, split+"-*"))
	for _, name := range names {
		raw := must.Get(os.ReadFile(name))(t)
		for line := range strings.Lines(string(raw)) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

func TestDropped(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 4)
	c.Docs = map[string][2]string{
		"relevant": {"", "caf\u00e9  by the\tlake"}, "copy": {"", " cafe\u0301 by the lake\n"}, "titled": {"café by", "the lake"},
		"blank": {"\t", " \u3000\x00"}, "hill": {"", "a red hill"}, "kite": {"", "a blue kite"}, "Hill": {"", "a RED Hi\u00adll"},
		"accent": {"", "a red hïll"},
	}
	c.Queries["blank"] = "\n"
	pair := func(axiom, query, pos, neg string) pairs.Pair {
		source := pairs.Axiomatic
		if axiom == "" {
			source = pairs.Judged
		}
		return pairs.Pair{UID: pairs.NewUID("pairwise", axiom, query, pos, neg, 0), Task: "pairwise", Axiom: axiom, QueryID: query, PosID: pos,
			NegID: neg, Source: source}
	}
	class := func(query, d1, d2 string) pairs.Pair {
		p := pair("reg", query, d1, d2)
		p.Task, p.Class = "reg", new(int32)
		return p
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf([]pairs.Pair{
		pair("", "q0", "relevant", "hill"),
		pair("", "q0", "relevant", "copy"),    // the positive's own text, decomposed and with other spaces
		pair("", "q0", "relevant", "titled"),  // title and text together
		pair("tfc1", "q0", "kite", "copy"),    // the text of a judged positive of the query
		pair("tfc1", "q1", "kite", "copy"),    // but of no judged positive of this one
		pair("tfc1", "q1", "kite", "blank"),   // nothing there
		pair("tfc1", "blank", "kite", "hill"), // no query
		pair("tfc1", "q0", "hill", "kite"),
		pair("tfc1", "q0", "hill", "Hill"),   // case and a soft hyphen make no other text
		pair("tfc1", "q0", "hill", "accent"), // an accent does
		class("q0", "kite", "copy"),          // a pair of a three-class task has no negative
	})})
	in.Manifest.Tasks = []Task{{Name: "pairwise", Kept: 3}, {Name: "pairwise", Axiom: "tfc1", Kept: 7, Dropped: map[string]int{"conflict": 2}},
		{Name: "reg", Axiom: "reg", Kept: 1}}
	dir, m := mustWrite(t, in, plainFormats())
	if got, want := linesOf(t, dir, "triples-ids", "train"), []string{"q0\trelevant\thill", "q1\tkite\tcopy", "q0\thill\tkite",
		"q0\thill\taccent"}; !cmp.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	want := []Task{{Name: "pairwise", Kept: 1, Dropped: map[string]int{plan.SameText: 2}},
		{Name: "pairwise", Axiom: "tfc1", Kept: 3, Dropped: map[string]int{"conflict": 2, plan.SameText: 2, plan.EmptyText: 2}},
		{Name: "reg", Axiom: "reg", Kept: 1, Dropped: map[string]int{}}}
	must.Same(t, m.Tasks, want)
	if len(in.Manifest.Tasks[1].Dropped) != 1 {
		t.Error("the caller's manifest was changed")
	}
	if m.Mixture["pairwise"] != 4 || m.Warnings["pairs dropped: same_text"] != 4 || m.Warnings["pairs dropped: empty_text"] != 2 {
		t.Errorf("mixture %v, warnings %v", m.Mixture, m.Warnings)
	}
}

func TestManifest(t *testing.T) {
	_, in := sample(t)
	in.Manifest.Warnings = map[string]int{"of before": 3}
	dir, m := mustWrite(t, in, plainFormats())
	read := must.Get(ReadManifest(dir))(t)
	must.Same(t, read, m)
	rows := map[string]int{}
	for _, s := range m.Shards {
		got, err := result.Checksum(dir, s.Path)
		if err != nil || got.Bytes != s.Bytes || got.SHA256 != s.SHA256 {
			t.Errorf("%s: %+v, %v", s.Path, got, err)
		}
		rows[filepath.Dir(s.Path)] += s.Rows
	}
	if want := map[string]int{"pairs": 750, "pairs-tokenized": 750, "cross": 1500, "mixed": 1500, "triples": 750, "triples-meta": 750,
		"triples-ids": 750, "triples-ids-meta": 750, "jsonl": 750,
		"pairwise": 251, "pairwise-tokenized": 251, "pairwise-cross": 502, "ranking": 499, "ranking-tokenized": 499,
		"ranking-cross": 998}; !maps.Equal(rows, want) {
		t.Errorf("rows %v, want %v", rows, want)
	}
	kept := 0
	for _, task := range m.Tasks {
		kept += task.Kept
	}
	if kept != 750 || m.Mixture["pairwise"]+m.Mixture["ranking"] != 750 || m.Warnings["of before"] != 3 ||
		m.Warnings["texts cut to their maximal length"] == 0 {
		t.Errorf("kept %d, mixture %v, warnings %v", kept, m.Mixture, m.Warnings)
	}
	card := files(t, dir)[cardName]
	for _, line := range []string{"- config_name: cross\n", "  - split: validation\n    path: cross/validation-*\n", "num_examples: 1300}\n",
		"  - {name: token_type_ids, sequence: int8}\n", "    dtype: {class_label: {names: {'0': neg, '1': pos}}}\n"} {
		must.Contain(t, card, line)
	}
	if copied, err := tokenize.LoadVocab(filepath.Join(dir, vocabName)); err != nil || copied.Size() != in.Tokenizer.Vocab().Size() {
		t.Errorf("vocabulary beside the shards: %v", err)
	}
}

// TestPrefix writes below a folder of a directory that holds other things.
func TestPrefix(t *testing.T) {
	_, in := sample(t)
	plain, _ := mustWrite(t, in, plainFormats())
	root := t.TempDir()
	d := must.Get(result.Claim(root, result.Fresh))(t)
	must.Get(Write(context.Background(), d, "data/shards", in, plainFormats(), nil))(t)
	must.Same(t, files(t, filepath.Join(root, "data/shards")), files(t, plain))
}

// TestInputFaults: what cannot be written leaves no manifest, and all faults of options are said at once. Texts alone need no tokenizer.
func TestInputFaults(t *testing.T) {
	c, in := sample(t)
	for says, change := range map[string]func(in *Input, o *Options){
		`document "none"`: func(in *Input, o *Options) { editPair(&in.Splits[0], 7, func(p *pairs.Pair) { p.NegID = "none" }) },
		`the id "d 1"; hint: leave out triples-ids`: func(in *Input, o *Options) {
			editPair(&in.Splits[0], 7, func(p *pairs.Pair) { p.NegID = "d 1" })
			c.Docs["d 1"] = [2]string{"", "x"}
		},
		`formats: "parqet" is none of ` + strings.Join(FormatNames(), ", ") + `; formats: parquet twice; ` +
			`compression: "gzip" is none of snappy, zstd, none; max_length: 7 has no room`: func(in *Input, o *Options) {
			o.Formats, o.MaxLength, o.Compression = []string{"parquet", "parqet", "parquet"}, 7, "gzip"
		},
		"; hint: axiomine tokenize formats says what each is for": func(in *Input, o *Options) { o.Formats = []string{"sentence-transformers"} },
	} {
		in, o := in, plainFormats()
		in.Splits = slices.Clone(in.Splits)
		change(&in, &o)
		dir := t.TempDir()
		if _, err := write(t, dir, result.Fresh, in, o); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %s", err, says)
		}
		if _, err := os.Stat(filepath.Join(dir, ManifestName)); err == nil {
			t.Errorf("%s: a manifest was written", says)
		}
	}
	o := Defaults()
	o.Formats = []string{"triples"}
	in.Tokenizer = nil
	if dir, m := mustWrite(t, in, o); m.Tokenizer != nil || len(files(t, dir)) != 1+2+2 {
		t.Errorf("texts without a tokenizer: %v", sortedNames(files(t, dir)))
	}
}

// TestRowGroups writes texts too large for one row group. The rows of a group are counted in the tests of encoding.
func TestRowGroups(t *testing.T) {
	c := shardtest.NewCollection(t, 5, 10)
	large := strings.Repeat("a red hill ", 1<<17) // 1.4 MB
	few := c.Pairs(120, 4)
	for i := range 4 {
		c.Docs[fmt.Sprintf("large%d", i)] = [2]string{"", fmt.Sprint(i, large)}
	}
	for i := range few {
		few[i].PosID, few[i].NegID = fmt.Sprintf("large%d", i%2), fmt.Sprintf("large%d", 2+i%2)
	}
	o := Defaults()
	o.Formats, o.ShardRows, o.Compression = []string{"st-triplet"}, 1<<20, "none"
	dir, m := mustWrite(t, inputOf(c, plan.Split{Name: "test", Pairs: pairs.TableOf(few)}), o)
	err := pairs.WithParquet(filepath.Join(dir, m.Shards[0].Path), func(file *parquet.File) error {
		if n := len(file.RowGroups()); n < 2 {
			t.Errorf("%d row groups", n)
		}
		for _, g := range file.Metadata().RowGroups {
			if g.TotalByteSize > 100<<20 { // formats.md 2.1
				t.Errorf("a row group of %d bytes", g.TotalByteSize)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
