package trainset

import (
	"slices"
	"unicode"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/cespare/xxhash/v2"
)

// Words appends the hashes of the words of a text, without case. A word is a stretch of letters and digits.
func Words(list []uint32, text string) []uint32 {
	folded := text
	if !isLowerASCII(text) {
		folded = pairs.FoldCase(text)
	}
	begin := -1
	for i, r := range folded {
		isWord := 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r >= 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r))
		switch {
		case isWord && begin < 0:
			begin = i
		case !isWord && begin >= 0:
			list, begin = append(list, uint32(xxhash.Sum64String(folded[begin:i]))), -1
		}
	}
	if begin >= 0 {
		list = append(list, uint32(xxhash.Sum64String(folded[begin:])))
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
