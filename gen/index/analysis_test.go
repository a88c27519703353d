package index_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// letters stands for a vocabulary of single characters.
type letters string

func (letters) Each(text string, yield func(string)) {
	for _, r := range text {
		yield(string(r))
	}
}

func (l letters) Fingerprint() string { return string(l) }

func build(t *testing.T, o analysis.Options) string {
	t.Helper()
	an := must.Get(analysis.New(o))(t)
	dir := filepath.Join(t.TempDir(), "index")
	docs := indextest.Docs(corpus.Doc{ID: "1", Text: "mice ran"}, corpus.Doc{ID: "2", Text: "the mouse"})
	must.Do(t, index.Build(context.Background(), dir, docs, an, index.Defaults(), nil))
	return dir
}

// An index is opened with the vocabulary it was made with, and with no other.
func TestIndexOfWordPieces(t *testing.T) {
	dir := build(t, analysis.Options{Tokenizer: analysis.WordPiece, Stemmer: analysis.None, Stopwords: analysis.None, Pieces: letters("a")})
	x := must.Get(index.OpenWith(dir, letters("a")))(t)
	defer x.Close()
	if q := index.AnalyseQuery(x, "mm"); len(q) != 2 || x.DocFreq(q[0]) != 2 || x.CollFreq(q[1]) != 2 {
		t.Errorf("query %v", q)
	}
	for _, pieces := range []analysis.Pieces{nil, letters("b")} {
		if _, err := index.OpenWith(dir, pieces); err == nil || !strings.Contains(err.Error(), "of word pieces") &&
			!strings.Contains(err.Error(), "another vocabulary") {
			t.Errorf("opened with %v: %v", pieces, err)
		}
	}
}

// A table of stems is kept in the index.
func TestIndexWithStemTable(t *testing.T) {
	table := filepath.Join(t.TempDir(), "stems")
	must.Do(t, os.WriteFile(table, []byte("mice\tmouse\n"), 0o666))
	dir := build(t, analysis.Options{Tokenizer: "alpha", Stemmer: "table:" + table, Stopwords: "lucene"})
	os.Remove(table)
	x := must.Get(index.Open(dir))(t)
	defer x.Close()
	if q := index.AnalyseQuery(x, "the Mice"); len(q) != 1 || x.Lexicon().Term(q[0]) != "mouse" || !slices.Equal(x.Terms(1), q) {
		t.Errorf("query %v", q)
	}
}
