// Package tsvfield makes texts fit for the fields of TSV files.
package tsvfield

import (
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Breaks are the characters that end a field or a line of a TSV file, or stop its reading.
const Breaks = "\t\r\n\x00"

var spaces = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ", "\x00", " ")

// Unbreak returns text with a space for each of the breaks.
func Unbreak(text string) string { return spaces.Replace(text) }

// Make makes a text fit for a field: each of the breaks is one space. The end has no white space,
// since readers that strip the line would remove it.
func Make(text string) string { return strings.TrimRightFunc(Unbreak(text), pairs.IsSpace) }

// IsBlank reports whether Make(text) is empty.
func IsBlank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r != 0 && !pairs.IsSpace(r) }) < 0
}
