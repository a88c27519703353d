package read

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/internal/safefile"
)

// TestFormatsDocument: the page has a row for every form of file, and says what becomes of every packing.
func TestFormatsDocument(t *testing.T) {
	page := FormatsPage()
	checkRows(t, page, fileform.DocumentFormats)
	checkRows(t, page, fileform.TopicFormats)
	checkRows(t, page, fileform.QrelsFormats)
	checkRows(t, page, fileform.RunFormats)
	names := []string{}
	for _, p := range safefile.Packings {
		names = append(names, p.Name)
	}
	for _, f := range plainfile.RefusedForms {
		names = append(names, f.Name)
	}
	for _, name := range names {
		if !strings.Contains(strings.Join(strings.Fields(page), " "), name) {
			t.Errorf("the page does not say what becomes of %s", name)
		}
	}
}

func checkRows(t *testing.T, page string, formats []fileform.Entry) {
	t.Helper()
	for _, f := range formats {
		if !strings.Contains(page, "\n| "+f.Name+" | ") || !strings.Contains(page, strings.ReplaceAll(f.About, "|", "\\|")) {
			t.Errorf("the page has no row for %s", f.Name)
		}
	}
}
