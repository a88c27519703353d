package index_test

import (
	"bytes"
	"context"
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

// TestWithoutTerms: an index without terms holds what a whole one does, but for five files, at any number of threads. Open refuses it with
// a way on, and a read of terms in it is a defect.
func TestWithoutTerms(t *testing.T) {
	an := analyzer(t, analysis.Options{Tokenizer: "alnum", Stemmer: "porter", Stopwords: "english"})
	var dirs [3]string
	for i, o := range []index.Options{index.Defaults(), {Threads: 1, WithoutTerms: true}, {Threads: 5, WithoutTerms: true}} {
		dirs[i] = filepath.Join(t.TempDir(), "x")
		must.Do(t, index.Build(t.Context(), dirs[i], titled(5000), an, o, nil))
	}
	whole, spared, other := files(t, dirs[0]), files(t, dirs[1]), files(t, dirs[2])
	for name := range whole {
		if !bytes.Equal(spared[name], other[name]) {
			t.Errorf("%s is another one on five threads", name)
		}
		switch {
		case slices.Contains([]string{"header", "sums", "lexicon"}, name): // which hold checksums, and places of postings
		case slices.Contains([]string{"forward", "postings", "spans", "counts", "large"}, name):
			if len(spared[name]) > 0 || len(whole[name]) == 0 {
				t.Errorf("%s has %d bytes, in a whole index %d", name, len(spared[name]), len(whole[name]))
			}
		case !bytes.Equal(spared[name], whole[name]):
			t.Errorf("%s is another one than in a whole index", name)
		}
	}
	if _, err := index.Open(dirs[1]); err == nil || !strings.Contains(err.Error(), "axiomine gen index") || errs.ExitCode(err) != 2 {
		t.Errorf("opened with %v", err)
	}
	if _, _, err := index.Verify(dirs[1]); err != nil {
		t.Error(err)
	}
	x := must.Get(index.OpenAny(dirs[1], nil))(t)
	defer x.Close()
	y := must.Get(index.OpenAny(dirs[0], nil))(t)
	defer y.Close()
	if x.TotalTerms() != y.TotalTerms() || x.AvgLen() != y.AvgLen() || x.Len(7) != y.Len(7) {
		t.Errorf("%d terms, %v on average, %d of document 7; want %d, %v, %d", x.TotalTerms(), x.AvgLen(), x.Len(7), y.TotalTerms(), y.AvgLen(),
			y.Len(7))
	}
	for term := range uint32(y.Lexicon().NumTerms()) {
		if x.Lexicon().Term(term) != y.Lexicon().Term(term) || x.CollFreq(term) != y.CollFreq(term) {
			t.Fatalf("term %d: %s, %d times, want %s, %d times", term, x.Lexicon().Term(term), x.CollFreq(term), y.Lexicon().Term(term),
				y.CollFreq(term))
		}
	}
	for name, read := range map[string]func(){"terms": func() { x.Terms(0) }, "postings": func() { x.Postings(0) },
		"document frequency": func() { x.DocFreq(0) }} {
		err := errs.Guard(func() error { read(); return nil })()
		must.Equal(t, errs.ExitCode(err), 70, "%s are read: %v", name, err)
	}
}
