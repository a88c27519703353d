package index

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
)

// manyBlocks builds an index of which each file but the sums has several blocks, and opens it with files that are all taken for large ones.
func manyBlocks(t *testing.T) *fileReader {
	t.Helper()
	size := smallFile
	t.Cleanup(func() { smallFile = size })
	smallFile = 0
	return builtIndex(t, 20_000, func(d int) corpus.Doc {
		text := fmt.Sprintf("w%d%s%s", d, strings.Repeat(" whale", d%3), strings.Repeat(" sea", 1+d%5*4))
		return corpus.Doc{ID: fmt.Sprintf("document-%d", d), Title: fmt.Sprint("t", d), Text: text}
	})
}

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
	an, err := analysis.New(analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None, Stopwords: analysis.None})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "index")
	docs := func(yield func(corpus.Doc, error) bool) {
		for d := range n {
			if !yield(doc(d), nil) {
				return
			}
		}
	}
	if err := Build(t.Context(), dir, docs, an, Defaults(), nil); err != nil {
		t.Fatal(err)
	}
	x, err := openFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// TestBlocksThatAreChecked: a method checks the blocks that hold the bytes it reads, as format.go says where these are, and no others. The
// documents and terms are those whose bytes begin or end beside the border of two blocks.
func TestBlocksThatAreChecked(t *testing.T) {
	x := manyBlocks(t)
	type bytes struct{ begin, end uint64 }
	docs := func(part int, unit uint64) func(n uint32) bytes {
		return func(n uint32) bytes {
			return bytes{x.docs.list[n][part].number() * unit, x.docs.list[n+1][part].number() * unit}
		}
	}
	terms := func(part int, unit uint64) func(n uint32) bytes {
		return func(n uint32) bytes {
			return bytes{x.lexicon.terms.list[n][part].number() * unit, x.lexicon.terms.list[n+1][part].number() * unit}
		}
	}
	fixed := func(size, count uint64) func(n uint32) bytes {
		return func(n uint32) bytes { return bytes{uint64(n) * size, (uint64(n) + count) * size} }
	}
	const record, form = 5 * 5, 2 * 5 // bytes: five and two places
	none := func(uint32) []bytes { return nil }
	name := func(first, next place) bytes {
		return bytes{x.lexicon.namesAt + first.number(), x.lexicon.namesAt + next.number()}
	}
	for _, c := range []struct {
		name string
		file int
		n    int
		read func(n uint32)
		want func(n uint32) bytes // the first of those that are read
		rest func(n uint32) []bytes
	}{
		{"length", lengthsFile, x.NumDocs(), func(n uint32) { x.Len(n) }, fixed(4, 1), none},
		{"hash", foldsFile, x.NumDocs(), func(n uint32) { x.Texts().FoldHash(n) }, fixed(8, 1), none},
		{"record of a document", docsFile, x.NumDocs(), func(n uint32) { x.Texts().URL(n) }, fixed(record, 2), none},
		{"id", idsFile, x.NumDocs(), func(n uint32) { x.DocID(n) }, docs(idAt, 1), none},
		{"terms", forwardFile, x.NumDocs(), func(n uint32) { x.Terms(n) }, docs(forwardAt, 4), none},
		{"text", textFile, x.NumDocs(), func(n uint32) { x.Texts().Text(n) }, func(n uint32) bytes {
			return bytes{x.docs.list[n][textAt].number(), x.docs.list[n][urlAt].number()}
		}, none},
		{"title", textFile, x.NumDocs(), func(n uint32) { x.Texts().Title(n) }, func(n uint32) bytes {
			return bytes{x.docs.list[n][titleAt].number(), x.docs.list[n][textAt].number()}
		}, none},
		{"record of a term", lexiconFile, x.Lexicon().NumTerms(), func(n uint32) { x.CollFreq(n) }, fixed(record, 2), none},
		{"term", lexiconFile, x.Lexicon().NumTerms(), func(n uint32) { x.Lexicon().Term(n) }, fixed(record, 2), func(n uint32) []bytes {
			return []bytes{name(x.lexicon.terms.list[n][nameAt], x.lexicon.terms.list[n+1][nameAt])}
		}},
		{"forms", lexiconFile, x.Lexicon().NumTerms(), func(n uint32) { x.Lexicon().Forms(n) }, fixed(record, 2), func(n uint32) []bytes {
			first, end := x.lexicon.terms.list[n][formAt].number(), x.lexicon.terms.list[n+1][formAt].number()
			return []bytes{{x.lexicon.forms.begin + first*form, x.lexicon.forms.begin + (end+1)*form},
				name(x.lexicon.forms.list[first].Name, x.lexicon.forms.list[end].Name)}
		}},
		{"lower halves", postingsFile, x.Lexicon().NumTerms(), func(n uint32) { x.Postings(n) }, terms(postingsAt, 2), none},
		{"spans", spansFile, x.Lexicon().NumTerms(), func(n uint32) { x.Postings(n) }, terms(spansAt, 4), none},
	} {
		f := &x.files[c.file]
		if len(f.blocks.sums) < 2 {
			t.Errorf("%s: %s has one block", c.name, fileNames[c.file])
			continue
		}
		borders := 0
		for n := range uint32(c.n) {
			want := c.want(n)
			if want.begin == want.end {
				continue
			}
			if isBorder := want.begin%blockBytes < 64 || (want.end-1)%blockBytes >= blockBytes-64; !isBorder && int(n) != c.n-1 {
				continue
			}
			borders++
			f.blocks = newBlocks(f.blocks.sums)
			c.read(n)
			all := append(c.rest(n), want)
			for b := range uint64(len(f.blocks.sums)) {
				isRead := slices.ContainsFunc(all, func(r bytes) bool { return r.begin/blockBytes <= b && b <= (r.end-1)/blockBytes })
				if isChecked := f.blocks.seen[b/64].Load()>>(b%64)&1 != 0; isChecked != isRead {
					t.Errorf("%s %d, bytes %d to %d: block %d is checked: %v", c.name, n, want.begin, want.end, b, isChecked)
				}
			}
		}
		if borders < 4 {
			t.Errorf("%s: %d at borders of blocks", c.name, borders)
		}
	}
}

