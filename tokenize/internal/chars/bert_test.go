package chars

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// TestEveryCodePointOfBERT compares all 1,112,064 code points with HF tokenizers 0.23.3: what clean-up, Chinese spacing, accent
// stripping and lower-casing each make of it, and how the pre-tokenizer splits "a?a" around it.
func TestEveryCodePointOfBERT(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	// SHA-256 over lines of code point, keep|drop|sp, 0|1, the stripped and the lower-cased code points, w|p|s, tab-separated and
	// in decimal, as written by a script that asked BertNormalizer (one switch at a time) and BertPreTokenizer.
	const want = "6c6a6e228229980eab62946c9fd430ea1ad9ae5c6243dc45e48039896a25872d"
	h := sha256.New()
	line := []byte(nil)
	eachCodePoint(func(r rune) {
		cleaned, chinese := "keep", byte(0)
		switch c := (Normalizer{Clean: true, Chinese: true}).clean(string(r)); {
		case c == "":
			cleaned = "drop"
		case c == " ":
			cleaned = "sp"
		case len(c) > utf8.RuneLen(r):
			chinese = 1
		}
		split := byte('w')
		if IsPunctuation(r) {
			split = 'p'
		} else if IsSpace(r) || strings.ContainsRune("\v\f\u0085", r) { // white space too, but cleaning has dropped it
			split = 's'
		}
		if once := Lower(stripNonspacing(string(r))); Lower(stripNonspacing(once)) != once {
			t.Errorf("%U: normalising twice is not normalising once, which the cache relies on", r)
		}
		line = append(append(append(strconv.AppendInt(line[:0], int64(r), 10), '\t'), cleaned...), '\t', '0'+chinese, '\t')
		line = places(line, stripNonspacing(string(r)))
		line = append(line, '\t')
		line = places(line, Lower(string(r)))
		h.Write(append(line, '\t', split, '\n'))
	})
	must.Equal(t, fmt.Sprintf("%x", h.Sum(nil)), want, "the tables differ from HF's")
}

// TestStripAccentsByOlderTables: marks that HF's tables do not know keep their order, as HF tokenizers 0.23.3 answers.
func TestStripAccentsByOlderTables(t *testing.T) {
	const text = "\u07d7\u1df6\u07fd\u07de"
	must.Equal(t, stripNonspacing(text), text)
}

// TestWords: words are what is between spaces, and each punctuation character is one; put together they are the text without spaces.
func TestWords(t *testing.T) {
	words := func(text string) (list []string) {
		Words(text, func(word string) { list = append(list, word) })
		return list
	}
	for text, want := range map[string]string{"it's  3.5": "it|'|s|3|.|5", " ": "", "": "", "¿qué?": "¿|qué|?", "$5+x": "$|5|+|x",
		"a\u3000b": "a\u3000b"} {
		must.Equal(t, strings.Join(words(text), "|"), want, "%q", text)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if got, want := strings.Join(words(text), ""), strings.ReplaceAll(text, " ", ""); got != want {
			t.Fatalf("%q: %q, want %q", text, got, want)
		}
	})
}
