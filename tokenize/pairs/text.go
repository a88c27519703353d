package pairs

import (
	"bytes"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// IsSpace reports whether r is white space for Python's str.isspace and rstrip, since the trainers
// that read the files are written in Python: Unicode's white space, and the four separators of
// ASCII.
func IsSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r' || 0x1c <= r && r <= 0x1f
	}
	return unicode.IsSpace(r)
}

// FoldHash returns the 64-bit hash of FoldCase(text); buffer is reused.
func FoldHash(text string, buffer []byte) (uint64, []byte) {
	buffer = AppendFolded(buffer[:0], text)
	return xxhash.Sum64(buffer), buffer
}

// AppendFolded appends FoldCase(text) to an empty buffer. No step of the folding crosses white
// space of ASCII, so each word that is not ASCII is folded by itself.
func AppendFolded(buffer []byte, text string) []byte {
	space := true // the buffer is empty or ends in a space
	for i := 0; i < len(text); i++ {
		switch c := asciiFolds[text[i]]; {
		case c == 0:
			begin, end := wordAround(text, i)
			buffer = appendWord(buffer[:len(buffer)-(i-begin)], text[begin:end])
			space, i = isAtSpace(buffer), end-1
		case c != ' ':
			buffer, space = append(buffer, c), false
		case !space:
			buffer, space = append(buffer, ' '), true
		}
	}
	return bytes.TrimSuffix(buffer, []byte(" "))
}

// isAtSpace reports whether a text is empty or ends in a space.
func isAtSpace(text []byte) bool { return len(text) == 0 || text[len(text)-1] == ' ' }

// wordAround returns where the stretch without white space of ASCII that holds text[i] begins and
// ends.
func wordAround(text string, i int) (begin, end int) {
	for begin = i; begin > 0 && asciiFolds[text[begin-1]] != ' '; {
		begin--
	}
	for end = i + 1; end < len(text) && asciiFolds[text[end]] != ' '; {
		end++
	}
	return begin, end
}

// asciiFolds has, for each byte, its lower case, a space for white space, or 0 where FoldCase has
// to read the whole text.
var asciiFolds = func() (fold [256]byte) {
	for r := range rune(utf8.RuneSelf) {
		switch {
		case isUnseen(r):
		case IsSpace(r):
			fold[r] = ' '
		default:
			fold[r] = byte(unicode.ToLower(r))
		}
	}
	return fold
}()

// FoldCase returns the text as a model without case reads it: Fold of its compatibility form (NFKC)
// with case folded and without letters that nobody sees (isUnseen). Two queries, or two documents,
// with the same folded text are the same to a trainer.
func FoldCase(text string) string { return string(AppendFolded(make([]byte, 0, len(text)), text)) }

// appendWord appends a word without case. Each stretch of white space in its compatibility form
// becomes one space.
func appendWord(buffer []byte, word string) []byte {
	space := isAtSpace(buffer)
	for _, r := range foldLetters(word) {
		switch {
		case !IsSpace(r):
			buffer, space = utf8.AppendRune(buffer, r), false
		case !space:
			buffer, space = append(buffer, ' '), true
		}
	}
	return buffer
}

// foldLetters returns the compatibility form of a text with case folded and without letters that nobody sees.
func foldLetters(text string) string {
	if simple, ok := foldSimply(text); ok {
		return simple
	}
	text = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(text)))
	if strings.IndexFunc(text, isUnseen) < 0 {
		return text
	}
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		if isUnseen(r) {
			return -1
		}
		return r
	}, text))
}

// foldSimply folds a text whose letters each fold to one letter, and that is in NFKC before and
// after. It returns false for other texts. Few letters do not fold so: ligatures, letters without a
// shape, ß.
func foldSimply(text string) (simple string, ok bool) {
	if !norm.NFKC.IsNormalString(text) {
		return "", false
	}
	letters := simpleFolds()
	simple = strings.Map(func(r rune) rune {
		if int(r) < len(letters) {
			return letters[r]
		}
		return -1
	}, text)
	return simple, utf8.RuneCountInString(simple) == utf8.RuneCountInString(text) && norm.NFKC.IsNormalString(simple)
}

// simpleFolds returns the fold of each letter of the basic plane, or -1 where it is not one letter.
var simpleFolds = sync.OnceValue(func() []rune {
	list, fold := make([]rune, 1<<16), cases.Fold()
	for r := range list {
		switch letters := []rune(fold.String(string(rune(r)))); {
		case len(letters) != 1 || isUnseen(rune(r)) || isUnseen(letters[0]):
			list[r] = -1
		default:
			list[r] = letters[0]
		}
	}
	return list
})

// isUnseen reports whether a letter has no shape: control and format characters, such as the
// zero-width space, the soft hyphen and the byte order mark, and the other characters that Unicode
// ignores by default. White space is none. BERT's tokenizer drops control and format characters
// too.
func isUnseen(r rune) bool {
	return !unicode.IsSpace(r) && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}
