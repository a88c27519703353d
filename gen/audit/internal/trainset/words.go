package trainset

import (
	"slices"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/cespare/xxhash/v2"
)

// Words appends the hashes of the words of a text, without case. A word is a stretch of letters and digits.
func Words(list []uint32, text string) []uint32 {
	if isPlain(text) {
		return plainWords(list, text)
	}
	lower := text
	if !isLowerASCII(text) {
		lower = pairs.FoldCase(text)
	}
	begin := -1
	for i, r := range lower {
		isWord := 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r >= 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r))
		switch {
		case isWord && begin < 0:
			begin = i
		case !isWord && begin >= 0:
			list, begin = append(list, uint32(xxhash.Sum64String(lower[begin:i]))), -1
		}
	}
	if begin >= 0 {
		list = append(list, uint32(xxhash.Sum64String(lower[begin:])))
	}
	return list
}

// kinds has the kind of each byte of plain texts.
var kinds = func() (kinds [256]byte) {
	for c := range kinds {
		switch {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			kinds[c] = small
		case 'A' <= c && c <= 'Z':
			kinds[c] = capital
		case ' ' <= c && c <= '~' || '\t' <= c && c <= '\r':
			kinds[c] = betweenWords
		}
	}
	return kinds
}()

// Kinds of bytes; 0 is one that is not in plain texts.
const (
	betweenWords = iota + 1 // words
	small
	capital
)

// isPlain reports whether a text has letters of ASCII with a shape and white space alone: without case it is as long as with it.
func isPlain(text string) bool {
	for i := range len(text) {
		if kinds[text[i]] == 0 {
			return false
		}
	}
	return true
}

// plainWords returns Words of a plain text.
func plainWords(list []uint32, text string) []uint32 {
	var lower [64]byte
	for i := 0; i < len(text); {
		begin, hasCapital := i, false
		for ; i < len(text) && kinds[text[i]] >= small; i++ {
			hasCapital = hasCapital || kinds[text[i]] == capital
		}
		switch word := text[begin:i]; {
		case word == "":
			i++
		case !hasCapital:
			list = append(list, uint32(xxhash.Sum64String(word)))
		case len(word) > len(lower):
			list = append(list, uint32(xxhash.Sum64String(strings.ToLower(word))))
		default:
			for j := range len(word) {
				lower[j] = word[j]
				if kinds[word[j]] == capital {
					lower[j] += 'a' - 'A'
				}
			}
			list = append(list, uint32(xxhash.Sum64(lower[:len(word)])))
		}
	}
	return list
}

func isLowerASCII(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= 0x80 || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// WordSet returns the distinct hashes of the words of a text, sorted.
func WordSet(list []uint32, text string) []uint32 {
	list = Words(list[:0], text)
	slices.Sort(list)
	return slices.Compact(list)
}

// Common counts the numbers that two sorted lists share.
func Common(a, b []uint32) (n int) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}
