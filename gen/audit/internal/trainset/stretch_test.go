package trainset

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestStretch compares stretches with texts by hand.
func TestStretch(t *testing.T) {
	for text, want := range map[string]string{
		"one two three four":              "two three",
		"  One, TWO -- three; four":       "TWO -- three",
		"é zwei DREI!":                    "zwei DREI",
		"Straße ISTANBUL naïve x":         "ISTANBUL naïve",
		"a क\u093fत x y":                  "क\u093fत x",
		"e\u0301tude de\u0301ja vu":       "de\u0301ja vu", // marks behind the letters
		"so\u00adft hy\u00adphen ed":      "hy\u00adphen ed",
		"日 ａｂＣ ２ z":                       "ａｂＣ ２",
		"在日本东京":                           "日本",
		"กินข้าว":                         "นข้า",
		"½ one two":                       "", // 1⁄2 is two words
		"a\u200bb c\u200b\u200b d\u200b.": "c\u200b\u200b d",
	} {
		letters := []rune(text)
		begin, end, ok := Stretch(text, Words(nil, text), 1, 2)
		if ok != (want != "") || ok && string(letters[begin:end]) != want {
			t.Errorf("%q: %q, %t, want %q", text, string(letters[begin:end]), ok, want)
		}
	}
}

// TestStretchHasItsWords: a stretch begins and ends with a word, and its words are those that were asked for.
func TestStretchHasItsWords(t *testing.T) {
	part := rapid.SampledFrom([]string{"Red", "FOX7", "a", " ", "-", "\n", "é", "ß", "ＡＢ", "\u00ad", "日本", "e\u0301", "ﬁ", "½",
		"\x7f"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(part, 1, 12).Draw(t, "parts"), "")
		words := Words(nil, text)
		if len(words) == 0 {
			return
		}
		first := rapid.IntRange(0, len(words)-1).Draw(t, "first")
		last := rapid.IntRange(first, len(words)-1).Draw(t, "last")
		begin, end, ok := Stretch(text, words, first, last)
		if !ok {
			if isPlain(text) || !strings.ContainsAny(text, "½\u00ad\x7f") {
				t.Fatalf("%q: the words are not found", text)
			}
			return
		}
		letters := []rune(text)
		stretch := string(letters[begin:end])
		if !slices.Equal(Words(nil, stretch), words[first:last+1]) || strings.Trim(stretch, " -\n\u00ad\x7f") != stretch {
			t.Fatalf("%q, words %d to %d: %q", text, first, last, stretch)
		}
	})
}
