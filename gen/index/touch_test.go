package index

import (
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

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
