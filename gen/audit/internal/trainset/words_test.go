package trainset

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/cespare/xxhash/v2"
	"pgregory.net/rapid"
)

// TestWords: the words of a text are the stretches of letters and digits of its folded form, whichever way they are found.
func TestWords(t *testing.T) {
	part := rapid.SampledFrom([]string{"Red", "FOX7", "a", " ", "-", "\n", "é", "ß", "ＡＢ", "\x00", "\x7f", "日本", strings.Repeat("Long", 20)})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(part, 0, 8).Draw(t, "parts"), "")
		if isLowerASCII(text) && !isPlain(text) {
			return // control characters are then taken as the text has them
		}
		var want []uint32
		for _, word := range strings.FieldsFunc(pairs.FoldCase(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			want = append(want, uint32(xxhash.Sum64String(word)))
		}
		if got := Words(nil, text); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	})
}
