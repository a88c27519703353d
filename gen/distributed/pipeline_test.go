package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func TestMain(m *testing.M) {
	flag.Parse()
	register()
	beam.Init()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	if dir := os.Getenv(workOn); dir != "" {
		os.Exit(work(dir))
	}
	os.Exit(m.Run())
}

// demo is the embedded collection's folder in the source tree.
const demo = "../../configs/demo"

func config(t *testing.T, edit func(*configs.Gen)) *configs.Config {
	t.Helper()
	loaded, err := configs.Load("demo", nil)
	must.Do(t, err)
	if loaded.Gen.Data, err = filepath.Abs(demo); err != nil {
		t.Fatal(err)
	}
	loaded.Tokenize.VocabSize = 2000
	if edit != nil {
		edit(&loaded.Gen)
	}
	return &loaded.Config
}

func claim(t *testing.T) *result.Dir {
	t.Helper()
	out := must.Get(result.Claim(filepath.Join(t.TempDir(), "out"), result.Fresh))(t)
	return out
}

// distributed runs the job on Prism, in this process.
func distributed(t *testing.T, c *configs.Config, out *result.Dir, parts int) error {
	t.Helper()
	_, err := run(t.Context(), c, out, nil, parts, "prism", "")
	return err
}

// single is what one machine leaves: the counts of gen mine, then the files of bare gen in the same folder.
func single(t *testing.T, c *configs.Config) map[string][]byte {
	t.Helper()
	out := claim(t)
	counted := must.Get(must.Get(gen.Start(c, out, nil, "axiomine gen"))(t).All(t.Context()))(t)
	defer counted.Close()
	must.Get(dataset.Mine(t.Context(), counted))(t)
	must.Get(gen.Fill(t.Context(), must.Get(gen.Start(c, out, nil, "axiomine gen"))(t)))(t)
	return files(t, out)
}

// files reads what an output directory holds, without the journal and the pages, which name the command.
func files(t *testing.T, out *result.Dir) map[string][]byte {
	return filesOf(t, out.Path("."))
}

// filesOf is files of a folder.
func filesOf(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	must.Do(t, filepath.WalkDir(folder, func(path string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() || item.Name() == ".journal" || item.Name() == ".lock" ||
			filepath.Ext(path) == ".html" {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		all[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	}))
	return all
}

// Every file that one machine leaves, the job leaves too, byte by byte; beside them only its own.
func same(t *testing.T, want, got map[string][]byte) {
	t.Helper()
	if len(want) < 20 {
		t.Fatalf("one machine left %d files", len(want))
	}
	for name, raw := range want {
		if !bytes.Equal(got[name], raw) {
			t.Errorf("%s differs from one machine's", name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok && !strings.HasPrefix(name, "shares/share-") && !strings.HasPrefix(name, "work/part-") && name != "job.json" {
			t.Errorf("%s is left over", name)
		}
	}
}

func TestBytesOfOneMachine(t *testing.T) {
	c := config(t, func(g *configs.Gen) {
		g.Axioms, g.Ratio, g.JudgedQueries = "tfc1, m-tdc, lnc2(variant=camara), tfc2, stmc1", "1:2", 10
	})
	want := single(t, c)
	for _, parts := range []int{1, 7, 64} { // 64 are more than there are training queries
		out := claim(t)
		must.Do(t, distributed(t, c, out, parts))
		same(t, want, files(t, out))
	}
}

// A job that is run again mines no finished part again, and mends a damaged one and sweeps what killed workers left.
func TestFinishedPartsAreKept(t *testing.T) {
	c := config(t, func(g *configs.Gen) { g.Vectors, g.Axioms = "", "tfc1" })
	out := claim(t)
	must.Do(t, distributed(t, c, out, 3))
	want := files(t, out)
	share := func(name string) string { return out.Path("shares/" + name) }
	before := map[string]fs.FileInfo{}
	for _, name := range []string{"share-00001-of-00003.bin", "share-00002-of-00003.bin"} {
		var err error
		if before[name], err = os.Stat(share(name)); err != nil {
			t.Fatal(err)
		}
	}
	damaged := bytes.Clone(want["shares/share-00003-of-00003.bin"])
	damaged[len(damaged)/2] ^= 1
	for name, raw := range map[string][]byte{"share-00003-of-00003.bin": damaged, ".share-0123456789abcdef.part": []byte("half"),
		"failed-00003.txt": []byte("an old failure")} {
		must.Do(t, os.WriteFile(share(name), raw, 0o666))
	}
	again := must.Get(result.Claim(out.Path("."), result.Resume))(t)
	must.Do(t, distributed(t, c, again, 3))
	got := files(t, again)
	for name, raw := range want {
		if !bytes.Equal(got[name], raw) {
			t.Errorf("%s differs after the second run", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, not %d", len(got), len(want))
	}
	for name, info := range before {
		if now, err := os.Stat(share(name)); err != nil || !os.SameFile(info, now) {
			t.Errorf("%s was written again", name)
		}
	}
}

// TestWikiQA as its preset has it.
func TestWikiQA(t *testing.T) {
	data := golden.SharedPath(t, "data", "wikiqa")
	loaded, err := configs.Load("wikiqa", nil)
	must.Do(t, err)
	c := &loaded.Config
	if c.Gen.Data, err = filepath.Abs(data); err != nil {
		t.Fatal(err)
	}
	out := claim(t)
	must.Do(t, distributed(t, c, out, 16))
	same(t, single(t, c), files(t, out))
}

// crowded writes a collection in which a query has more candidates than are mined.
func crowded(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var docs strings.Builder
	for i := range 5001 {
		fmt.Fprintf(&docs, "d%d\tapple and pear %d\n", i, i)
	}
	for name, text := range map[string]string{"collection.tsv": docs.String(), "queries.train.tsv": "q1\tapple\n",
		"qrels.train.txt": "q1 0 d1 1\n"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	return dir
}

// A job that overwrites leaves the old result until its own is whole, and nothing of the old one after that.
func TestOverwrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	job := func(path string, mode result.Mode, axioms, data string, parts int) (map[string][]byte, error) {
		out, err := result.Claim(path, mode)
		must.Do(t, err)
		err = distributed(t, config(t, func(g *configs.Gen) {
			g.Vectors, g.Axioms = "", axioms
			if data != "" {
				g.Data, g.Hits = data, 6000
			}
		}), out, parts)
		if err == nil {
			err = out.Settle()
		}
		must.Do(t, out.Close())
		left := map[string][]byte{}
		for name, raw := range filesOf(t, path) {
			if !strings.HasPrefix(name, ".overwrite-unfinished/") {
				left[name] = raw
			}
		}
		return left, err
	}
	old := must.Get(job(path, result.Fresh, "tfc1", "", 3))(t)
	if left, err := job(path, result.Overwrite, "lnc1", crowded(t), 2); err == nil || !maps.EqualFunc(left, old, bytes.Equal) {
		t.Errorf("a job that fails: %v, %d files of %d", err, len(left), len(old))
	}
	now := must.Get(job(path, result.Overwrite, "lnc1", "", 2))(t)
	want := must.Get(job(filepath.Join(t.TempDir(), "out"), result.Fresh, "lnc1", "", 2))(t)
	if got, want := slices.Sorted(maps.Keys(now)), slices.Sorted(maps.Keys(want)); !slices.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
	for name, raw := range want {
		if !bytes.Equal(now[name], raw) {
			t.Errorf("%s differs from that of a new folder", name)
		}
	}
}
