package sourcefile

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// errLongLine is the error for a line that has too many bytes.
var errLongLine = errors.New("long line")

// textBuffer divides the bytes of a file into lines.
type textBuffer struct {
	in       io.Reader
	Err      error  // the error of in, io.EOF at its end; nil before it occurs
	text     []byte // the bytes in memory
	lo, hi   int    // bounds of the bytes of text that were read and not yet returned
	heldFrom int    // the text from here on is kept, while it is held
	isHeld   bool
	mac      bool // lines end in CR only
}

// Hold keeps the text from here on in memory, so that the caller can go back to it, until the next call of Hold.
func (b *textBuffer) Hold() { b.heldFrom, b.isHeld = b.lo, true }

// First returns the first n bytes of the file, or the whole file if it is shorter. It must be called before any line is read.
func (b *textBuffer) First(n int) []byte {
	for b.hi < n && b.Err == nil {
		b.fill()
	}
	return b.text[b.lo:min(b.hi, b.lo+n)]
}

// fill reads more bytes after text[lo:hi] and makes room for them.
func (b *textBuffer) fill() {
	begin := b.lo
	if b.isHeld {
		begin = b.heldFrom
	}
	if begin > 0 {
		copy(b.text, b.text[begin:b.hi])
		b.lo, b.hi, b.heldFrom = b.lo-begin, b.hi-begin, 0
	}
	if b.hi == len(b.text) {
		b.text = append(b.text, make([]byte, len(b.text))...)
	}
	n, err := b.in.Read(b.text[b.hi:])
	if b.mac {
		lineEnds(b.text[b.hi : b.hi+n])
	}
	b.hi += n
	b.Err = err
}

// line returns the next line without its LF, valid until the next call. It returns io.EOF at the end of the file, and errLongLine for a
// line of more than most bytes.
func (b *textBuffer) line(most int) ([]byte, error) {
	n := 0
	for {
		i := bytes.IndexByte(b.text[b.lo+n:b.hi], '\n')
		if i >= 0 {
			n += i
		} else {
			n = b.hi - b.lo
		}
		switch {
		case n > most:
			return nil, errLongLine
		case i >= 0:
			line := b.text[b.lo : b.lo+n]
			b.lo += n + 1
			return line, nil
		case b.Err == nil:
			b.fill()
		case b.Err == io.EOF && n > 0:
			line := b.text[b.lo:b.hi]
			b.lo = b.hi
			return line, nil
		default:
			return nil, b.Err
		}
	}
}

// piece returns the next part of a line, at most HeadSize bytes, valid until the next call. In UTF-8 it ends between two characters. ends
// is true if the part ends the line.
func (b *textBuffer) piece() (text []byte, ends bool, err error) {
	for {
		window := b.text[b.lo:min(b.hi, b.lo+HeadSize)]
		if i := bytes.IndexByte(window, '\n'); i >= 0 {
			b.lo += i + 1
			return window[:i], true, nil
		}
		if len(window) == HeadSize && b.hi > b.lo+HeadSize {
			cut := HeadSize
			for cut > HeadSize-utf8.UTFMax && !utf8.RuneStart(b.text[b.lo+cut]) {
				cut--
			}
			b.lo += cut
			return window[:cut], false, nil
		}
		if b.Err == nil {
			b.fill()
			continue
		}
		if b.Err != io.EOF || len(window) == 0 {
			return nil, false, b.Err
		}
		b.lo = b.hi
		return window, true, nil
	}
}

// endsInCR reports whether the lines of a file's beginning end in CR only, as those of old Macintosh programs do.
func endsInCR(text []byte) bool {
	i := bytes.IndexByte(text, '\r')
	return i >= 0 && i < len(text)-1 && bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, 0) < 0
}

// lineEnds replaces each CR by LF.
func lineEnds(text []byte) {
	for i, c := range text {
		if c == '\r' {
			text[i] = '\n'
		}
	}
}

// decoder converts texts to valid UTF-8.
type decoder struct {
	charmap *charmap.Charmap // the encoding of the texts; nil for UTF-8
	others  *charmap.Charmap // the encoding of bytes that are not valid; nil: U+FFFD replaces them
	buffer  []byte           // a text with replaced bytes
}

// decode returns a text in valid UTF-8, which stays valid until the next call. bad is the number of bytes that are not valid, and first the
// position of the first of them, from 1.
func (d *decoder) decode(text []byte) (valid []byte, bad, first int) {
	if utf8.Valid(text) {
		return text, 0, 0
	}
	d.buffer = d.buffer[:0]
	for i := 0; i < len(text); {
		r, size := rune(utf8.RuneError), 1
		if d.charmap != nil {
			r = d.charmap.DecodeByte(text[i])
		} else {
			r, size = utf8.DecodeRune(text[i:])
		}
		if r == utf8.RuneError && size == 1 {
			if bad == 0 {
				first = i + 1
			}
			if bad++; d.others != nil {
				r = d.others.DecodeByte(text[i])
			}
		}
		d.buffer = utf8.AppendRune(d.buffer, r)
		i += size
	}
	return d.buffer, bad, first
}
