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

// leastForeign is the number of bytes, in words of another script, from which on these are not read as windows-1252.
const leastForeign = 32

// checkScript returns an error if most bytes of a file's beginning that are not UTF-8 are in words of another script: other letters than the
// file's would be read.
func (s *Source) checkScript(begin []byte) error {
	if s.decoder.others == nil || s.Table != nil {
		return nil
	}
	words, foreign := foreignWords(begin)
	all := bytes.Join(words, []byte(" "))
	if len(all) < leastForeign || 2*len(all) <= foreign {
		return nil
	}
	best, most := "", -len(all)
	for _, name := range scripts {
		if n := countFitting(decoders()[name].charmap, all); n > most {
			best, most = name, n
		}
	}
	sample, _ := decoders()[best].charmap.NewDecoder().Bytes(bytes.Join(words[:min(len(words), 3)], []byte(" ")))
	return errs.BadInput(s.Path, 0, "--encoding "+best+" reads them as "+string(sample)+"; iconv -f NAME -t utf-8 converts from others",
		"its words are neither UTF-8 nor of a Western language")
}

// foreignWords returns the words of a text in bytes that are not UTF-8, three or more in a row, and the number of all such bytes. Those of Latin
// letters have fewer.
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
		return len(word) < 3 || bytes.Count(word, word[:1]) == len(word) // spaces of a fixed width, say
	}), foreign
}

// countFitting returns how many bytes a table reads as letters, none of them a capital behind a letter, less the others.
func countFitting(table *charmap.Charmap, text []byte) (n int) {
	last := ' '
	for _, b := range text {
		r := table.DecodeByte(b)
		if unicode.IsLetter(r) && !(unicode.IsUpper(r) && unicode.IsLetter(last)) {
			n += 2
		}
		n, last = n-1, r
	}
	return n
}
