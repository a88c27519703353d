package page

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Maximum numbers of bytes in an excerpt: on each side of a mark, and in all.
const (
	aroundMark = 120
	mostText   = 900
)

// Excerpt shortens the text between marked parts, and cuts the end after mostText bytes.
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

// shorten cuts a text between words. It keeps the text next to the marks before and after it; without marks, it keeps the beginning.
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

// cut returns the offset of the last space in the first most bytes, or the last start of a character if there is no space.
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
