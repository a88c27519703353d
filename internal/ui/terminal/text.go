// Package terminal escapes untrusted texts for terminals, so that they contain no control sequences. It also formats numbers and wraps
// text.
package terminal

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Text returns text with control characters replaced by their JSON escapes (ESC by \u001b), except line feeds and tabs. Control characters
// are C0, DEL, C1, and those that reorder a line (Unicode Bidirectional Algorithm, 2.1 to 2.4). The meaning of a JSON text does not change.
// Bytes that are not UTF-8 become U+FFFD.
func Text(text string) string {
	end := firstEscaped([]byte(text))
	if end == len(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 64)
	for ; end < len(text); end = firstEscaped([]byte(text)) {
		b.WriteString(text[:end])
		r, size := utf8.DecodeRuneInString(text[end:])
		if r == utf8.RuneError { // a byte that is not UTF-8
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		text = text[end+size:]
	}
	b.WriteString(text)
	return b.String()
}

// firstEscaped returns the offset of the first character that Text changes, or the length of the text.
func firstEscaped(text []byte) int {
	for i := 0; i < len(text); {
		if c := text[i]; ' ' <= c && c <= '~' {
			i += max(1, Printable(text[i:]))
			continue
		} else if c == '\n' || c == '\t' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if isControl(r) || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(text)
}

// Printable returns the number of leading bytes that are printable ASCII, rounded down to a multiple of eight.
func Printable(text []byte) int {
	const ones = 0x0101010101010101
	for i := 0; ; i += 8 {
		if i+8 > len(text) {
			return i
		}
		x := binary.LittleEndian.Uint64(text[i:])
		if del := x ^ 0x7f*ones; (x|(x-0x20*ones)|(del-ones)&^del)&(0x80*ones) != 0 {
			return i
		}
	}
}

// Line returns Text with line feeds escaped too, which is one line.
func Line(text string) string { return strings.ReplaceAll(Text(text), "\n", `\u000a`) }

// isControl reports whether terminals act on a character instead of showing it.
func isControl(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < 0x20 || 0x7f <= r && r <= 0x9f:
		return true
	}
	return 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069
}

// Writer writes Text of its input to Out. A character may be divided between two writes. Close writes an incomplete character.
type Writer struct {
	Out     io.Writer
	pending []byte // the beginning of a character whose rest was not written yet
}

func (w *Writer) Write(p []byte) (int, error) {
	text := p
	if len(w.pending) > 0 {
		text = append(w.pending, p...)
	}
	end := len(text)
	for n := 1; n < utf8.UTFMax && n <= end; n++ {
		if last := text[end-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				end -= n
			}
			break
		}
	}
	var err error
	if firstEscaped(text[:end]) == end {
		_, err = w.Out.Write(text[:end])
	} else {
		_, err = io.WriteString(w.Out, Text(string(text[:end])))
	}
	w.pending = append([]byte(nil), text[end:]...)
	return len(p), err
}

// Close writes the pending bytes. It does not close Out.
func (w *Writer) Close() error {
	if len(w.pending) == 0 {
		return nil
	}
	_, err := io.WriteString(w.Out, Text(string(w.pending)))
	w.pending = nil
	return err
}

// Begin returns the first characters of a text, at most most of them, and "…" after them if the text was cut.
func Begin(text string, most int) string {
	for i := range text {
		if most--; most < 0 {
			return text[:i] + "…"
		}
	}
	return text
}
