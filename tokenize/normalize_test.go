package tokenize

import "testing"

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
		{"kana and hangul do not", CasedOptions(), "かな한", "かな한"},
		{"cased keeps all", CasedOptions(), "Café ÀB", "Café ÀB"},
		{"invalid bytes go", Defaults(), "a\xff\xc3(b", "a(b"},
	} {
		if got := c.o.normalizer().Normalize(c.text); got != c.expect {
			t.Errorf("%s: %q became %q, want %q", c.note, c.text, got, c.expect)
		}
	}
}
