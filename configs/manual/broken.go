package manual

import (
	"strings"
	"unicode/utf8"
)

// lineLength is that of Markdown in the repository, outside of tables.
const lineLength = 140

// Broken is Markdown with long lines of text and of lists broken between words.
func Broken(markdown string) string {
	var b strings.Builder
	for line := range strings.Lines(markdown) {
		indent := ""
		if strings.HasPrefix(line, "- ") {
			indent = "  "
		}
		column := 0
		for i, word := range strings.Split(line, " ") {
			n := utf8.RuneCountInString(strings.TrimRight(word, "\n"))
			switch {
			case i == 0:
			case column+1+n > lineLength && !strings.HasPrefix(line, "|"):
				b.WriteString("\n" + indent)
				column = len(indent)
			default:
				b.WriteString(" ")
				column++
			}
			b.WriteString(word)
			column += n
		}
	}
	return b.String()
}
