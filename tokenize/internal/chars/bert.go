package chars

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Normalizer is BertNormalizer of HF tokenizers. Each field is a step.
type Normalizer struct {
	Clean        bool // removes control characters and replaces white space by spaces
	Chinese      bool // adds spaces around Chinese characters
	StripAccents bool // decomposes canonically and removes nonspacing marks
	Lowercase    bool // lowers the case letter by letter, without a final sigma
}

// Normalize returns a text after the steps, in the order of the fields.
func (n Normalizer) Normalize(text string) string {
	if IsPrintable(text) { // only Lowercase can change it
		if n.Lowercase {
			return strings.ToLower(text)
		}
		return text
	}
	if n.Clean || n.Chinese {
		text = n.clean(text)
	}
	if n.StripAccents {
		text = stripNonspacing(text)
	}
	if n.Lowercase {
		text = Lower(text)
	}
	return text
}

// clean returns a text after the steps Clean and Chinese.
func (n Normalizer) clean(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 8)
	for _, r := range text {
		switch {
		case n.Clean && IsSpace(r):
			b.WriteByte(' ')
		case n.Clean && (r == 0 || r == utf8.RuneError || isControl(r)):
		case n.Chinese && isChinese(r):
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// stripNonspacing returns the canonical decomposition (NFD) of a text without nonspacing marks.
func stripNonspacing(text string) string {
	if isASCII(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range NFD.String(text) {
		if !isMark(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Lower returns a text in lower case, letter by letter.
func Lower(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			b.WriteByte(byte(r))
		case r == 'İ': // the one letter whose lower case is two characters
			b.WriteString("i\u0307")
		default:
			b.WriteRune(toLower(r))
		}
	}
	return b.String()
}

// IsSpace reports whether r is white space. HF tests this before isControl. Of the control characters
// only tab, line feed and carriage return are white space.
func IsSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || r == '\t' || r == '\n' || r == '\r'
	}
	return unicode.Is(unicode.Z, r)
}

// isControl reports whether r is a control, format or private-use character.
func isControl(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7f
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) && unicode.Is(assigned8, r)
}

func isMark(r rune) bool {
	return r >= utf8.RuneSelf && (unicode.Is(unicode.Mn, r) && unicode.Is(assigned8, r) && !strings.ContainsRune(lateMarks, r) || earlyMark == r)
}

// isChinese reports whether r is in one of the CJK blocks that BERT splits off, with HF's bounds.
func isChinese(r rune) bool {
	switch {
	case r < 0x3400:
		return false
	case r <= 0x4DBF, 0x4E00 <= r && r <= 0x9FFF, 0xF900 <= r && r <= 0xFAFF:
		return true
	case 0x20000 <= r && r <= 0x2A6DF, 0x2A700 <= r && r <= 0x2B81F, 0x2B920 <= r && r <= 0x2CEAF, 0x2F800 <= r && r <= 0x2FA1F:
		return true
	}
	return false
}

// toLower returns the lower case of one character in Unicode 17, which HF's lower-casing follows.
func toLower(r rune) rune {
	for _, s := range lateCapitals {
		if s.low <= r && r <= s.high {
			return r + s.shift
		}
	}
	return unicode.ToLower(r)
}

// IsPrintable reports whether a text is ASCII without controls.
func IsPrintable(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Words calls yield with each word of a normalised text, in order, as HF's BertPreTokenizer cuts them. Spaces separate words, and each
// punctuation character is a word of its own.
func Words(text string, yield func(word string)) {
	for part := range strings.SplitSeq(text, " ") {
		start := 0
		for i, r := range part {
			if !IsPunctuation(r) {
				continue
			}
			if start < i {
				yield(part[start:i])
			}
			start = i + utf8.RuneLen(r)
			yield(part[i:start])
		}
		if start < len(part) {
			yield(part[start:])
		}
	}
}

// IsPunctuation reports whether r is punctuation, or a symbol of ASCII such as $.
func IsPunctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return '!' <= r && r <= '/' || ':' <= r && r <= '@' || '[' <= r && r <= '`' || '{' <= r && r <= '~'
	}
	return unicode.IsPunct(r) && unicode.Is(assigned8, r) || r == earlyPunctuation[0] || r == earlyPunctuation[1]
}
