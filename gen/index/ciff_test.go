package index_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"google.golang.org/protobuf/encoding/protowire"
)

func buildCIFF(t *testing.T, content []byte, o index.Options) (index.Reader, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.ciff")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	an, err := analysis.New(analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None, Stopwords: analysis.None})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "index")
	if err := index.BuildCIFF(context.Background(), dir, path, an, o, nil, nil); err != nil {
		if left, _ := filepath.Glob(dir + "*"); left != nil {
			t.Errorf("%v is left behind", left)
		}
		return nil, err
	}
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	_, _, err = index.Verify(dir)
	return x, err
}

// An index that was exported and read again answers as before, but for texts and the order of terms in documents, and its
// bytes do not depend on how much of it is turned round at a time.
func TestCIFFHoldsWhatTheIndexHeld(t *testing.T) {
	z := indextest.NewZipf(500, 1)
	x := indextest.Build(t, z.Docs(700), analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None, Stopwords: analysis.None},
		index.Defaults())
	y, err := buildCIFF(t, indextest.CIFF(x), index.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	if y.NumDocs() != x.NumDocs() || y.Lexicon().NumTerms() != x.Lexicon().NumTerms() ||
		y.TotalTerms() != x.TotalTerms() || y.AvgLen() != x.AvgLen() ||
		!slices.Equal(y.Lengths(), x.Lengths()) {
		t.Error("statistics differ")
	}
	if b := y.About().Bare; b == nil || b.Partial() || b.Rounded != 0 || b.Description != "export of a test" || x.About().Bare != nil {
		t.Errorf("%+v", b)
	}
	for a := range uint32(x.Lexicon().NumTerms()) {
		b, ok := y.Lexicon().TermID(x.Lexicon().Term(a))
		if !ok || y.CollFreq(b) != x.CollFreq(a) || !slices.Equal(y.Postings(b).Append(nil), x.Postings(a).Append(nil)) {
			t.Fatalf("term %s differs", x.Lexicon().Term(a))
		}
		if f := y.Lexicon().Forms(b); len(f) != 1 || f[0] != (index.Form{Surface: x.Lexicon().Term(a), Count: x.CollFreq(a)}) {
			t.Fatalf("term %s has the forms %v", x.Lexicon().Term(a), f)
		}
	}
	words := func(x index.Reader, d uint32) (all []string) {
		for _, t := range x.Terms(d) {
			all = append(all, x.Lexicon().Term(t))
		}
		slices.Sort(all)
		return all
	}
	for d := range uint32(x.NumDocs()) {
		if at, ok := y.Doc(x.DocID(d)); !ok || at != d || y.Texts().Text(d)+y.Texts().Title(d)+y.Texts().URL(d) != "" ||
			!slices.Equal(words(x, d), words(y, d)) {
			t.Fatalf("document %d differs", d)
		}
	}
	small, err := buildCIFF(t, indextest.CIFF(x), index.Options{Threads: 1, MemoryBytes: 1})
	if err != nil || !slices.Equal(small.Terms(699), y.Terms(699)) {
		t.Errorf("in small parts: %v", err)
	}
}

func ciffMessage(fields ...any) (b []byte) {
	for i := 0; i < len(fields); i += 2 {
		number := protowire.Number(fields[i].(int))
		switch value := fields[i+1].(type) {
		case float64:
			b = protowire.AppendFixed64(protowire.AppendTag(b, number, protowire.Fixed64Type), math.Float64bits(value))
		case int:
			b = protowire.AppendVarint(protowire.AppendTag(b, number, protowire.VarintType), uint64(value))
		case string:
			b = protowire.AppendString(protowire.AppendTag(b, number, protowire.BytesType), value)
		case []byte:
			b = protowire.AppendBytes(protowire.AppendTag(b, number, protowire.BytesType), value)
		}
	}
	return b
}

func ciffFile(messages ...[]byte) (b []byte) {
	for _, m := range messages {
		b = protowire.AppendBytes(b, m)
	}
	return b
}

