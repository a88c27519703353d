package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// readAll asks an index for everything it holds, and for what it does not. Documents of postings are places in arrays.
func readAll(x *fileReader) (err error) {
	defer errs.Rescue(&err)
	places := make([]int, x.NumDocs())
	for t := range uint32(x.Lexicon().NumTerms()) {
		for _, p := range x.Postings(t).Append(nil) {
			places[p.Doc]++
		}
		x.DocFreq(t)
		x.CollFreq(t)
		x.Lexicon().Forms(t)
		x.Lexicon().TermID(x.Lexicon().Term(t))
	}
	x.Lengths()
	for d := range uint32(x.NumDocs()) {
		x.Len(d)
		for _, t := range x.Terms(d) {
			x.Lexicon().Term(t)
		}
		x.Texts().FullText(d)
		x.Texts().FoldHash(d)
		x.Texts().Parts(d)
		x.Doc(x.DocID(d))
	}
	x.Doc("of no document")
	AnalyseQuery(x, "an unknown word")
	return nil
}

// Whatever byte of whatever file is changed, whoever reads it meets an error that names the file: nothing else comes out, and
// nothing panics. Files are taken as large ones, of which Open looks at nothing.
func TestEveryFlippedBitIsFound(t *testing.T) {
	defer func(size int64) { smallFile = size }(smallFile)
	an := must.Get(analysis.New(analysis.Defaults()))(t)
	dir := filepath.Join(t.TempDir(), "index")
	docs := func(yield func(corpus.Doc, error) bool) {
		for d := range 1000 {
			words := strings.Repeat("bread baker oven ", d%40+1) + string(rune('a'+d%26)) + "x" + strings.Repeat("y", d%17)
			if !yield(corpus.Doc{ID: "d" + strings.Repeat("0", d%7) + string(rune('a'+d%26)) + strings.Repeat("z", d/26), Text: words}, nil) {
				return
			}
		}
	}
	must.Do(t, Build(context.Background(), dir, docs, an, Defaults(), nil))
	smallFile = -1
	for i, name := range fileNames {
		path := filepath.Join(dir, name)
		whole := must.Get(os.ReadFile(path))(t)
		for _, at := range []int{0, len(whole) / 3, len(whole) / 2, len(whole) - 1} {
			broken := append([]byte(nil), whole...)
			broken[at] ^= 0x80
			must.Do(t, os.WriteFile(path, broken, 0o666))
			smallFile = int64(len(whole))
			x, err := openFiles(dir)
			if smallFile = -1; err == nil {
				t.Errorf("%s, byte %d: a small file is not read by Open", name, at)
				x.Close()
			}
			x, err = openFiles(dir)
			if i == sumsFile {
				if err == nil {
					t.Errorf("%s: opened", name)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: a large file was read by Open: %v", name, err)
			}
			_, _, verifyErr := Verify(dir)
			for _, err := range []error{readAll(x), verifyErr} {
				var f *errs.Error
				if !errors.As(err, &f) || f.Kind != errs.Input || f.File != path {
					t.Errorf("%s, byte %d: %v", name, at, err)
				}
			}
			x.Close()
		}
		must.Do(t, os.WriteFile(path, whole, 0o666))
	}
	x := must.Get(openFiles(dir))(t)
	defer x.Close()
	if err := errors.Join(readAll(x), readAll(x)); err != nil {
		t.Errorf("the whole index: %v", err)
	}
}

// The identity follows every byte of the collection, and the names of its files.
func TestIdentity(t *testing.T) {
	an := must.Get(analysis.New(analysis.Defaults()))(t)
	identity := func(text, sha string, threads int) string {
		dir := filepath.Join(t.TempDir(), "index")
		o := Defaults()
		o.Threads, o.Collection = threads, []SourceFile{{Name: "c.tsv", Bytes: 3, SHA256: sha}}
		docs := func(yield func(corpus.Doc, error) bool) { yield(corpus.Doc{ID: "1", Text: text}, nil) }
		must.Do(t, Build(context.Background(), dir, docs, an, o, nil))
		x := must.Get(openFiles(dir))(t)
		defer x.Close()
		return x.About().Identity
	}
	one := identity("bread oven", "aa", 1)
	must.Equal(t, identity("bread oven", "aa", 4), one, "it depends on threads")
	if identity("bread door", "aa", 1) == one || identity("bread oven", "bb", 1) == one {
		t.Error("another text, or another file, with the same counts has the same identity")
	}
}
