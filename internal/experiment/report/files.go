package report

import (
	"io"

	"github.com/axiomine/axiomine/internal/result"
)

// WriteFiles writes a record, which a file of JSON keeps, and its reports as page.html and page.md.
func WriteFiles(out *result.Dir, file, page string, record interface {
	HTML(io.Writer) error
	Markdown(io.Writer) error
}) ([]result.File, error) {
	numbers, err := out.WriteJSON(file, record)
	if err != nil {
		return nil, err
	}
	html, err := out.WriteFile(page+".html", record.HTML)
	if err != nil {
		return nil, err
	}
	markdown, err := out.WriteFile(page+".md", record.Markdown)
	return []result.File{numbers, html, markdown}, err
}
