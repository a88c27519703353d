package index

import (
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
)

// TestNextPart: by hand. A term takes four bytes. A part has the documents that fit, and one document at least.
func TestNextPart(t *testing.T) {
	tokens := []uint64{9, 5, 0, 5, 1, 20}
	for _, c := range []struct {
		begin  int
		memory int64
		end    int
		sum    uint64
	}{{1, 40, 4, 10}, {1, 39, 3, 5}, {1, 44, 5, 11}, {0, 0, 1, 9}, {5, 0, 6, 20}, {2, 0, 3, 0}, {0, 4 * 40, 6, 40}} {
		if end, sum := nextPart(tokens, c.begin, c.memory); end != c.end || sum != c.sum {
			t.Errorf("%d bytes from document %d: to %d with %d terms, want %d with %d", c.memory, c.begin, end, sum, c.end, c.sum)
		}
	}
}

// TestLongestDocument: a document has so many terms at most, in all its postings together.
func TestLongestDocument(t *testing.T) {
	b := &bareBuild{tokens: make([]uint64, 2)}
	for _, c := range []struct {
		p    corpus.CIFFPosting
		want bool
	}{{corpus.CIFFPosting{Document: 1, TF: longestDocument}, true}, {corpus.CIFFPosting{Document: 0, TF: longestDocument - 1}, true},
		{corpus.CIFFPosting{Document: 0, TF: 1}, true}, {corpus.CIFFPosting{Document: 0, TF: 1}, false}} {
		if err := b.count(c.p); (err == nil) != c.want {
			t.Errorf("%+v: %v", c.p, err)
		}
	}
}
