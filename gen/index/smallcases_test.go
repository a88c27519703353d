package index

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// TestSpan: by hand. A span has the documents whose numbers have its upper half, of which it holds one to 65,536.
func TestSpan(t *testing.T) {
	for _, c := range []struct {
		span Span
		doc  uint32
		want bool
	}{{5, 0, true}, {5, 5, true}, {5, lowMask, true}, {5, SpanDocs | 5, false}, {SpanDocs | 5, 5, false}, {SpanDocs | 5, SpanDocs, true},
		{0, 1 << 31, false}, {1 << 31, 1<<31 + 7, true}} {
		if got := c.span.Has(c.doc); got != c.want {
			t.Errorf("span %d has %d: %v, want %v", c.span, c.doc, got, c.want)
		}
	}
	if Span(0).Len() != 1 || Span(lowMask).Len() != SpanDocs || Span(3*SpanDocs|7).Len() != 8 || Span(3*SpanDocs|7).High() != 3*SpanDocs {
		t.Error("the length or the upper half of a span is wrong")
	}
}

// TestPostingsShareASpan: postings of one upper half are one span, and those of others have their own.
func TestPostingsShareASpan(t *testing.T) {
	p := NewPostings([]Posting{{1, 1}, {2, 1}, {9, 1}, {SpanDocs, 1}, {SpanDocs + 1, 2}, {4 * SpanDocs, 1}})
	if want := []Span{2, SpanDocs | 1, 4 * SpanDocs}; !slices.Equal(p.Spans, want) {
		t.Errorf("spans %d, want %d", p.Spans, want)
	}
	if want := []uint16{1, 2, 9, 0, 1, 0}; !slices.Equal(p.Low, want) {
		t.Errorf("lower halves %d, want %d", p.Low, want)
	}
}

// TestPostingsHold: spans with more postings than there are, with fewer, and a document behind the last one are seen.
func TestPostingsHold(t *testing.T) {
	for _, c := range []struct {
		name  string
		spans []Span
		low   []uint16
		docs  int
		want  bool
	}{
		{"none", nil, nil, 1, true},
		{"two spans", []Span{1, SpanDocs}, []uint16{3, 4, 0}, SpanDocs + 1, true},
		{"the last document", []Span{0}, []uint16{9}, 10, true},
		{"behind the last", []Span{0}, []uint16{10}, 10, false},
		{"behind the last, in the second span", []Span{0, SpanDocs}, []uint16{9, 1}, SpanDocs + 1, false},
		{"a span too many", []Span{0, SpanDocs | 1}, []uint16{1, 2}, SpanDocs + 9, false},
		{"a span too few", []Span{0}, []uint16{1, 2}, 10, false},
		{"a far span", []Span{5 * SpanDocs}, []uint16{0}, 10, false},
	} {
		if got := (Postings{Spans: c.spans, Low: c.low}).holds(c.docs); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
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

// closer is a reader that counts how often it was closed.
type closer struct {
	Reader
	times int
	err   error
}

func (c *closer) Close() error { c.times++; return c.err }

// TestClose: a reader that holds something open is closed once, and its error is returned; others need none.
func TestClose(t *testing.T) {
	fault := errors.New("fault")
	c := &closer{err: fault}
	if err := Close(c); err != fault || c.times != 1 {
		t.Errorf("%v after %d times", err, c.times)
	}
	if err := Close(nil); err != nil {
		t.Error(err)
	}
	if err := Close(struct{ Reader }{}); err != nil {
		t.Error(err)
	}
}

// TestSameFiles: files are the same by their checksums, in any order and whatever their names.
func TestSameFiles(t *testing.T) {
	a, b, other := SourceFile{Name: "a", SHA256: "123456789"}, SourceFile{Name: "b", SHA256: "2"}, SourceFile{Name: "a", SHA256: "3"}
	renamed := SourceFile{Name: "c", SHA256: "123456789"}
	for _, c := range []struct {
		here, there []SourceFile
		want        bool
	}{
		{[]SourceFile{a, b}, []SourceFile{b, a}, true}, {[]SourceFile{a}, []SourceFile{renamed}, true}, {[]SourceFile{a}, []SourceFile{other},
			false},
		{[]SourceFile{a}, []SourceFile{a, b}, false}, {nil, []SourceFile{a}, true}, {[]SourceFile{a}, nil, true},
	} {
		if got := SameFiles(c.here, c.there); got != c.want {
			t.Errorf("%v and %v: %v, want %v", c.here, c.there, got, c.want)
		}
	}
	if got, want := FileNames([]SourceFile{a, b, other, b, b}), "a (12345678), b (2), a (3), ..."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := FileNames([]SourceFile{a, b, other}), "a (12345678), b (2), a (3)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestAbandonedFiles: abandoning files closes each of them, and an error of any is returned.
func TestAbandonedFiles(t *testing.T) {
	for broken := range 3 {
		sinks, err := newSinks(opened(t), docsFile, lengthsFile)
		if err != nil {
			t.Fatal(err)
		}
		if broken < len(sinks) { // one that is closed already
			if err := sinks[broken].f.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err := abandonAll(sinks); (err != nil) != (broken < len(sinks)) {
			t.Errorf("file %d is closed before: %v", broken, err)
		}
		for _, s := range sinks {
			if s.f.Close() == nil {
				t.Errorf("file %d is left open", s.file)
			}
		}
	}
}

// TestCountsOfHeader: by hand. Documents, terms and forms have numbers of 32 bits, and there is a document at least. A header with counts
// that are in range lacks its files here.
func TestCountsOfHeader(t *testing.T) {
	for _, c := range []struct {
		counts string
		want   bool
	}{
		{`"docs":1`, true}, {`"docs":0`, false}, {`"docs":4294967295`, true}, {`"docs":4294967296`, false},
		{`"docs":1,"terms":4294967295`, true}, {`"docs":1,"terms":4294967296`, false}, {`"docs":1,"terms":-1`, false},
		{`"docs":1,"forms":4294967295`, true}, {`"docs":1,"forms":4294967296`, false}, {`"docs":1,"forms":-1`, false},
		{`"docs":1,"tokens":1152921504606846975`, true}, {`"docs":1,"tokens":1152921504606846976`, false}, {`"docs":1,"tokens":-1`, false},
	} {
		body := []byte("{" + c.counts + "}")
		_, err := parseHeader("header", fmt.Appendf(nil, "%s %d %s\n%s", magic, version, digest(xxhash.Sum64(body)), body))
		want := map[bool]string{true: "its list of files differs", false: "its counts are out of range"}[c.want]
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want that %s", c.counts, err, want)
		}
	}
}

// TestLookUp: a table finds a name by its number. A number that no name has, and a table without a free slot, are damage and no loop.
func TestLookUp(t *testing.T) {
	names := []string{"a", "b"}
	nameOf := func(i uint32) string { return names[i] }
	table := func(list ...string) []uint32 {
		slots := make([]uint32, 4)
		for i, name := range list {
			slot, _, _ := findSlot(slots, xxhash.Sum64String(name), func(uint32) bool { return false })
			slots[slot] = uint32(i) + 1
		}
		return slots
	}
	for name, want := range map[string]int{"a": 0, "b": 1, "c": -1} {
		if number, ok := lookUp(&mapping{}, table(names...), 2, name, nameOf); ok != (want >= 0) || ok && int(number) != want {
			t.Errorf("%s: %d, %v", name, number, ok)
		}
	}
	for name, slots := range map[string][]uint32{"a number that no name has": {3, 3, 3, 3}, "no free slot": {1, 1, 1, 1}} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "its hash table leads nowhere") {
					t.Errorf("%s: %v", name, err)
				}
			}()
			lookUp(&mapping{path: "file"}, slots, 2, "c", nameOf)
		}()
	}
}

