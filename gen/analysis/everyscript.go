package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// everyScript yields the tokens of a text, as the tokenizer unicode. A token is a run of letters, marks
// and numbers of any script, lower-cased by character, in the composed form (NFC). Invisible characters
// within it, such as the soft hyphen and Persian's zero width non-joiner, are dropped, as in UAX #29 (rule
// WB4). Full-width and half-width forms become the usual ones. A run of Chinese characters, kana or Hangul
// becomes its pairs of neighbours, or its only character, as in Lucene's CJKAnalyzer.
//
// Words of ASCII are those of alnum; UAX #29 itself would keep don't and 3,000 whole. Thai, Lao, Khmer and
// Burmese, which have no spaces between words either, are not segmented.
func everyScript(text string, buffer []byte, yield func(token []byte)) []byte {
	token := buffer[:0]
	for i := 0; i < len(text); i++ {
		b := text[i]
		if c := lowerASCII[b]; c != 0 {
			token = append(token, c)
			continue
		}
		if b >= utf8.RuneSelf {
			return mixedScripts(text[i:], token, yield)
		}
		if len(token) > 0 {
			yield(token)
			token = token[:0]
		}
	}
	if len(token) > 0 {
		yield(token)
	}
	return token
}

// turkishScript tokenizes like everyScript, but lower-cases I to ı. İ becomes i in both.
func turkishScript(text string, buffer []byte, yield func(token []byte)) []byte {
	return everyScript(strings.ReplaceAll(text, "I", "ı"), buffer, yield)
}

// mixedScripts tokenizes the rest of a text from its first character outside ASCII; token is the beginning
// of the current token.
func mixedScripts(text string, token []byte, yield func(token []byte)) []byte {
	run := scriptRun{bytes: token, yield: yield}
	if len(token) > 0 {
		run.kind = ofWords
	}
	for i := 0; i < len(text); {
		if lowerASCII[text[i]] != 0 {
			run.begin(ofWords)
			for ; i < len(text) && lowerASCII[text[i]] != 0; i++ {
				run.bytes = append(run.bytes, lowerASCII[text[i]])
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if i += size; r < utf8.RuneSelf {
			run.end()
		} else {
			run.add(r)
		}
	}
	run.end()
	return run.bytes
}

// kind is the kind of characters in a run.
type kind byte

const (
	ofNothing kind = iota
	ofWords
	ofCJK // Chinese characters, kana, Hangul
)

// scriptRun collects the characters of a run, and yields its tokens at the end.
type scriptRun struct {
	bytes []byte
	kind  kind
	mixed bool // characters that may not be in composed form
	yield func(token []byte)
}

// begin ends a run of another kind.
func (s *scriptRun) begin(k kind) {
	if s.kind != k {
		s.end()
		s.kind = k
	}
}

// add appends a character outside ASCII.
func (s *scriptRun) add(r rune) {
	if r >= firstUnified && r <= lastUnified { // most Chinese characters by far: letters, and composed
		s.begin(ofCJK)
		s.bytes = utf8.AppendRune(s.bytes, r)
		return
	}
	if r >= firstWide && r <= lastWide {
		if usual := width.LookupRune(r).Folded(); usual != 0 {
			r = usual
		}
	}
	switch {
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		if r >= firstCJK && isCJK(r) {
			s.begin(ofCJK)
		} else {
			s.begin(ofWords)
			r = unicode.ToLower(r)
		}
	case unicode.IsMark(r):
		if s.kind == ofNothing { // else it belongs to the character before it
			s.begin(ofWords)
		}
	case unicode.Is(unicode.Cf, r) && r != zeroWidthSpace:
		return
	default:
		s.end()
		return
	}
	s.mixed = s.mixed || r >= firstMark
	s.bytes = utf8.AppendRune(s.bytes, r)
}

const (
	zeroWidthSpace = '\u200b' // the only invisible character that separates words
	firstMark      = '\u0300' // characters below it are composed and do not combine
	firstCJK       = '\u1100'
	firstUnified   = '\u4e00'
	lastUnified    = '\u9fff'
	firstWide      = '\uff00'
	lastWide       = '\uffef'
	prolonged      = '\u30fc' // the mark of a long vowel; it has no script in Unicode
)

func isCJK(r rune) bool {
	return r == prolonged || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// end yields the tokens of the run.
func (s *scriptRun) end() {
	if len(s.bytes) == 0 {
		s.kind = ofNothing
		return
	}
	run := s.bytes
	if s.mixed && !norm.NFC.IsNormal(run) {
		run = norm.NFC.Bytes(run)
	}
	if s.kind == ofCJK {
		yieldBigrams(run, s.yield)
	} else {
		s.yield(run)
	}
	s.bytes, s.kind, s.mixed = s.bytes[:0], ofNothing, false
}

// yieldBigrams yields every two neighbours of a run, or its only character. Marks belong to the character
// before them.
func yieldBigrams(run []byte, yield func(token []byte)) {
	first, second := 0, characterEnd(run, 0)
	if second == len(run) {
		yield(run)
		return
	}
	for second < len(run) {
		end := characterEnd(run, second)
		yield(run[first:end])
		first, second = second, end
	}
}

// characterEnd returns the end of the character at offset, including its marks.
func characterEnd(run []byte, offset int) int {
	_, size := utf8.DecodeRune(run[offset:])
	for offset += size; offset < len(run); offset += size {
		var r rune
		if r, size = utf8.DecodeRune(run[offset:]); !unicode.IsMark(r) {
			break
		}
	}
	return offset
}
