package index

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What is written of terms is read: any documents, also of far spans, and any counts, also large ones.
func TestPostingsComeBack(t *testing.T) {
	number := rapid.OneOf(rapid.Uint32Range(0, 20), rapid.Uint32Range(lowMask-3, lowMask+3), rapid.Uint32())
	count := rapid.OneOf(rapid.Uint32Range(1, 3), rapid.Uint32Range(largeTF-1, largeTF+1), rapid.Uint32Min(1))
	rapid.Check(t, func(rt *rapid.T) {
		folder := opened(t)
		w, err := newPostingsWriter(folder)
		if err != nil {
			rt.Fatal(err)
		}
		var want [][]Posting
		var begins []places
		for range rapid.IntRange(1, 5).Draw(rt, "terms") {
			begin, err := w.next()
			if err != nil {
				rt.Fatal(err)
			}
			docs := rapid.SliceOfNDistinct(number, 0, 12, rapid.ID).Draw(rt, "documents")
			slices.Sort(docs)
			var list []Posting
			for _, d := range docs {
				list = append(list, Posting{d, count.Draw(rt, "count")})
			}
			cut := rapid.IntRange(0, len(list)).Draw(rt, "cut")
			for _, part := range [][]Posting{list[:cut], list[cut:]} { // a span may lie on both sides
				if err := w.add(part); err != nil {
					rt.Fatal(err)
				}
			}
			want, begins = append(want, list), append(begins, begin)
		}
		end, err := w.next()
		if err != nil {
			rt.Fatal(err)
		}
		begins = append(begins, end)
		if err := w.finish(new([numFiles]fileRecord)); err != nil {
			rt.Fatal(err)
		}
		maps, closeAll, err := mapFiles(folder, postingsFile, spansFile, countsFile, largeFile)
		if err != nil {
			rt.Fatal(err)
		}
		defer closeAll()
		c := newColumns(maps)
		for i, list := range want {
			p := c.slice(begins[i][postingsAt], begins[i+1][postingsAt], begins[i][spansAt], begins[i+1][spansAt])
			if got := p.Append(nil); !slices.Equal(got, list) {
				rt.Fatalf("term %d: %v, want %v", i, got, list)
			}
			docs := 1
			if len(list) > 0 {
				docs = int(list[len(list)-1].Doc) + 1
				if docs > 1 && p.holds(docs-1) {
					rt.Fatalf("term %d has a document beyond %d, and nobody minds", i, docs-1)
				}
			}
			if !p.holds(docs) {
				rt.Fatalf("term %d: not of %d documents", i, docs)
			}
		}
	})
}

func TestPlaces(t *testing.T) {
	for _, n := range []uint64{0, 1, 1<<32 - 1, 1 << 32, 0x0102030405, beyondPlaces - 1} {
		if got := placeOf(n).number(); got != n {
			t.Errorf("%d became %d", n, got)
		}
		if !isPlace(n) {
			t.Errorf("%d is no place", n)
		}
	}
	if isPlace(beyondPlaces) {
		t.Errorf("%d is a place", int64(beyondPlaces))
	}
}

// Spans that do not fit the postings are no postings.
func TestPostingsThatDoNotHold(t *testing.T) {
	for _, p := range []Postings{
		{Low: []uint16{1, 2}},
		{Spans: []Span{0}},
		{Low: []uint16{1, 2}, Spans: []Span{0}},
		{Low: []uint16{1, 2}, Spans: []Span{2}},
		{Low: []uint16{1, 9}, Spans: []Span{1}},
		{Low: []uint16{1, 2}, Spans: []Span{0, 1 << 16}},
	} {
		if p.holds(9) {
			t.Errorf("%v", p)
		}
	}
}

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
