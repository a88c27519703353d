package pairs

import (
	"bytes"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/text/unicode/norm"
)

// IsSpace reports whether r is white space for Python's str.isspace and rstrip, since the trainers that read the files are written in
// Python. It is Unicode's white space and the four separators of ASCII.
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
	last := lastByte(buffer)
	for i := 0; i < len(text); i++ {
		begin := i // the first of the bytes that stay as they are, up to a second space
		for i < len(text) && asciiFold[text[i]] == text[i] && text[i] != 0 && (text[i]^' ')|(last^' ') != 0 {
			last, i = text[i], i+1
		}
		if buffer = append(buffer, text[begin:i]...); i == len(text) {
			break
		}
		switch c := asciiFold[text[i]]; {
		case c == 0:
			begin, end := wordAround(text, i)
			buffer = appendWord(buffer[:len(buffer)-(i-begin)], text[begin:end])
			last, i = lastByte(buffer), end-1
		case c != ' ' || last != ' ':
			buffer, last = append(buffer, c), c
		}
	}
	return bytes.TrimSuffix(buffer, []byte(" "))
}

// lastByte returns the last byte of a text, or a space if the text is empty.
func lastByte(text []byte) byte {
	if len(text) == 0 {
		return ' '
	}
	return text[len(text)-1]
}

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
	for _, r := range foldLetters(word) {
		switch {
		case !IsSpace(r):
			buffer = utf8.AppendRune(buffer, r)
		case lastByte(buffer) != ' ':
			buffer = append(buffer, ' ')
		}
	}
	return buffer
}

// foldLetters returns the compatibility form of a text with Unicode's full case folding and without the characters of isUnseen.
func foldLetters(text string) string {
	letters, folded := foldedLetters(), make([]byte, 0, len(text))
	for _, r := range norm.NFKC.String(text) {
		if int(r) < len(letters) && letters[r] >= 0 {
			folded = utf8.AppendRune(folded, letters[r])
		} else {
			folded = appendLetter(folded, r)
		}
	}
	return norm.NFKC.String(string(folded))
}

// foldedLetters returns, for each letter of the basic plane, the letter that appendLetter appends, or -1 if it does not append exactly one.
var foldedLetters = sync.OnceValue(func() []rune {
	list := make([]rune, 1<<16)
	for r := range list {
		list[r] = -1
		if letters := []rune(string(appendLetter(nil, rune(r)))); len(letters) == 1 {
			list[r] = letters[0]
		}
	}
	return list
})

// appendLetter appends a letter with case folded, unless isUnseen reports true for it. ß, İ and Greek letters over an iota become several
// letters, and the dotless i stays.
func appendLetter(text []byte, r rune) []byte {
	letters := string(r)
	switch {
	case isUnseen(r):
		return text
	case r == 'ß' || r == 'ẞ':
		return append(text, "ss"...)
	case r == 'İ' || r >= 'ᾀ' && r <= 'ῼ':
		letters = norm.NFD.String(letters)
	}
	for _, letter := range letters {
		if letter != 'ı' {
			letter = unicode.ToLower(unicode.ToUpper(letter))
		}
		text = utf8.AppendRune(text, letter)
	}
	return text
}

// isUnseen reports whether a character has no shape and is not white space: control and format characters, such as the zero-width space and
// the byte order mark, and other characters that Unicode ignores by default. BERT's tokenizer drops control and format characters too.
func isUnseen(r rune) bool {
	return !unicode.IsSpace(r) && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}
