package pairs

import (
	"testing"

	"github.com/cespare/xxhash/v2"
	"pgregory.net/rapid"
)

func TestFold(t *testing.T) {
	for _, same := range [][2]string{{"a  b", " a\u00a0b\x1f"}, {"caf\u00e9", "cafe\u0301\n"}, {"\u212b", "\u00c5"}, {"", " \u3000"}} {
		if Fold(same[0]) != Fold(same[1]) {
			t.Errorf("%q and %q are the same text", same[0], same[1])
		}
	}
	for _, other := range [][2]string{{"a b", "ab"}, {"a", "A"}, {"\ufb01", "fi"}} {
		if Fold(other[0]) == Fold(other[1]) {
			t.Errorf("%q and %q are not the same text", other[0], other[1])
		}
	}
	var buffer []byte
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SampledFrom([]string{"ab  \t\n\x1c\x00\x7fé\u0301\u3000", "abcdefghijklmnopqrstuvwxy  ",
			"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvw     \né"}).Draw(t, "alphabet")
		text := rapid.StringOf(rapid.RuneFrom([]rune(alphabet))).Draw(t, "text")
		var got uint64
		if got, buffer = FoldHash(text, buffer); got != xxhash.Sum64String(Fold(text)) {
			t.Fatalf("%q: not the hash of its folded form", text)
		}
	})
}