// TestRunsOfInversion: by hand, of ten tokens in memory. A run holds ten, and at least one document, which may be longer or empty.
func TestRunsOfInversion(t *testing.T) {
	for _, c := range []struct {
		lengths []uint32
		want    [][2]uint32 // documents
	}{
		{[]uint32{5, 5, 1}, [][2]uint32{{0, 2}, {2, 3}}}, {[]uint32{5, 6}, [][2]uint32{{0, 1}, {1, 2}}},
		{[]uint32{20, 1}, [][2]uint32{{0, 1}, {1, 2}}},
		{[]uint32{0, 0, 20}, [][2]uint32{{0, 3}}}, {[]uint32{10}, [][2]uint32{{0, 1}}}, {[]uint32{1, 9, 0, 1}, [][2]uint32{{0, 3}, {3, 4}}},
	} {
		total := uint32(0)
		for _, n := range c.lengths {
			total += n
		}
		v := newInversion(1, make([]uint32, total), c.lengths, Options{Threads: 1, MemoryBytes: 10 * bytesPerToken})
		var got [][2]uint32
		tokens := uint64(0)
		for _, r := range v.runs {
			got = append(got, r.docs)
			if r.tokens[0] != tokens {
				t.Errorf("%d: a run begins with token %d, want %d", c.lengths, r.tokens[0], tokens)
			}
			tokens = r.tokens[1]
		}
		if !slices.Equal(got, c.want) || tokens != uint64(total) {
			t.Errorf("%d: runs %d and %d tokens, want %d", c.lengths, got, tokens, c.want)
		}
	}
}

// TestPlacesInLexicon: the arrays of a lexicon follow each other in its file, and the names are the rest.
func TestPlacesInLexicon(t *testing.T) {
	file := &mapping{m: make([]byte, 1000)}
	var l lexicon
	if err := readLexicon(&l, file, 3, 5); err != nil {
		t.Fatal(err)
	}
	terms, forms, slots := uint64(len(raw(l.terms))), uint64(len(raw(l.forms))), uint64(len(raw(l.slots)))
	if len(l.terms) != 4 || len(l.forms) != 6 || len(l.slots) != 4 || l.formsAt != terms || l.slotsAt != terms+forms ||
		l.namesAt != terms+forms+slots || l.namesAt+uint64(len(l.names)) != 1000 {
		t.Errorf("%d terms, %d forms and %d slots; forms at %d, slots at %d, names at %d", len(l.terms), len(l.forms), len(l.slots), l.formsAt,
			l.slotsAt, l.namesAt)
	}
	least := int(l.namesAt)
	for size, want := range map[int]bool{least: true, least - 1: false} {
		if err := readLexicon(&l, &mapping{m: make([]byte, size)}, 3, 5); (err == nil) != want {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}
