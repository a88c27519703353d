package prose

import (
	"iter"
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/axioms/internal/feature"
	"pgregory.net/rapid"
)

// Counts by hand.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		text string
		want Counts
	}{
		{"", Counts{}},
		{" -- ... !", Counts{}},
		{"Don't «stop» – ever.", Counts{Count: 1, Words: 3}},
		{"Aa bbbb. *** Cccc [12] dd!", Counts{Count: 2, Words: 5, Cited: 1, Spread: (3 - 8.0/3) / 2}},
		{"[1] [x]\nnone", Counts{Count: 2, Words: 3, Cited: 1, Spread: 1.5}},
		{"See it.[3] It ends here", Counts{Count: 1, Words: 5, Cited: 1}}, // no space behind the full stop
		{"über\xffall 5", Counts{Count: 1, Words: 2}},
	} {
		got := Read(c.text)
		if math.Abs(got.Spread-c.want.Spread) > 1e-12 {
			t.Errorf("%q: spread %v, want %v", c.text, got.Spread, c.want.Spread)
		}
		if got.Spread = c.want.Spread; got != c.want {
			t.Errorf("%q: %+v, want %+v", c.text, got, c.want)
		}
	}
}

// citation is the pattern of ir_axioms 1.2.5.
var citation = regexp.MustCompile(`\[[0-9]+\]`)

// sentenceBySentence is the plain definition of Read.
func sentenceBySentence(text string) Counts {
	var s Counts
	var means []float64
	for begin, end := range each(text) {
		sentence := text[begin:end]
		words, characters := 0, 0
		for piece := range strings.FieldsSeq(sentence) {
			word := strings.TrimFunc(piece, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			if word != "" {
				words++
				characters += utf8.RuneCountInString(word)
			}
		}
		if words == 0 {
			continue
		}
		s.Count++
		s.Words += words
		if citation.MatchString(sentence) {
			s.Cited++
		}
		means = append(means, float64(characters)/float64(words))
	}
	s.Spread = feature.Deviation(len(means), func(i int) float64 { return means[i] })
	return s
}

// TestReadAgrees compares the one pass over a text with its definition.
func TestReadAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.OneOf(
			rapid.SampledFrom([]string{".", "!", "?", " ", "\n", "\t", "\r\n", "\v", "\f", "\x00", "'", "\"", ")", "-", "[", "]", "[3]", "[ 3]",
				"[45].", "[]"}),
			rapid.SampledFrom([]string{"é", "。", "！", "？", "\xff", "\u00a0", "\u2028", "日本", "٣", "\u0301", "“", "\xe3\x80", "\U0001F600", "ß"}),
			rapid.StringMatching(`[a-zA-Z0-9]{1,4}[ .]?`), rapid.StringMatching(`[\x00-\x7f]{1,3}`), rapid.String())
		text := strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "text"), "")
		if got, want := Read(text), sentenceBySentence(text); got != want {
			t.Fatalf("%q: %+v, want %+v", text, got, want)
		}
	})
}

// each is the plain definition of what Read counts: it cuts a text into sentences and yields where each begins and ends. A sentence ends at the end
// of a line, and after a full stop, question or exclamation mark before a space and no small
// letter. There is no list of abbreviations, so a sentence ends after "Dr." too.
func each(text string) iter.Seq2[int, int] {
	return func(yield func(begin, end int) bool) {
		begin := 0
		endAt := func(end int) bool {
			first := begin
			begin = end
			return strings.TrimSpace(text[first:end]) == "" || yield(first, end)
		}
		for i, r := range text {
			ends := false
			switch r {
			case '\n', '。', '！', '？':
				ends = true
			case '.', '!', '?':
				ends = canBegin(text[i+1:])
			}
			if ends && !endAt(i+utf8.RuneLen(r)) {
				return
			}
		}
		endAt(len(text))
	}
}
