package index

import (
	"errors"
	"slices"
	"testing"
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
