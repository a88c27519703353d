package read

import (
	_ "embed" // the page
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

//go:embed FORMATS.md
var formatsText string

// FormatsPage returns FORMATS.md with tables of all forms of file and of all columns that are known, as Markdown.
func FormatsPage() string {
	var page strings.Builder
	page.WriteString(formatsText)
	writeFormats(&page, "documents", documentFormats)
	writeFormats(&page, "topics", topicFormats)
	writeFormats(&page, "judgements", qrelsFormats)
	writeFormats(&page, "runs", runFormats)
	page.WriteString("\n## All forms that are refused, with the line that helps\n\n")
	for _, f := range refusedForms {
		fmt.Fprintf(&page, "- %s\n", f.name)
	}
	page.WriteString("\n## All columns of rows\n\n" + tabular.NamesTable())
	return page.String()
}

// writeFormats writes a row for every format of one kind of file.
func writeFormats[R any](page *strings.Builder, kind string, formats []entry[R]) {
	fmt.Fprintf(page, "\n## All forms of %s\n\n| name | collections | under auto | what it looks like |\n|---|---|---|---|\n", kind)
	for _, f := range formats {
		found := "recognised"
		switch {
		case f.fits == nil:
			found = "named only"
		case f.familyOnly:
			found = "in its collections"
		}
		families := strings.Join(f.families, ", ")
		if families == "" {
			families = "-"
		}
		fmt.Fprintf(page, "| %s | %s | %s | `%s` |\n", f.name, families, found, strings.ReplaceAll(f.about, "|", "\\|"))
	}
}