// TestLexiconOfItsSize: a lexicon has room for what its header counts: three terms and two forms with one more each, four slots, and names
// that may be empty.
func TestLexiconOfItsSize(t *testing.T) {
	const size = (3+1)*25 + (2+1)*10 + 4*4
	for bytes, want := range map[int]bool{size - 1: false, size: true, size + 5: true, 0: false} {
		var l lexicon
		err := readLexicon(&l, &mapping{path: "lexicon", m: make([]byte, bytes)}, 3, 2)
		if (err == nil) != want {
			t.Errorf("%d bytes: %v", bytes, err)
		}
		if want && (len(l.terms.list) != 4 || len(l.forms.list) != 3 || len(l.slots) != 4 || len(l.names) != bytes-size) {
			t.Errorf("%d bytes: %d terms, %d forms, %d slots, %d bytes of names", bytes, len(l.terms.list), len(l.forms.list), len(l.slots), len(l.names))
		}
	}
}

// TestPlacesOfNoText: places between which no packed text is, since a text takes two bytes or more, are damage. No bytes are an empty text.
func TestPlacesOfNoText(t *testing.T) {
	x := texts{file: &mapping{path: "text", m: []byte{1, 0, 'a'}}}
	for end, want := range []string{"", "error", "error", "a", "error"} {
		got := func() (text string) {
			defer func() {
				if recover() != nil {
					text = "error"
				}
			}()
			return x.unpack(placeOf(0), placeOf(uint64(end)))
		}()
		if got != want {
			t.Errorf("%d bytes: %q, want %q", end, got, want)
		}
	}
}

// TestCloseFails: the error of a file that cannot be unmapped, since it is not mapped, is returned, and the other files are closed.
func TestCloseFails(t *testing.T) {
	var x fileReader
	x.files[idsFile].m = make([]byte, 8)
	if err := x.Close(); err == nil {
		t.Error("no error")
	}
	if err := x.Close(); err != nil {
		t.Errorf("closed again: %v", err)
	}
}

// TestTablesAreChecked: all lengths, the table of ids and that of terms are checked as a whole before a number of theirs is read.
func TestTablesAreChecked(t *testing.T) {
	x := manyBlocks(t)
	slots := (x.lexicon.slotsAt + x.lexicon.namesAt) / 2
	for name, c := range map[string]struct {
		file  int
		place uint64 // of damage
		read  func()
	}{
		"lengths": {lengthsFile, uint64(len(x.files[lengthsFile].m)) - 1, func() { x.Lengths() }},
		"ids":     {idslotsFile, uint64(len(x.files[idslotsFile].m)) - 1, func() { x.Doc("document-1") }},
		"terms":   {lexiconFile, slots, func() { x.Lexicon().TermID("w1") }},
	} {
		f := &x.files[c.file]
		sound := f.blocks.sums
		broken := slices.Clone(sound)
		broken[c.place/blockBytes]++
		for sums, want := range map[*[]uint64]bool{&broken: true, &sound: false} {
			f.blocks = newBlocks(*sums)
			x.lexicon.slotsSeen.Store(false)
			if got := refuses(c.read); got != want {
				t.Errorf("%s: damaged %v, refused %v", name, want, got)
			}
		}
	}
}
