package sourcefile

import (
	"bytes"
	"regexp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"golang.org/x/text/encoding/charmap"
)

// scriptEncodings lists the encodings of scripts other than Latin that checkScript may suggest. If two fit a text equally well, it suggests
// the first.
var scriptEncodings = []string{"windows-1255", "windows-1251", "koi8-r", "windows-1253", "windows-1256"}

// leastForeign is the minimum size in bytes of all foreign words, spaces included, for an error. Fewer bytes are read as windows-1252.
const leastForeign = 32

// checkScript returns an error if the beginning of a file seems to be in another script than Latin, since windows-1252 would read wrong
// letters. It seems so if most bytes that are not UTF-8 are in words of three such bytes or more. The error suggests an encoding.
func (s *Source) checkScript(begin []byte) error {
	if s.decoder.others == nil || s.Table != nil || utf8.Valid(begin) {
		return nil
	}
	words := regexp.MustCompile(`\x{FFFD}+`).FindAll(begin, -1) // a regexp matches each byte that is not UTF-8 as this character
	foreign := len(bytes.Join(words, nil))
	words = slices.DeleteFunc(words, func(word []byte) bool { // Latin words seldom have three in a row; a repeated byte is no word
		return len(word) < 3 || bytes.Count(word, word[:1]) == len(word)
	})
	all := bytes.Join(words, []byte(" "))
	best, most := "", -len(all)
	for _, name := range scriptEncodings {
		if n := countFitting(decoders()[name].charmap, all); n > most {
			best, most = name, n
		}
	}
	if best == "" || len(all) < leastForeign || 2*len(all) <= foreign { // no best one: all bytes are marks such as dashes
		return nil
	}
	sample, _ := decoders()[best].charmap.NewDecoder().Bytes(bytes.Join(words[:min(len(words), 3)], []byte(" ")))
	return errs.BadInput(s.Path, 0, "--encoding "+best+" reads them as "+string(sample)+"; iconv -f NAME -t utf-8 converts from others",
		"its words are neither UTF-8 nor of a Western language")
}

// countFitting returns the number of bytes that a table reads as letters, minus the number of the other bytes. A capital after a letter
// does not count as a letter.
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
