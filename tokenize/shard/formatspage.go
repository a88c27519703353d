package shard

import (
	_ "embed" // the page
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
)

//go:embed FORMATS.md
var formatsText string

// FormatsPage returns FORMATS.md with a table of all output formats, their files and columns, as Markdown.
func FormatsPage() string {
	var page strings.Builder
	page.WriteString(formatsText + "\n## All formats\n\n| format | what reads it |\n|---|---|\n")
	for _, f := range format.All {
		fmt.Fprintf(&page, "| `%s` | %s |\n", f.Name, f.About)
	}
	page.WriteString("\n## All files\n\n| format | files | a row |\n|---|---|---|\n")
	for _, f := range format.AllFiles() {
		fmt.Fprintf(&page, "| %s | %s | %s |\n", f.Format, f.Paths, f.Row)
	}
	page.WriteString("\nFiles beside the shards, each written where a format needs it:\n\n")
	for _, name := range format.Beside {
		fmt.Fprintf(&page, "- `%s`\n", name)
	}
	return page.String()
}
