package corpus

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// TestWrittenColumns: of each file that is written with named columns, as the page of the output formats has them, no column is
// called unknown if the file is read as training rows. A test beside that page holds it to the files.
func TestWrittenColumns(t *testing.T) {
	_, table, _ := strings.Cut(shard.FormatsPage(), "| format | files | a row |\n|---|---|---|\n")
	nested := map[string][]string{"messages": {"role", "content"}, "positive_messages": {"role", "content"},
		"negative_messages": {"role", "content"}, "positive_passages": {"docid", "title", "text"},
		"negative_passages": {"docid", "title", "text"}}
	read := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			break
		}
		if strings.Contains(cells[3], "between tabs") || strings.Contains(cells[3], "int64 lists") {
			continue // without names
		}
		var names []string
		for _, column := range strings.Split(cells[3], ",") {
			name := strings.Fields(column)[0]
			if nested[name] == nil {
				names = append(names, name)
			}
			for _, member := range nested[name] {
				names = append(names, name+"."+member)
			}
		}
		form, _ := trainingFormOf(names)
		choice, err := tabular.ParseColumns(form.columns)
		if err != nil {
			t.Fatal(err)
		}
		p, err := tabular.PlanColumns("", names, false, choice, nil)
		if err != nil || !form.fits(p.Content()) {
			continue
		}
		read++
		if unread := p.Columns.Unread(); unread != "" && !isWritten(names) {
			t.Errorf("%s%s: %s", cells[1], cells[2], unread)
		}
		if more := append(slices.Clone(names), "my_own"); isWritten(more) {
			t.Errorf("%s: a column of another's is not told", cells[1])
		}
	}
	if read < 30 {
		t.Errorf("%d files are read as training rows", read)
	}
}
