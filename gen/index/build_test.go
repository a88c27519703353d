package index_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// files reads every file of a directory.
func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	list, err := os.ReadDir(dir)
	must.Do(t, err)
	for _, f := range list {
		if all[f.Name()], err = os.ReadFile(filepath.Join(dir, f.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func analyzer(t testing.TB, o analysis.Options) *analysis.Analyzer {
	t.Helper()
	return must.Get(analysis.New(o))(t)
}

// titled is a collection of several batches in which documents have titles and URLs.
func titled(n int) iter.Seq2[corpus.Doc, error] {
	z := indextest.NewZipf(2000, 5)
	return func(yield func(corpus.Doc, error) bool) {
		for doc, err := range z.Docs(n) {
			doc.Title, doc.Text, _ = strings.Cut(doc.Text, " ")
			doc.URL = "http://example.org/" + doc.ID
			if doc.ID == "0" {
				doc.Text += strings.Repeat(" often", 20)
			}
			if !yield(doc, err) {
				return
			}
		}
	}
}

func TestSameBytesAtAnyThreadCountAndBudget(t *testing.T) {
	an := analyzer(t, analysis.Options{Tokenizer: "alnum", Stemmer: "porter", Stopwords: "english"})
	var want map[string][]byte
	for _, o := range []index.Options{
		{Threads: 1, MemoryBytes: 512 << 20},
		{Threads: 5, MemoryBytes: 512 << 20},
		{Threads: 1, MemoryBytes: 0},        // a run per document
		{Threads: 3, MemoryBytes: 300_000},  // some runs
		{Threads: 2, MemoryBytes: 64 << 10}, // many
	} {
		dir := filepath.Join(t.TempDir(), "x")
		must.Do(t, index.Build(context.Background(), dir, titled(5000), an, o, nil))
		got := files(t, dir)
		if want == nil {
			want = got
		}
		must.Equal(t, len(got), len(want), "%+v: files", o)
		for name := range want {
			if !bytes.Equal(got[name], want[name]) {
				t.Errorf("%+v: %s differs", o, name)
			}
		}
	}
}

// nothing checks that no index is left at dir.
func nothing(t *testing.T, dir string) {
	t.Helper()
	if x, err := index.Open(dir); err == nil {
		x.Close()
		t.Error("the index opens")
	}
}

func TestInterruptedBuildLeavesNoIndex(t *testing.T) {
	an := analyzer(t, analysis.Defaults())
	for _, at := range []int{0, 1, 2048, 4999, 5000} {
		dir := filepath.Join(t.TempDir(), "x")
		ctx, cancel := context.WithCancel(context.Background())
		docs := func(yield func(corpus.Doc, error) bool) {
			n := 0
			for doc := range titled(5000) {
				if n == at { // what a process that is killed here would leave
					for _, path := range []string{dir, dir + ".part"} {
						if x, err := index.Open(path); err == nil {
							x.Close()
							t.Errorf("%s opens while it is built", path)
						}
					}
					cancel()
				}
				if n++; !yield(doc, nil) {
					return
				}
			}
			cancel()
		}
		if err := index.Build(ctx, dir, docs, an, index.Defaults(), nil); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at %d: %v", at, err)
		}
		nothing(t, dir)
	}
}

func TestFailedBuilds(t *testing.T) {
	an := analyzer(t, analysis.Defaults())
	broken := errors.New("broken pipe")
	for name, c := range map[string]struct {
		docs iter.Seq2[corpus.Doc, error]
		want string
	}{
		"reader": {func(yield func(corpus.Doc, error) bool) {
			for doc := range titled(3000) {
				if !yield(doc, nil) {
					return
				}
			}
			yield(corpus.Doc{}, broken)
		}, "broken pipe"},
		"empty": {indextest.Docs(), "holds no document"},
		"twice": {indextest.Docs(corpus.Doc{ID: "a"}, corpus.Doc{ID: "b"}, corpus.Doc{ID: "a"}), `"a" occurs twice`},
	} {
		dir := filepath.Join(t.TempDir(), "x")
		err := index.Build(context.Background(), dir, c.docs, an, index.Defaults(), nil)
		must.Fail(t, err, c.want, "%s", name)
		if e := new(errs.Error); c.want != "broken pipe" && (!errors.As(err, &e) || e.Kind != errs.Input) {
			t.Errorf("%s: %v is no fault of the input", name, err)
		}
		nothing(t, dir)
	}
}

// A byte changed anywhere is found when the index is opened (all these files are small), and so is a file of another
// length or none at all.
func TestDamage(t *testing.T) {
	an := analyzer(t, analysis.Defaults())
	dir := filepath.Join(t.TempDir(), "x")
	must.Do(t, index.Build(context.Background(), dir, titled(50), an, index.Defaults(), nil))
	refused := func(name, how string) {
		t.Helper()
		x, err := index.Open(dir)
		if err == nil {
			x.Close()
			t.Errorf("%s %s: the index opens", name, how)
			return
		}
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || !strings.Contains(err.Error(), name) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s %s: error %q", name, how, err)
		}
	}
	for name, raw := range files(t, dir) {
		path := filepath.Join(dir, name)
		if len(raw) == 0 {
			t.Fatalf("%s is empty: the collection has none of what it holds", name)
		}
		for _, at := range []int{0, len(raw) / 2, len(raw) - 1} {
			bad := slices.Clone(raw)
			bad[at] ^= 0x10
			os.WriteFile(path, bad, 0o666)
			refused(name, fmt.Sprintf("changed at %d", at))
		}
		os.WriteFile(path, raw[:len(raw)-1], 0o666)
		refused(name, "cut short")
		os.WriteFile(path, nil, 0o666)
		refused(name, "emptied")
		os.Remove(path)
		refused(name, "removed")
		os.WriteFile(path, raw, 0o666)
	}
	if _, _, err := index.Verify(dir); err != nil {
		t.Error(err)
	}
	header := files(t, dir)["header"]
	if !bytes.HasSuffix(header, []byte("\n}\n")) {
		t.Errorf("the header ends with %q, want a line's end", header[len(header)-3:])
	}
	os.WriteFile(filepath.Join(dir, "header"), bytes.Replace(header, []byte("axiomine index 7 "), []byte("axiomine index 6 "), 1), 0o666)
	if _, err := index.Open(dir); err == nil || !strings.Contains(err.Error(), "index format 6") {
		t.Errorf("another format version: %v", err)
	}
}

// Verify finds a change made behind an open index.
func TestVerify(t *testing.T) {
	path := filepath.Join(t.TempDir(), "y")
	must.Do(t, index.Build(context.Background(), path+"/", titled(50), analyzer(t, analysis.Defaults()), index.Defaults(), nil))
	y := must.Get(index.Open(path))(t)
	defer y.Close()
	list := must.Get(os.ReadDir(path))(t)
	size := int64(0)
	for _, entry := range list {
		if info, err := entry.Info(); err == nil && entry.Name() != "header" {
			size += info.Size()
		}
	}
	if files, bytes, err := index.Verify(path); err != nil || files != len(list) || bytes != size {
		t.Errorf("%d files of %d bytes, %v, want %d and, but for the header, %d", files, bytes, err, len(list), size)
	}
	f := must.Get(os.OpenFile(filepath.Join(path, "forward"), os.O_RDWR, 0))(t)
	defer f.Close()
	f.WriteAt([]byte{0xff}, 40)
	if _, _, err := index.Verify(path); err == nil || !strings.Contains(err.Error(), "forward: the index is damaged") {
		t.Errorf("a changed byte gives %v", err)
	}
	for _, dir := range []string{path, filepath.Join(path, "none")} {
		if files, bytes, err := index.Verify(dir); err == nil || files != 0 || bytes != 0 {
			t.Errorf("%s: %d files of %d bytes, %v, want an error and no count", dir, files, bytes, err)
		}
	}
}

// TestNoIndex: a folder without a header is none, and is told by its name, without a line.
func TestNoIndex(t *testing.T) {
	dir := t.TempDir()
	if _, err := index.Open(dir); err == nil || !strings.HasPrefix(err.Error(), dir+": not an index, or one whose build did not finish") {
		t.Errorf("%v", err)
	}
}
