package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/cespare/xxhash/v2"
)

// TestDamageIsThatOfItsTerms: of a damaged block of postings or counts, the terms that have a byte in it are refused, and no others. A
// posting takes two bytes of the one file and half a byte of the other.
func TestDamageIsThatOfItsTerms(t *testing.T) {
	defer func(size int64) { smallFile = size }(smallFile)
	smallFile = 0
	an := must.Get(analysis.New(analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None, Stopwords: analysis.None}))(t)
	dir := filepath.Join(t.TempDir(), "index")
	docs := func(yield func(corpus.Doc, error) bool) {
		for d := range 5000 {
			var b strings.Builder
			for i := range 60 {
				fmt.Fprintf(&b, "w%d ", (d*7+i*i)%300)
			}
			if !yield(corpus.Doc{ID: fmt.Sprint(d), Text: b.String()}, nil) {
				return
			}
		}
	}
	must.Do(t, Build(t.Context(), dir, docs, an, Defaults(), nil))
	for _, c := range []struct {
		file  int
		bytes func(begin, end uint64) (first, last uint64)
	}{
		{postingsFile, func(begin, end uint64) (uint64, uint64) { return begin * 2, end*2 - 1 }},
		{countsFile, func(begin, end uint64) (uint64, uint64) { return begin / 2, (end - 1) / 2 }},
	} {
		path := filepath.Join(dir, fileNames[c.file])
		whole := must.Get(os.ReadFile(path))(t)
		if numBlocks(int64(len(whole))) < 2 {
			t.Fatalf("%s has one block", fileNames[c.file])
		}
		for block := range numBlocks(int64(len(whole))) {
			broken := append([]byte(nil), whole...)
			broken[block*blockBytes] ^= 1
			must.Do(t, os.WriteFile(path, broken, 0o666))
			x := must.Get(openFiles(dir))(t)
			for term := range uint32(x.Lexicon().NumTerms()) {
				record, next := x.lexicon.terms.records(uint64(term))
				first, last := c.bytes(record[postingsAt].number(), next[postingsAt].number())
				want := first/blockBytes <= uint64(block) && uint64(block) <= last/blockBytes
				err := func() (err error) {
					defer errs.Rescue(&err)
					x.Postings(term)
					return nil
				}()
				if (err != nil) != want {
					t.Errorf("%s, block %d: bytes %d to %d of %s: %v, want an error: %v", fileNames[c.file], block, first, last,
						x.Lexicon().Term(term), err, want)
				}
			}
			if err := x.Close(); err != nil {
				t.Error(err)
			}
		}
		must.Do(t, os.WriteFile(path, whole, 0o666))
	}
}

// An index that another process cuts while it is mapped is bad input, in any worker's goroutine: it ended the process.
func TestIndexCutWhileRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a mapped file cannot be cut there")
	}
	x := builtIndex(t, 3000, func(d int) corpus.Doc {
		return corpus.Doc{ID: fmt.Sprint(d), Text: strings.Repeat(fmt.Sprint("w", d, " "), 9)}
	})
	must.Do(t, os.Truncate(x.files[idsFile].path, 0))
	err := parallel.Each(t.Context(), 2, x.NumDocs(), func(int) func(int) error {
		return func(d int) error {
			if x.DocID(uint32(d)) != fmt.Sprint(d) {
				t.Errorf("document %d is %s", d, x.DocID(uint32(d)))
			}
			return nil
		}
	})
	if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input {
		t.Errorf("%v", err)
	}
}

// Headers that are none, with the exact message behind the file's name. A case that begins with a brace stands for a body
// with its right first line; LIST is the list of files, BACK another one.
func TestMalformedHeader(t *testing.T) {
	var files []string
	for _, name := range fileNames {
		files = append(files, fmt.Sprintf(`{"name":%q}`, name))
	}
	list := `"files":[` + strings.Join(files, ",") + `]`
	for _, c := range [][2]string{
		{"", ":1: not the header of an index; hint: name the directory of an index"},
		{"\n", ":1: not the header of an index; hint: name the directory of an index"},
		{"axiomine\n{}", ":1: not the header of an index; hint: name the directory of an index"},
		{"axiomine index\n{}", ":1: not the header of an index; hint: name the directory of an index"},
		{"axiomine index 1\n{}", ":1: not the header of an index; hint: name the directory of an index"},
		{"axiomine index 7 x y\n{}", ":1: not the header of an index; hint: name the directory of an index"},
		{"Axiomine index 1 x\n{}", ":1: not the header of an index; hint: name the directory of an index"},
		{"axiomine index 0 x\n{}", ":1: index format 0, but this program reads format 7; hint: build the index again: axiomine gen index"},
		{"axiomine index 99 x\n{}", ":1: index format 99, but this program reads format 7; hint: build the index again: axiomine gen index"},
		{"axiomine index one x\n{}", ":1: index format one, but this program reads format 7; hint: build the index again: axiomine gen index"},
		{"axiomine index 7 x\n{}", ": the index is damaged: its checksum differs; hint: build the index again: axiomine gen index"},
		{"axiomine index 7 0000000000000000\n{}",
			": the index is damaged: its checksum differs; hint: build the index again: axiomine gen index"},
		{"{", ": the index is damaged: it is cut off; hint: build the index again: axiomine gen index"},
		{"{}", ": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":0}", ": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":-1}", ": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":\"1\"}", ":2: the index is damaged: docs holds a string; hint: build the index again: axiomine gen index"},
		{"{\"docs\":4294967296}", ": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1e30}", ":2: the index is damaged: docs holds a number 1e30; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1}", ": the index is damaged: its list of files differs; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,\"terms\":-1,LIST}",
			": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,\"tokens\":-1,LIST}",
			": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,\"tokens\":9223372036854775807,LIST}",
			": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,\"files\":[]}", ": the index is damaged: its list of files differs; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,\"files\":[{\"name\":\"docs\"}]}",
			": the index is damaged: its list of files differs; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,BACK}", ": the index is damaged: its list of files differs; hint: build the index again: axiomine gen index"},
	} {
		raw := []byte(strings.NewReplacer("LIST", list, "BACK", strings.Replace(list, "forward", "backward", 1)).Replace(c[0]))
		if strings.HasPrefix(c[0], "{") {
			raw = fmt.Appendf(nil, "%s %d %s\n%s", magic, version, digest(xxhash.Sum64(raw)), raw)
		}
		_, err := parseHeader("header", raw)
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || err.Error() != "header"+c[1] {
			t.Errorf("\t\t{%q, %q},", c[0], strings.TrimPrefix(fmt.Sprint(err), "header"))
		}
	}
}

// openFiles opens an index as what reads its files.
func openFiles(dir string) (*fileReader, error) {
	x, err := Open(dir)
	if err != nil {
		return nil, err
	}
	return x.(*fileReader), nil
}

// builtIndex builds an index of n documents, and opens it.
func builtIndex(t *testing.T, n int, doc func(d int) corpus.Doc) *fileReader {
	t.Helper()
	an := must.Get(analysis.New(analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None, Stopwords: analysis.None}))(t)
	dir := filepath.Join(t.TempDir(), "index")
	docs := func(yield func(corpus.Doc, error) bool) {
		for d := range n {
			if !yield(doc(d), nil) {
				return
			}
		}
	}
	must.Do(t, Build(t.Context(), dir, docs, an, Defaults(), nil))
	x := must.Get(openFiles(dir))(t)
	t.Cleanup(func() { x.Close() })
	return x
}
