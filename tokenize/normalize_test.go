package tokenize

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestEveryCodePoint compares all 1,112,064 code points with HF tokenizers 0.23.3: what clean-up, Chinese spacing, accent
// stripping and lower-casing each make of it, and how the pre-tokenizer splits "a?a" around it.
func TestEveryCodePoint(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	// SHA-256 over lines of code point, keep|drop|sp, 0|1, the stripped and the lower-cased code points, w|p|s, tab-separated and
	// in decimal, as written by a script that asked BertNormalizer (one switch at a time) and BertPreTokenizer.
	const want = "6c6a6e228229980eab62946c9fd430ea1ad9ae5c6243dc45e48039896a25872d"
	h := sha256.New()
	line := []byte(nil)
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		cleaned, chinese := "keep", 0
		switch c := clean(string(r)); {
		case c == "":
			cleaned = "drop"
		case c == " ":
			cleaned = "sp"
		case len(c) > utf8.RuneLen(r):
			chinese = 1
		}
		split := 'w'
		if isPunctuation(r) {
			split = 'p'
		} else if isSpace(r) || strings.ContainsRune("\v\f\u0085", r) { // white space too, but cleaning has dropped it
			split = 's'
		}
		if once := lower(stripAccents(string(r))); lower(stripAccents(once)) != once {
			t.Errorf("%U: normalising twice is not normalising once, which the cache relies on", r)
		}
		line = fmt.Appendf(line[:0], "%d\t%s\t%d\t", r, cleaned, chinese)
		line = appendRunes(line, stripAccents(string(r)))
		line = append(line, '\t')
		line = appendRunes(line, lower(string(r)))
		h.Write(fmt.Appendf(line, "\t%c\n", split))
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
		t.Errorf("the tables differ from HF's: %s, want %s", got, want)
	}
}

func appendRunes(dst []byte, s string) []byte {
	sep := ""
	for _, r := range s {
		dst = fmt.Appendf(dst, "%s%d", sep, r)
		sep = " "
	}
	return dst
}

func TestNormalize(t *testing.T) {
	for _, c := range []struct {
		note         string
		o            Options
		text, expect string
	}{
		{"accents go, composed or not", Defaults(), "Café cafe\u0301 Ñ", "cafe cafe n"},
		{"sigma has no final form", Defaults(), "ΣΊΣΥΦΟΣ", "σισυφοσ"},
		{"dotted I is i", Defaults(), "İI", "ii"},
		{"dotted I keeps its dot where accents stay", Options{Lowercase: true, MaxWordChars: 100}, "İ", "i\u0307"},
		{"controls and zero widths go, without a gap", Defaults(), "a\x00b\x0bc\u200bd\ufeffe\u00adf\ufffdg", "abcdefg"},
		{"white space is a space", Defaults(), "a\tb\r\nc\u00a0d\u3000e\u2028f", "a b  c d e f"},
		{"Chinese characters stand alone", Defaults(), "x中文y", "x 中  文 y"},
		{"kana and hangul do not", Cased(), "かな한", "かな한"},
		{"cased keeps all", Cased(), "Café ÀB", "Café ÀB"},
		{"invalid bytes go", Defaults(), "a\xff\xc3(b", "a(b"},
	} {
		if got := c.o.normalize(c.text); got != c.expect {
			t.Errorf("%s: %q became %q, want %q", c.note, c.text, got, c.expect)
		}
	}
}
