package read

import (
	"cmp"
	_ "embed" // the page
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

//go:embed FORMATS.md
var formatsText string

// FormatsPage returns FORMATS.md followed by tables of all formats and all known columns, as Markdown.
func FormatsPage() string {
	var page strings.Builder
	page.WriteString(formatsText)
	writeFormats(&page, "documents", fileform.DocumentFormats)
	writeFormats(&page, "topics", fileform.TopicFormats)
	writeFormats(&page, "judgements", fileform.QrelsFormats)
	writeFormats(&page, "runs", fileform.RunFormats)
	page.WriteString("\n## All forms that are refused, with the line that helps\n\n")
	for _, f := range fileform.RefusedForms {
		fmt.Fprintf(&page, "- %s\n", f.Name)
	}
	page.WriteString("\n## All columns of rows\n\n" + tabular.NamesTable())
	return page.String()
}

// writeFormats writes a table with a row for every format of one kind of file.
func writeFormats(page *strings.Builder, kind string, formats []fileform.Entry) {
	fmt.Fprintf(page, "\n## All forms of %s\n\n| name | collections | under auto | what it looks like |\n|---|---|---|---|\n", kind)
	for _, f := range formats {
		detection := "recognised"
		switch {
		case f.Fits == nil && kind != "runs":
			detection = "named only"
		case f.FamilyOnly:
			detection = "in its collections"
		}
		families := cmp.Or(strings.Join(f.Families, ", "), "-")
		fmt.Fprintf(page, "| %s | %s | %s | `%s` |\n", f.Name, families, detection, strings.ReplaceAll(f.About, "|", "\\|"))
	}
}
