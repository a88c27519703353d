package sourcefile

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"golang.org/x/text/encoding/charmap"
)

// scripts are the encodings of other scripts than Latin of which one is suggested; of two that read a text alike the first.
var scripts = []string{"windows-1255", "windows-1251", "koi8-r", "windows-1253", "windows-1256"}

// A text has words of another script if these have most of its bytes that are not UTF-8, and so many bytes at least.
const (
	leastForeign = 32
	leastWord    = 3 // such bytes in a row; words of Western languages have fewer
)

// checkScript returns an error if a file that is read as UTF-8 and windows-1252 begins with words of another script: other letters than the
// file's would be read.
func (s *Source) checkScript(begin []byte) error {
	if s.decoder.others != charmap.Windows1252 || s.Table != nil || utf8.Valid(begin) {
		return nil
	}
	words, foreign := foreignWords(begin)
	if n := len(bytes.Join(words, nil)); n < leastForeign || 2*n <= foreign {
		return nil
	}
	best, most := scripts[0], -foreign
	for _, name := range scripts {
		if n := countFitting(decoders()[name].charmap, words); n > most {
			best, most = name, n
		}
	}
	sample, _ := decoders()[best].charmap.NewDecoder().Bytes(bytes.Join(words[:min(len(words), 3)], []byte(" ")))
	return errs.BadInput(s.Path, 0, "--encoding "+best+" reads them as "+string(sample)+"; iconv -f NAME -t utf-8 converts from others",
		"its words are neither UTF-8 nor of a Western language")
}

// foreignWords returns the words of a text in bytes that are not UTF-8, and the number of all such bytes.
func foreignWords(text []byte) (words [][]byte, foreign int) {
	word := []byte(nil)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n == 1 {
			word, foreign = append(word, text[0]), foreign+1
		} else {
			words, word = append(words, word), nil
		}
		text = text[n:]
	}
	return slices.DeleteFunc(append(words, word), func(word []byte) bool {
		return len(word) < leastWord || bytes.Count(word, word[:1]) == len(word) // spaces of a fixed width, say
	}), foreign
}

// countFitting returns how many bytes of words a table reads as letters, none of them a capital behind a letter, less the others.
func countFitting(table *charmap.Charmap, words [][]byte) (n int) {
	for _, word := range words {
		for i, b := range word {
			if r := table.DecodeByte(b); unicode.IsLetter(r) && (i == 0 || !unicode.IsUpper(r)) {
				n++
			} else {
				n--
			}
		}
	}
	return n
}
