package index

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
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
