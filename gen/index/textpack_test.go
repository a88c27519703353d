package index

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

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
			packed := pack(nil, code, want)
			if (want == "") != (len(packed) == 0) {
				rt.Fatalf("%d bytes of %.20q", len(packed), want)
			}
			got, err := unpack(nil, packed)
			if code != nil {
				got, err = unpack(code.Decoder(), packed)
			}
			if err != nil || got != want {
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
		if text, err := unpack(code.Decoder(), packed); err == nil && len(text) > textBlock*len(packed) {
			t.Errorf("%d bytes say %d", len(packed), len(text))
		}
	})
}
