package index

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/cespare/xxhash/v2"
	"pgregory.net/rapid"
)

// FuzzHeader gives headers with a right checksum around any JSON.
func FuzzHeader(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"docs":-1}`, `{"docs":1,"terms":4611686018427387904}`, `{"docs":1,"files":[{"name":"docs"}]}`} {
		f.Add([]byte(seed))
	}
	budgettest.Fuzz(f, func(t *testing.T, body []byte) {
		raw := fmt.Appendf(nil, "%s %d %s\n%s", magic, version, digest(xxhash.Sum64(body)), body)
		if h, err := parseHeader("header", raw); err == nil {
			h.sizes()
		}
		if _, err := parseHeader("header", body); err == nil && !bytes.HasPrefix(body, []byte(magic)) {
			t.Errorf("%q passes for a header", body)
		}
	})
}

// opened is a folder of its own.
func opened(t *testing.T) *filesys.Root {
	t.Helper()
	folder := must.Get(filesys.Open(t.TempDir()))(t)
	t.Cleanup(func() { folder.Close() })
	return folder
}

// What is written of terms is read: any documents, also of far spans, and any counts, also large ones.
func TestPostingsComeBack(t *testing.T) {
	number := rapid.OneOf(rapid.Uint32Range(0, 20), rapid.Uint32Range(lowMask-3, lowMask+3), rapid.Uint32())
	count := rapid.OneOf(rapid.Uint32Range(1, 3), rapid.Uint32Range(largeTF-1, largeTF+1), rapid.Uint32Min(1))
	rapid.Check(t, func(rt *rapid.T) {
		folder := opened(t)
		w := must.Get(newPostingsWriter(folder))(rt)
		var want [][]Posting
		var begins []places
		for range rapid.IntRange(1, 5).Draw(rt, "terms") {
			begin := must.Get(w.next())(rt)
			docs := rapid.SliceOfNDistinct(number, 0, 12, rapid.ID).Draw(rt, "documents")
			slices.Sort(docs)
			var list []Posting
			for _, d := range docs {
				list = append(list, Posting{d, count.Draw(rt, "count")})
			}
			cut := rapid.IntRange(0, len(list)).Draw(rt, "cut")
			for _, part := range [][]Posting{list[:cut], list[cut:]} { // a span may lie on both sides
				must.Do(rt, w.add(part))
			}
			want, begins = append(want, list), append(begins, begin)
		}
		end := must.Get(w.next())(rt)
		begins = append(begins, end)
		must.Do(rt, w.finish(new([numFiles]fileRecord)))
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

// analysed returns a batch of one document with this text, ready to be taken.
func analysed(t *testing.T, an *analysis.Analyzer, text string) *batch {
	t.Helper()
	b := &batch{docs: []corpus.Doc{{ID: "d", Text: text}}}
	must.Do(t, b.analyse(an, nil))
	b.cuts = make([]uint64, 1)
	return b
}

// TestTooLargeCollections: by hand. Places end below their limit, documents and terms below those of 32 and 31 bits.
func TestTooLargeCollections(t *testing.T) {
	for _, c := range []struct {
		next        places
		docs, terms int
		want        bool
	}{
		{places{}, 0, 0, true}, {places{textAt: placeLimit - 1}, 1, 1, true}, {places{textAt: placeLimit}, 1, 1, false},
		{places{idAt: placeLimit}, 1, 1, false}, {places{forwardAt: placeLimit}, 1, 1, false},
		{places{}, math.MaxUint32 - 1, 1, true}, {places{}, math.MaxUint32, 1, false},
		{places{}, 1, math.MaxUint32/2 - 1, true}, {places{}, 1, math.MaxUint32 / 2, false},
	} {
		err := checkSize(c.next, c.docs, c.terms)
		if fault := (*errs.Error)(nil); errors.As(err, &fault) == c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}
	s := must.Get(newScan(opened(t), analyzer(t, analysis.Defaults())))(t)
	defer finishAll([]*sink{s.docs, s.lengths, s.ids, s.text, s.folds, s.forward}, new([numFiles]fileRecord))
	s.next[idAt] = placeLimit - 1 // the id of the document has one byte
	if err := s.take(analysed(t, s.an, "word")); err == nil {
		t.Error("a batch beyond the limit is taken")
	}
}

// Any text comes back from any code, also from none, whatever the code was made of.
func TestTextsComeBack(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		rapid.Map(rapid.SliceOf(rapid.SampledFrom([]string{"the ", "bear ", "polar ", "ñandú ", "北极熊"})),
			func(words []string) string { return strings.Join(words, "") }))
	rapid.Check(t, func(rt *rapid.T) {
		texts := rapid.SliceOfN(text, 1, 20).Draw(rt, "texts")
		if n := rapid.IntRange(0, 3).Draw(rt, "blocks"); n > 0 {
			long := strings.Repeat("polar bears swim ", n*textBlock/17+1)
			texts = append(texts, long, long[:n*textBlock])
		}
		var docs []corpus.Doc
		for _, text := range texts[:rapid.IntRange(0, len(texts)).Draw(rt, "read by the code")] {
			docs = append(docs, corpus.Doc{Text: text})
		}
		made := must.Get(newCode(docs))(rt)
		code := must.Get(readCode(made))(rt)
		for _, want := range texts {
			packed := append(pack(nil, code, want), "next"...)
			got, rest, err := unpack(nil, packed)
			if code != nil {
				got, rest, err = unpack(code.Decoder(), packed)
			}
			if err != nil || got != want || string(rest) != "next" {
				rt.Fatalf("%.20q of %d bytes became %.20q, %v", want, len(want), got, err)
			}
		}
	})
}

// FuzzUnpack gives packed texts and codes that nobody made.
func FuzzUnpack(f *testing.F) {
	made := must.Get(newCode([]corpus.Doc{{Text: strings.Repeat("polar bears swim ", 9)}}))(f)
	code := must.Get(readCode(made))(f)
	f.Add(made, pack(nil, code, "bears swim in the polar sea"))
	f.Add(made, pack(nil, nil, "bears"))
	f.Add([]byte{}, []byte{5, 0, 'b', 'e', 'a', 'r', 's'})
	f.Add([]byte{1}, []byte{255, 255, 255, 255, 15, 1, 1})
	budgettest.Fuzz(f, func(t *testing.T, table, packed []byte) {
		code, err := readCode(table)
		if err != nil {
			return
		}
		if code == nil {
			unpack(nil, packed)
			return
		}
		if text, _, err := unpack(code.Decoder(), packed); err == nil && len(text) > textBlock*len(packed) {
			t.Errorf("%d bytes say %d", len(packed), len(text))
		}
	})
}
