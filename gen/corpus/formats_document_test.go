package corpus

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/internal/safefile/packing"
	"github.com/axiomine/axiomine/internal/testkit/tabletest"
)

// TestFormatsDocument holds FORMATS.md to the tables of readers.
func TestFormatsDocument(t *testing.T) {
	raw, err := os.ReadFile("FORMATS.md")
	if err != nil {
		t.Fatal(err)
	}
	for kind, table := range map[string]string{
		"Documents": formatTable(documentFormats), "Topics": formatTable(topicFormats), "Judgements": formatTable(qrelsFormats),
		"Runs": formatTable(runFormats),
	} {
		tabletest.CheckDocumented(t, "FORMATS.md",
			"## "+kind+"\n\n| name | collections | under auto | what it looks like |\n|---|---|---|---|\n", table)
	}
	names := []string{}
	for _, p := range packing.Kinds {
		names = append(names, p.Name)
	}
	for _, f := range plainfile.RefusedForms {
		names = append(names, f.Name)
	}
	for _, name := range names {
		if !strings.Contains(strings.Join(strings.Fields(string(raw)), " "), name) {
			t.Errorf("FORMATS.md does not say what becomes of %s", name)
		}
	}
}

// formatTable has a row for every format of one kind of file.
func formatTable[R any](formats []entry[R]) string {
	var table strings.Builder
	for _, f := range formats {
		told := "told"
		switch {
		case f.fits == nil:
			told = "named only"
		case f.familyOnly:
			told = "in its collections"
		}
		families := strings.Join(f.families, ", ")
		if families == "" {
			families = "-"
		}
		fmt.Fprintf(&table, "| %s | %s | %s | `%s` |\n", f.name, families, told, strings.ReplaceAll(f.about, "|", "\\|"))
	}
	return table.String()
}
