package terminal

import (
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/lazy"
)

// Columns returns the maximum number of columns of text in f: COLUMNS if it is set, or the width of the terminal. It returns 0, no limit,
// if f is no terminal.
func Columns(f *os.File) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	n, _ := Size(f)
	return n
}

// termLine matches a line that begins with a term and two or more spaces.
var termLine = lazy.Regexp(`^ *\S+ {2,}\S`)

// WrapText wraps each line of a text. Continuation lines are indented to the text after the line's term; without a term, by two columns.
func WrapText(text string, width int) string {
	if width <= 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, isWhole := strings.CutSuffix(line, "\n")
		indent := len(line) - len(strings.TrimLeft(line, " ")) + 2
		if head := utf8.RuneCountInString(termLine().FindString(line)) - 1; head > 0 && head <= width/2 {
			indent = head
		}
		b.WriteString(Wrap(line, width, indent))
		if isWhole {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Wrap breaks a line at spaces into lines of at most width columns (0: no limit), unless a word is longer. Continuation lines are indented.
func Wrap(line string, width, indent int) string {
	if width <= 0 {
		return line
	}
	var b strings.Builder
	for utf8.RuneCountInString(line) > width {
		pos := breakOffset(line, width, indent)
		if pos <= 0 {
			break
		}
		b.WriteString(strings.TrimRight(line[:pos], " ") + "\n")
		line = strings.Repeat(" ", indent) + strings.TrimLeft(line[pos:], " ")
	}
	return b.String() + line
}

// breakOffset returns the offset of the space at which to break a line: the last space after the indent within width columns. If there is
// no such space, it is the first space after them, and 0 if there is none.
func breakOffset(line string, width, indent int) (pos int) {
	columns := 0
	words := len(line) - len(strings.TrimLeft(line, " "))
	for i, r := range line {
		if columns++; r == ' ' && i > max(words, indent) {
			if columns > width+1 {
				if pos == 0 {
					pos = i
				}
				return pos
			}
			pos = i
		}
	}
	return pos
}
