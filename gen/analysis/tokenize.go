package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// tokenizer yields the lower-cased tokens of text in order. Each token overwrites the previous one in buffer. The result is the buffer for
// the next call.
type tokenizer func(text string, buffer []byte, yield func(token []byte)) []byte

var tokenizers = map[string]tokenizer{
	"alnum":   runs(&lowerASCII),   // every character except [a-z0-9] of the lower-cased text separates tokens
	"alpha":   runs(&lowerLetters), // digits also separate tokens
	"unicode": everyScript,
	"words":   words,
}

// runs returns a tokenizer that yields the runs of bytes that the table does not map to 0. Two characters outside ASCII have a lower case
// in ASCII: the Kelvin sign (k), and the capital I with dot (i and a combining dot, which separates tokens).
func runs(table *[256]byte) tokenizer {
	return func(text string, buffer []byte, yield func(token []byte)) []byte {
		token := buffer[:0]
		for i := 0; i < len(text); i++ {
			if c := table[text[i]]; c != 0 {
				token = append(token, c)
				continue
			}
			if strings.HasPrefix(text[i:], kelvin) {
				token = append(token, 'k')
				i += len(kelvin) - 1
				continue
			}
			if strings.HasPrefix(text[i:], dottedI) {
				token = append(token, 'i')
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
}

const (
	kelvin  = "\u212a"
	dottedI = "\u0130"
)

// lowerASCII maps each letter to its lower case, each digit to itself, and each other byte to 0.
var lowerASCII = func() (table [256]byte) {
	for c := '0'; c <= '9'; c++ {
		table[c] = byte(c)
	}
	for c := 'a'; c <= 'z'; c++ {
		table[c], table[c-'a'+'A'] = byte(c), byte(c)
	}
	return table
}()

// lowerLetters is lowerASCII without the digits.
var lowerLetters = func() (table [256]byte) {
	table = lowerASCII
	for c := '0'; c <= '9'; c++ {
		table[c] = 0
	}
	return table
}()

// words yields runs of letters, marks and numbers of any script. It lower-cases each character.
func words(text string, buffer []byte, yield func(token []byte)) []byte {
	token := buffer[:0]
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		switch {
		case r < utf8.RuneSelf && lowerASCII[r] != 0:
			token = append(token, lowerASCII[r])
		case r >= utf8.RuneSelf && unicode.In(r, unicode.L, unicode.M, unicode.N):
			token = utf8.AppendRune(token, unicode.ToLower(r))
		case len(token) > 0:
			yield(token)
			token = token[:0]
		}
	}
	if len(token) > 0 {
		yield(token)
	}
	return token
}

// everyScript is the tokenizer unicode. A token is a run of letters, marks and numbers of any script, lower-cased by character, in the
// composed form (NFC). Invisible characters in a token, such as the soft hyphen, are dropped, as in UAX #29 (rule WB4). Full-width and
// half-width forms become the standard forms. A run of Chinese characters, kana or Hangul yields its pairs of neighbours, or its only
// character, as in Lucene's CJKAnalyzer.
//
// On ASCII the tokens are those of alnum, while UAX #29 would keep don't and 3,000 whole. Thai, Lao, Khmer and Burmese are not segmented,
// although they have no spaces between words.
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

// mixedScripts yields the tokens of the rest of a text, which begins outside ASCII. token holds the beginning of the first token.
func mixedScripts(text string, token []byte, yield func(token []byte)) []byte {
	run := scriptRun{bytes: token, yield: yield}
	if len(token) > 0 {
		run.kind = wordKind
	}
	for i := 0; i < len(text); {
		if lowerASCII[text[i]] != 0 {
			run.begin(wordKind)
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
	noKind kind = iota
	wordKind
	cjkKind // Chinese characters, kana, Hangul
)

// scriptRun collects the characters of a run, and yields its tokens at the end.
type scriptRun struct {
	bytes []byte
	kind  kind
	mixed bool // the characters may not be in composed form (NFC)
	yield func(token []byte)
}

// begin begins a run of this kind. It ends the current run if that has another kind.
func (s *scriptRun) begin(k kind) {
	if s.kind != k {
		s.end()
		s.kind = k
	}
}

// add appends a character outside ASCII.
func (s *scriptRun) add(r rune) {
	if r >= firstUnified && r <= lastUnified { // a fast path for most Chinese characters
		s.begin(cjkKind)
		s.bytes = utf8.AppendRune(s.bytes, r)
		return
	}
	if r >= firstWide && r <= lastWide {
		if standard := width.LookupRune(r).Folded(); standard != 0 {
			r = standard
		}
	}
	switch {
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		if r >= firstCJK && (r == prolonged || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)) {
			s.begin(cjkKind)
		} else {
			s.begin(wordKind)
			r = unicode.ToLower(r)
		}
	case unicode.IsMark(r):
		if s.kind == noKind { // a mark in a run belongs to the character before it
			s.begin(wordKind)
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

// end yields the tokens of the run.
func (s *scriptRun) end() {
	if len(s.bytes) == 0 {
		s.kind = noKind
		return
	}
	run := s.bytes
	if s.mixed && !norm.NFC.IsNormal(run) {
		run = norm.NFC.Bytes(run)
	}
	if s.kind == cjkKind {
		yieldBigrams(run, s.yield)
	} else {
		s.yield(run)
	}
	s.bytes, s.kind, s.mixed = s.bytes[:0], noKind, false
}

// yieldBigrams yields every two neighbouring characters of a run, or its only character. Marks belong to the character before them.
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

// withoutPossessives returns a text without 's and 'S at the end of words, like Lucene's EnglishPossessiveFilter. The apostrophe is U+0027,
// U+2019 or U+FF07.
func withoutPossessives(text string) string {
	const apostrophes = "'\u2019\uff07"
	if !strings.ContainsAny(text, apostrophes) {
		return text
	}
	var b strings.Builder
	start := 0 // text[:start] is in b, without possessives
	for pos := 0; pos < len(text); {
		i := strings.IndexAny(text[pos:], apostrophes)
		if i < 0 {
			break
		}
		i += pos
		_, size := utf8.DecodeRuneInString(text[i:])
		end := i + size
		pos = end
		previous, _ := utf8.DecodeLastRuneInString(text[:i])
		if end == len(text) || text[end] != 's' && text[end] != 'S' || !isWordRune(previous) {
			continue
		}
		if next, n := utf8.DecodeRuneInString(text[end+1:]); n > 0 && isWordRune(next) {
			continue
		}
		b.WriteString(text[start:i])
		start, pos = end+1, end+1
	}
	b.WriteString(text[start:])
	return b.String()
}

func isWordRune(r rune) bool {
	return r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.N)
}
