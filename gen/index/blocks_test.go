package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
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
		x.Texts().URL(d)
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
	an, err := analysis.New(analysis.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "index")
	docs := func(yield func(corpus.Doc, error) bool) {
		for d := range 1000 {
			words := strings.Repeat("bread baker oven ", d%40+1) + string(rune('a'+d%26)) + "x" + strings.Repeat("y", d%17)
			if !yield(corpus.Doc{ID: "d" + strings.Repeat("0", d%7) + string(rune('a'+d%26)) + strings.Repeat("z", d/26), Text: words}, nil) {
				return
			}
		}
	}
	if err := Build(context.Background(), dir, docs, an, Defaults(), nil); err != nil {
		t.Fatal(err)
	}
	smallFile = -1
	for i, name := range fileNames {
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []int{0, len(whole) / 3, len(whole) / 2, len(whole) - 1} {
			broken := append([]byte(nil), whole...)
			broken[at] ^= 0x80
			if err := os.WriteFile(path, broken, 0o666); err != nil {
				t.Fatal(err)
			}
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
			for _, err := range []error{readAll(x), verifyAll(x)} {
				var f *errs.Error
				if !errors.As(err, &f) || f.Kind != errs.Input || f.File != path {
					t.Errorf("%s, byte %d: %v", name, at, err)
				}
			}
			x.Close()
		}
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	x, err := openFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if err := errors.Join(readAll(x), readAll(x)); err != nil {
		t.Errorf("the whole index: %v", err)
	}
}

