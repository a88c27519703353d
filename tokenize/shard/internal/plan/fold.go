package plan

import (
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Breaks are the characters that would end a field or a line of a TSV file, or the reading of it.
const Breaks = "\t\r\n\x00"

var Unbreak = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ", "\x00", " ")

// Field makes a text fit for TSV: each of the breaks is one space, and the end has no white space, which readers that
// strip the line would take away.
func Field(text string) string { return strings.TrimRightFunc(Unbreak.Replace(text), pairs.IsSpace) }

// isBlank says whether field(text) is empty.
func isBlank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r != 0 && !pairs.IsSpace(r) }) < 0
}
