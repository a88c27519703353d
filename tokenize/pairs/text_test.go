package pairs

import (
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// plainFold is the definition of FoldCase, step by step over the whole text.
func plainFold(text string) string {
	text = norm.NFKC.String(text)
	text = norm.NFKC.String(cases.Fold().String(text))
	var seen strings.Builder
	for _, r := range text {
		if !isUnseen(r) {
			seen.WriteRune(r)
		}
	}
	return strings.Join(strings.FieldsFunc(norm.NFC.String(norm.NFKC.String(seen.String())), IsSpace), " ")
}

// alphabets hold letters that folding joins with others, takes apart, removes, or leaves.
var alphabets = []string{"abAB  \t\n\x1c\x00\x7fé\u0301\u3000", "abcdefghijklmnopqrstuvwxyABCDEFGHIJKLMNOPQRSTUVWXYZ  ",
	"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvw@[`{~     \né", "a \u200b\u00ad\ufeff\u034f\ufe0f\u0301\u0345\u00a8\u00bd",
	"ß\u1e9eſİıΣς \u1100\u1161\u11a8가\u115f\u3164ﬁﬃⅣ㎏Åａ\u00a0\u2028\u180e"}

// The folded text is that of the definition, and the hash is that of the folded text.
func TestFoldCaseIsItsDefinition(t *testing.T) {
	var buffer []byte
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SampledFrom(alphabets).Draw(t, "alphabet")
		text := rapid.StringOf(rapid.RuneFrom([]rune(alphabet))).Draw(t, "text")
		want := plainFold(text)
		if got := FoldCase(text); got != want {
			t.Fatalf("%q became %q, not %q", text, got, want)
		}
		var got uint64
		if got, buffer = FoldHash(text, buffer); got != xxhash.Sum64String(want) {
			t.Fatalf("%q: not the hash of its folded form", text)
		}
	})
}
