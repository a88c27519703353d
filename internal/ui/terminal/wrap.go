package terminal

import (
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/lazy"
)

// Columns returns the number of columns that text in a file may take: COLUMNS where it is set, else those of the terminal that the file is;
// 0, any number, in another file or a pipe.
func Columns(f *os.File) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	n, _ := Size(f)
	return n
}

// hanging is a line that begins with a term, two spaces or more behind it.
var hanging = lazy.Regexp(`^ *\S+ {2,}\S`)

// WrapText wraps each line of a text: what is broken off stands below the text behind the line's term, else two columns further than the
// line.
func WrapText(text string, width int) string {
	if width <= 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, isWhole := strings.CutSuffix(line, "\n")
		indent := len(line) - len(strings.TrimLeft(line, " ")) + 2
		if head := utf8.RuneCountInString(hanging().FindString(line)) - 1; head > 0 && head <= width/2 {
			indent = head
		}
		b.WriteString(Wrap(line, width, indent))
		if isWhole {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Wrap breaks a line at spaces so that it is at most width columns wide (0: as long as it is), where its words let it; what comes
// after a break is indented.
func Wrap(line string, width, indent int) string {
	if width <= 0 {
		return line
	}
	var b strings.Builder
	for utf8.RuneCountInString(line) > width {
		pos := breakBefore(line, width, indent)
		if pos <= 0 {
			break
		}
		b.WriteString(strings.TrimRight(line[:pos], " ") + "\n")
		line = strings.Repeat(" ", indent) + strings.TrimLeft(line[pos:], " ")
	}
	return b.String() + line
}

// breakBefore returns where a line can be broken: its last space within width columns behind the indent, else its first one; 0 for none.
func breakBefore(line string, width, indent int) (pos int) {
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
