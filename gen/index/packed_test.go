package index_test

import (
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
)

// TestTextsArePacked: English takes at most two thirds of its room in an index, since one code serves all texts, and comes back as it was.
func TestTextsArePacked(t *testing.T) {
	text := strings.Repeat("the quick brown fox jumps over the lazy dog and sleeps on. ", 40)
	const numDocs = 50
	docs := iter.Seq2[corpus.Doc, error](func(yield func(corpus.Doc, error) bool) {
		for i := range numDocs {
			if !yield(corpus.Doc{ID: fmt.Sprint("d", i), Text: fmt.Sprint(i, " ", text)}, nil) {
				return
			}
		}
	})
	for _, threads := range []int{1, 3} {
		dir := filepath.Join(t.TempDir(), "x")
		o := index.Defaults()
		o.Threads = threads
		if err := index.Build(t.Context(), dir, docs, analyzer(t, analysis.Options{Tokenizer: "alnum", Stemmer: "porter",
			Stopwords: "english"}), o,
			nil); err != nil {
			t.Fatal(err)
		}
		size := 0
		for name, raw := range files(t, dir) {
			if strings.HasPrefix(name, "text") {
				size += len(raw)
			}
		}
		if whole := numDocs * len(text); size == 0 || size > whole*2/3 {
			t.Errorf("%d threads: texts of %d bytes take %d", threads, whole, size)
		}
		x, err := index.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := x.Texts().FullText(7), "7 "+text; strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%d threads: %.30q comes back as %.30q", threads, want, got)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}
