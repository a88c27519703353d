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

// IsSpace reports whether r is white space for Python's str.isspace and rstrip: Unicode's white space and the four separators of ASCII. The
// trainers that read the files are written in Python.
func IsSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r' || 0x1c <= r && r <= 0x1f
	}
	return unicode.IsSpace(r)
}

// FoldHash returns the 64-bit hash of FoldCase(text). It uses the memory of buffer, and returns the buffer for the next call.
func FoldHash(text string, buffer []byte) (uint64, []byte) {
	buffer = AppendFolded(buffer[:0], text)
	return xxhash.Sum64(buffer), buffer
}

// AppendFolded appends FoldCase(text) to an empty buffer. It folds each word that is not ASCII separately, since folding never depends on
// characters beyond ASCII white space.
func AppendFolded(buffer []byte, text string) []byte {
	space := true // the buffer is empty or ends in a space
	for i := 0; i < len(text); i++ {
		begin := i
		for i < len(text) && asciiFold[text[i]] == text[i] && text[i] != 0 && (text[i] != ' ' || !space) {
			space, i = text[i] == ' ', i+1
		}
		if buffer = append(buffer, text[begin:i]...); i == len(text) {
			break
		}
		switch c := asciiFold[text[i]]; {
		case c == 0:
			begin, end := wordAround(text, i)
			buffer = appendWord(buffer[:len(buffer)-(i-begin)], text[begin:end])
			space, i = endsInSpace(buffer), end-1
		case c != ' ':
			buffer, space = append(buffer, c), false
		case !space:
			buffer, space = append(buffer, ' '), true
		}
	}
	return bytes.TrimSuffix(buffer, []byte(" "))
}

// endsInSpace reports whether a text is empty or ends in a space.
func endsInSpace(text []byte) bool { return len(text) == 0 || text[len(text)-1] == ' ' }

// wordAround returns the beginning and the end of the word around text[i]. A word has no white space of ASCII.
func wordAround(text string, i int) (begin, end int) {
	for begin = i; begin > 0 && asciiFold[text[begin-1]] != ' '; {
		begin--
	}
	for end = i + 1; end < len(text) && asciiFold[text[end]] != ' '; {
		end++
	}
	return begin, end
}

// asciiFold has the lower case of each ASCII byte, and a space for white space. 0 marks a byte whose word appendWord must fold.
var asciiFold = func() (fold [256]byte) {
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

// FoldCase returns the compatibility form (NFKC) of a text with case folded, white space reduced to single spaces, and without characters
// that have no shape (isUnseen). An uncased model reads two texts with the same folded text in the same way.
func FoldCase(text string) string { return string(AppendFolded(make([]byte, 0, len(text)), text)) }

// appendWord appends a word with case folded. Each run of white space in its compatibility form becomes one space.
func appendWord(buffer []byte, word string) []byte {
	space := endsInSpace(buffer)
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

// foldLetters returns the compatibility form of a text with case folded and without the characters of isUnseen.
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

// foldSimply folds a text in which each letter folds to one letter, and which is in NFKC before and after. ok is false for other texts,
// such as those with ligatures, letters without a shape, or ß.
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

// simpleFolds returns the folded letter of each letter of the basic plane, or -1 if the result is not one letter.
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

// isUnseen reports whether a character has no shape and is not white space: control and format characters, such as the zero-width space and
// the byte order mark, and other characters that Unicode ignores by default. BERT's tokenizer drops control and format characters too.
func isUnseen(r rune) bool {
	return !unicode.IsSpace(r) && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}
