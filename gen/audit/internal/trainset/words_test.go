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
	part := rapid.SampledFrom([]string{"Red", "FOX7", "a", " ", "-", "\n", "é", "ß", "ＡＢ", "\x00", "\x7f", "жук", strings.Repeat("Long", 20)})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(part, 0, 8).Draw(t, "parts"), "")
		words := strings.FieldsFunc(pairs.FoldCase(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if got := Words(nil, text); !slices.Equal(got, hashes(words...)) {
			t.Fatalf("%q: %v, want %q", text, got, words)
		}
	})
}

func hashes(words ...string) (list []uint32) {
	for _, word := range words {
		list = append(list, uint32(xxhash.Sum64String(word)))
	}
	return list
}

// TestWordsOfScripts: scripts without spaces are cut into characters or pairs, marks stay with their letter. The cuts are by hand.
func TestWordsOfScripts(t *testing.T) {
	for text, want := range map[string]string{
		"我爱GPT模型。":          "我 爱 gpt 模 型",
		"2024年、二〇年":         "2024 年 二 〇 年",
		"東京タワーは高い":          "東 京 タワ ワー ーは 高 い",
		"ﾀﾜｰ":               "タワ ワー",
		"대한민국의 수도":          "대한 한민 민국 국의 수도",
		"กินข้าว":           "กิน นข้ ข้า าว",
		"ນ້ຳ":               "ນ້ໍາ",
		"ភាសាខ្មែរ":         "ភាសា សាខ្ ខ្មែ មែរ",
		"မြန်မာ":            "မြန် န်မာ",
		"हिन्दी में":        "हिन्दी में",
		"x ก y":             "x ก y",
		"e\u0301te\u0301 1": "été 1",
	} {
		if got := Words(nil, text); !slices.Equal(got, hashes(strings.Fields(want)...)) {
			var cut []string
			folded := pairs.FoldCase(text)
			eachWord(folded, func(begin, end int) { cut = append(cut, folded[begin:end]) })
			t.Errorf("%q: %q, want %q", text, cut, want)
		}
	}
}

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