// Lengths are those stored, statistics those of the header where it has any, else of the records.
func TestCIFFLengths(t *testing.T) {
	list := ciffMessage(1, "a", 2, 2, 3, 5, 4, ciffMessage(2, 2), 4, ciffMessage(1, 1, 2, 3))
	docs := [][]byte{ciffMessage(1, 1, 2, "late", 3, 10), ciffMessage(2, "early", 3, 2)}
	x, err := buildCIFF(t, ciffFile(append([][]byte{ciffMessage(1, 1, 2, 1, 3, 2), list}, docs...)...), index.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	// 2 stored and 2 counted; 10 stored and 3 counted: one differs. 12 terms stored over 2 documents.
	if x.TotalTerms() != 12 || x.AvgLen() != 6 || x.Len(0) != 2 || x.Len(1) != 10 || len(x.Terms(1)) != 3 || x.About().Bare.Rounded != 1 ||
		x.DocID(1) != "late" {
		t.Errorf("%d terms, average %v, lengths %v, %+v", x.TotalTerms(), x.AvgLen(), x.Lengths(), x.About().Bare)
	}
	x, err = buildCIFF(t, ciffFile(append([][]byte{ciffMessage(1, 1, 2, 1, 3, 2, 4, 7, 5, 2, 6, 100), list}, docs...)...), index.Defaults())
	if err != nil || x.TotalTerms() != 100 || !x.About().Bare.Partial() || x.About().Bare.Rounded != 0 {
		t.Errorf("%v: %+v", err, x.About().Bare)
	}
}

func TestBrokenCIFF(t *testing.T) {
	head := ciffMessage(1, 1, 2, 2, 3, 2)
	a, b := ciffMessage(1, "a", 2, 1, 3, 1, 4, ciffMessage(2, 1)), ciffMessage(1, "b", 2, 1, 3, 1, 4, ciffMessage(2, 1))
	d0, d1 := ciffMessage(2, "x", 3, 2), ciffMessage(1, 1, 2, "y", 3, 0)
	huge := ciffMessage(1, "b", 2, 1, 3, 1<<30, 4, ciffMessage(2, 1<<30))
	for want, content := range map[string][]byte{
		`the term "a" has two lists of postings; hint: write the export again`:     ciffFile(head, a, a, d0, d1),
		`document 0 has two records, "x" and "x"; hint: write the export again`:    ciffFile(head, a, b, d0, d0),
		`it holds 2 of the index's 3 documents; hint: export them all`:             ciffFile(ciffMessage(1, 1, 2, 2, 3, 2, 5, 3), a, b, d0, d1),
		`document 0 has more than 67108864 terms; hint: write the export again`:    ciffFile(head, a, huge, d0, d1),
		`document id "x" occurs twice in the collection; hint: ids must be unique`: ciffFile(head, a, b, d0, ciffMessage(1, 1, 2, "x", 3, 0)),
		`message 5: the file ends; hint: write the export again`:                   ciffFile(head, a, b, d0),
	} {
		_, err := buildCIFF(t, content, index.Defaults())
		if e, ok := errors.AsType[*errs.Error](err); !ok || e.Kind != errs.Input || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "x.ciff:1") { // no message is one of a line
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if _, err := buildCIFF(t, ciffFile(head, a, b, d0, d1), index.Defaults()); err != nil {
		t.Error(err)
	}
}

// TestCIFFInParts: by hand. Documents hold their terms in the order of the terms, whatever number of documents is turned round at a time.
func TestCIFFInParts(t *testing.T) {
	content := ciffFile(ciffMessage(1, 1, 2, 3, 3, 5),
		ciffMessage(1, "a", 2, 3, 3, 4, 4, ciffMessage(2, 1), 4, ciffMessage(1, 1, 2, 2), 4, ciffMessage(1, 3, 2, 1)),
		ciffMessage(1, "b", 2, 1, 3, 3, 4, ciffMessage(1, 2, 2, 3)),
		ciffMessage(1, "c", 2, 3, 3, 3, 4, ciffMessage(1, 1, 2, 1), 4, ciffMessage(1, 1, 2, 1), 4, ciffMessage(1, 2, 2, 1)),
		ciffMessage(2, "v", 3, 1), ciffMessage(1, 1, 2, "w", 3, 3), ciffMessage(1, 2, 2, "x", 3, 4), ciffMessage(1, 3, 2, "y"),
		ciffMessage(1, 4, 2, "z", 3, 2))
	for _, memory := range []int64{0, 28, 1000} { // 4 bytes a term
		x, err := buildCIFF(t, content, index.Options{Threads: 1, MemoryBytes: memory})
		if err != nil {
			t.Fatal(err)
		}
		for d, want := range [][]uint32{{0}, {0, 0, 2}, {1, 1, 1, 2}, {}, {0, 2}} {
			if got := x.Terms(uint32(d)); !slices.Equal(got, want) {
				t.Errorf("%d bytes: document %d has the terms %d, want %d", memory, d, got, want)
			}
		}
	}
}

// TestCIFFStatistics: by hand, of two documents of 2 and 10 terms, of which 5 are in lists. A number of the header is believed if it says
// something.
func TestCIFFStatistics(t *testing.T) {
	list := ciffMessage(1, "a", 2, 2, 3, 5, 4, ciffMessage(2, 2), 4, ciffMessage(1, 1, 2, 3))
	docs := [][]byte{ciffMessage(2, "x", 3, 2), ciffMessage(1, 1, 2, "y", 3, 10)}
	for _, c := range []struct {
		total   int
		average float64
		terms   int64
		want    float64
	}{{1, .5, 1, .5}, {0, 0, 12, 6}, {0, math.Inf(1), 12, 6}, {7, math.NaN(), 7, 6}, {7, -1, 7, 6}} {
		head := ciffMessage(1, 1, 2, 1, 3, 2, 6, c.total, 7, c.average)
		x, err := buildCIFF(t, ciffFile(append([][]byte{head, list}, docs...)...), index.Options{Threads: 1})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
		} else if x.TotalTerms() != c.terms || x.AvgLen() != c.want {
			t.Errorf("%+v: %d terms, average %v", c, x.TotalTerms(), x.AvgLen())
		}
	}
}