// The identity follows every byte of the collection, and the names of its files.
func TestIdentity(t *testing.T) {
	an, err := analysis.New(analysis.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	identity := func(text, sha string, threads int) string {
		dir := filepath.Join(t.TempDir(), "index")
		o := Defaults()
		o.Threads, o.Collection = threads, []SourceFile{{Name: "c.tsv", Bytes: 3, SHA256: sha}}
		docs := func(yield func(corpus.Doc, error) bool) { yield(corpus.Doc{ID: "1", Text: text}, nil) }
		if err := Build(context.Background(), dir, docs, an, o, nil); err != nil {
			t.Fatal(err)
		}
		x, err := openFiles(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		return x.About().Identity
	}
	one := identity("bread oven", "aa", 1)
	if identity("bread oven", "aa", 4) != one {
		t.Error("it depends on threads")
	}
	if identity("bread door", "aa", 1) == one || identity("bread oven", "bb", 1) == one {
		t.Error("another text, or another file, with the same counts has the same identity")
	}
}

// TestBelowHolds: numbers must be below the limit, at every so many bytes.
func TestBelowHolds(t *testing.T) {
	numbers := raw([]uint32{1, 99, 2, 99})
	for _, c := range []struct {
		every int
		limit uint64
		want  bool
	}{{0, 0, true}, {4, 100, true}, {4, 99, false}, {8, 3, true}, {8, 2, false}} {
		if got := (bounds{c.every, c.limit}).holds(numbers); got != c.want {
			t.Errorf("every %d below %d: %v, want %v", c.every, c.limit, got, c.want)
		}
	}
	if !(bounds{4, 0}).holds(nil) {
		t.Error("no number is not below 0")
	}
}

// TestNumBlocks: by hand. The last block may have one byte, and no bytes are no block.
func TestNumBlocks(t *testing.T) {
	for size, want := range map[int64]int{0: 0, 1: 1, blockBytes: 1, blockBytes + 1: 2, 3 * blockBytes: 3} {
		if got := numBlocks(size); got != want {
			t.Errorf("%d bytes: %d blocks, want %d", size, got, want)
		}
	}
}

// refuses reports whether a call panics with an error.
func refuses(call func()) (refused bool) {
	defer func() { refused = recover() != nil }()
	call()
	return false
}

// TestTouch: bytes are refused where one of them is in a damaged block or behind the file. There are blocks enough for two words of bits.
func TestTouch(t *testing.T) {
	content := make([]byte, 66*blockBytes+7)
	sums := blockSums(nil, content)
	damaged := func(block int) mapping {
		other := slices.Clone(sums)
		other[block]++
		return mapping{path: "file", m: content, blocks: newBlocks(other)}
	}
	for block := range sums {
		rising, falling := damaged(block), damaged(block)
		for i := range sums {
			for f, b := range map[*mapping]int{&rising: i, &falling: len(sums) - 1 - i} {
				place := uint64(b) * blockBytes
				if got := refuses(func() { f.touch(place, place+1) }); got != (b == block) {
					t.Fatalf("block %d is damaged, and block %d is refused: %v", block, b, got)
				}
			}
		}
		if !refuses(rising.touchAll) {
			t.Errorf("block %d is damaged, and all are read", block)
		}
	}
	const b, size = blockBytes, uint64(66*blockBytes + 7)
	for _, c := range []struct {
		begin, end uint64
		want       bool
	}{{3*b - 1, 3 * b, false}, {3*b - 1, 3*b + 1, true}, {4*b - 1, 4 * b, true}, {4 * b, 4*b + 1, false}, {3 * b, 3 * b, false}, {0, 0, false},
		{5, 4, false}, {0, size, true}, {4 * b, size, false}, {4 * b, size + 1, true}, {size, size + 1, true}} {
		f := damaged(3)
		if got := refuses(func() { f.touch(c.begin, c.end) }); got != c.want {
			t.Errorf("%d to %d: refused: %v, want %v", c.begin, c.end, got, c.want)
		}
	}
	whole := mapping{m: content}
	if refuses(func() { whole.touch(0, size+1) }) || refuses(whole.touchAll) {
		t.Error("a file that was checked as a whole is checked by its blocks")
	}
}

// TestTouchedOnce: a block is checked when it is touched first, and not again.
func TestTouchedOnce(t *testing.T) {
	for name, touch := range map[string]func(f *mapping){"a byte": func(f *mapping) { f.touch(blockBytes, blockBytes+1) },
		"all": (*mapping).touchAll} {
		content := make([]byte, 2*blockBytes)
		f := mapping{m: content, blocks: newBlocks(blockSums(nil, content))}
		touch(&f)
		content[blockBytes] = 1
		if refuses(func() { touch(&f) }) {
			t.Errorf("%s: checked again", name)
		}
	}
}

// TestBelowOf: by hand. Numbers of terms are below their number, and those of spans below the end of the last document's.
func TestBelowOf(t *testing.T) {
	for _, c := range []struct {
		file, docs, terms int
		want              bounds
	}{{forwardFile, 9, 7, bounds{4, 7}}, {forwardFile, 9, 0, bounds{4, 0}}, {spansFile, 1, 7, bounds{4, SpanDocs}},
		{spansFile, SpanDocs, 7, bounds{4, SpanDocs}}, {spansFile, SpanDocs + 1, 7, bounds{4, 2 * SpanDocs}}, {lengthsFile, 9, 7, bounds{}}} {
		if got := belowOf(c.file, header{Docs: c.docs, Terms: c.terms}); got != c.want {
			t.Errorf("%s of %d documents and %d terms: %v, want %v", fileNames[c.file], c.docs, c.terms, got, c.want)
		}
	}
}

// TestPart: places that are not in order, or behind the end, are damage.
func TestPart(t *testing.T) {
	list := []int{1, 2, 3}
	for _, c := range []struct {
		begin, end uint64
		want       int
	}{{0, 3, 3}, {1, 2, 1}, {3, 3, 0}, {2, 1, -1}, {0, 4, -1}, {4, 4, -1}} {
		got := -1
		if refuses(func() { got = len(part(&mapping{}, list, c.begin, c.end)) }) != (c.want < 0) || got != c.want {
			t.Errorf("%d to %d: %d numbers, want %d", c.begin, c.end, got, c.want)
		}
	}
}
