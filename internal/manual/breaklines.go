package manual

import (
	"strings"

	ui "github.com/axiomine/axiomine/internal/ui/terminal"
)

// lineLength is that of Markdown in the repository, outside of tables.
const lineLength = 140

// BreakLines returns Markdown with long lines of text and of lists broken between words.
func BreakLines(markdown string) string {
	var b strings.Builder
	for line := range strings.Lines(markdown) {
		text, end := strings.CutSuffix(line, "\n")
		indent := 0
		if strings.HasPrefix(text, "- ") {
			indent = 2
		}
		if !strings.HasPrefix(text, "|") {
			text = ui.Wrap(text, lineLength, indent)
		}
		b.WriteString(text)
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
