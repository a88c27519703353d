package index

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// lines reads "id TAB text" as documents.
func lines(t testing.TB, path string) iter.Seq2[corpus.Doc, error] {
	t.Helper()
	raw := must.Get(os.ReadFile(path))(t)
	return func(yield func(corpus.Doc, error) bool) {
		for line := range strings.Lines(string(raw)) {
			id, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if !yield(corpus.Doc{ID: id, Text: text}, nil) {
				return
			}
		}
	}
}

func analyzer(t testing.TB, o analysis.Options) *analysis.Analyzer {
	t.Helper()
	return must.Get(analysis.New(o))(t)
}

// The numbers are those of an independent count of WikiQA with NLTK's stemmer. It gives 16,264 terms, two more than the
// Snowball algorithm: NLTK leaves the e of two words that the algorithm makes ioniz and realiz (step 5 deletes an e in R2).
func TestWikiQA(t *testing.T) {
	docs := lines(t, golden.SharedPath(t, "data", "wikiqa", "collection.tsv"))
	dir := filepath.Join(t.TempDir(), "index")
	o := analysis.Defaults()
	o.Tokenizer = "alnum" // as the golden numbers
	must.Do(t, Build(context.Background(), dir, docs, analyzer(t, o), Defaults(), nil))
	x := must.Get(Open(dir))(t)
	defer x.Close()
	nltk := 0 // terms that NLTK splits off
	for form, stem := range map[string]string{"ionization": "ioniz", "realization": "realiz"} {
		term, ok := x.Lexicon().TermID(stem)
		if !ok || !slices.ContainsFunc(x.Lexicon().Forms(term), func(f Form) bool { return f.Surface == form }) ||
			len(x.Lexicon().Forms(term)) < 2 {
			t.Errorf("%s has forms %v, want %s and others", stem, x.Lexicon().Forms(term), form)
		}
		nltk++
	}
	got := fmt.Sprintf("%d documents, %d tokens, %d terms, average length %.15f",
		x.NumDocs(), x.TotalTerms(), x.Lexicon().NumTerms()+nltk, x.AvgLen())
	if want := "11406 documents, 244701 tokens, 16264 terms, average length 21.453708574434508"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
