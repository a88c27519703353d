package trainset

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/cespare/xxhash/v2"
)

// Words appends the hashes of the words of a text, without case, to list. A word is a run of letters, digits and their marks. In scripts
// without spaces between words, it is a character, or a pair of neighbouring characters: see unspaced.
func Words(list []uint32, text string) []uint32 {
	if isPlain(text) {
		return plainWords(list, text)
	}
	text = pairs.FoldCase(text)
	eachWord(text, func(begin, end int) { list = append(list, uint32(xxhash.Sum64String(text[begin:end]))) })
	return list
}

func eachWord(text string, yield func(begin, end int)) {
	// run is the way to divide the current run. begin is the word or, in a run of pairs, its last character; previous is the character before.
	run, previous, begin := alone, -1, -1
	finish := func(end int) {
		switch {
		case previous >= 0:
			yield(previous, end)
		case begin >= 0:
			yield(begin, end)
		}
		previous, begin = -1, -1
	}
	for i, r := range text {
		isLetter := 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
		if r >= 0x80 {
			if begin >= 0 && unicode.In(r, unicode.Mn, unicode.Mc, unicode.Cf) {
				continue // an accent or a vowel belongs to its letter; a soft hyphen divides no word
			}
			isLetter = unicode.IsLetter(r) || unicode.IsDigit(r) || r == hanZero
		}
		if !isLetter {
			finish(i)
			continue
		}
		kind := unspaced(r)
		if begin >= 0 && (kind != run || kind == alone) {
			finish(i)
		}
		switch {
		case begin < 0:
			begin = i
		case kind == inPairs:
			if previous >= 0 {
				yield(previous, i)
			}
			previous, begin = begin, i
		}
		run = kind
	}
	finish(len(text))
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

// The kinds of bytes in plain texts. 0 is the kind of other bytes.
const (
	betweenWords = iota + 1 // a byte that is in no word
	small
	capital
)

// isPlain reports whether a text has only printable ASCII characters and white space.
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

// WordSet returns the distinct hashes of the words of a text, sorted.
func WordSet(list []uint32, text string) []uint32 {
	list = Words(list[:0], text)
	slices.Sort(list)
	return slices.Compact(list)
}

// Stretch returns the place of the words from first to last in a text: their first character, from 0, and the character after the last one.
// words is the result of Words for the text. ok is false if the words are not found: the text without case may have other words.
func Stretch(text string, words []uint32, first, last int) (begin, end int, ok bool) {
	number, firstByte, endByte := 0, 0, 0
	eachWord(text, func(wordBegin, wordEnd int) {
		if number == first {
			firstByte = wordBegin
		}
		if number == last {
			endByte = wordEnd
		}
		number++
	})
	stretch := strings.TrimRightFunc(text[firstByte:max(firstByte, endByte)], func(r rune) bool { return unicode.Is(unicode.Cf, r) })
	begin = utf8.RuneCountInString(text[:firstByte])
	return begin, begin + utf8.RuneCountInString(stretch), number > last && slices.Equal(Words(nil, stretch), words[first:last+1])
}

// IDF returns the inverse document frequency of BM25 for a word in n of some documents. It is never negative.
func IDF(documents, n int) float64 {
	return math.Log(1 + (float64(documents-n)+0.5)/(float64(n)+0.5))
}

// BM25Norm returns k1 (1 - b + b length / average) with Lucene's parameters of BM25. length and average are numbers of words.
func BM25Norm(length int, average float64) float64 {
	const k1, b = 1.2, 0.75
	return float64(k1 * (1 - b + float64(b*float64(length))/max(1, average)))
}
