package page

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// An excerpt of a text has some bytes of every stretch between two marks, and of all of it.
const (
	aroundMark = 120
	mostText   = 900
)

// Excerpt shortens the stretches between marks, and ends the text after enough of it.
func Excerpt(parts []Part) []Part {
	parts, size := slices.Clone(parts), 0
	for i := range parts {
		p := &parts[i]
		if !p.Evidence {
			p.Text = shorten(p.Text, i > 0, i < len(parts)-1)
		}
		if size += len(p.Text); size > mostText {
			return append(parts[:i+1:i+1], Part{Text: " …"})
		}
	}
	return parts
}

// shorten keeps what is next to a mark before and behind a stretch, cut between words; without any mark the beginning.
func shorten(text string, afterMark, beforeMark bool) string {
	most := aroundMark
	if !afterMark && !beforeMark {
		most = mostText / 2
	}
	if len(text) <= 2*most {
		return text
	}
	head, tail := "", ""
	if afterMark || !beforeMark {
		head = text[:cut(text, most)]
	}
	if beforeMark {
		tail = text[cut(text, len(text)-most):]
	}
	return head + " … " + tail
}

// cut returns the place of the last space before most bytes, or of a rune's beginning.
func cut(text string, most int) int {
	if most >= len(text) {
		return len(text)
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	if space := strings.LastIndexByte(text[:most], ' '); space > 0 {
		return space
	}
	return most
}
