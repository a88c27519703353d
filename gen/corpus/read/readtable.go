package read

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// ReadTable is a file of rows that was read.
type ReadTable struct {
	Name    string
	Columns string // which is read as what, and which are not used
	Rows    int
}

// TableLines returns a line for each way in which the columns of tables are read: the rows, what is read as what, and the columns that are
// not used.
func TableLines(tables []ReadTable) (lines []string) {
	var ways []string
	for _, t := range tables {
		if !slices.Contains(ways, t.Columns) {
			ways = append(ways, t.Columns)
		}
	}
	for _, columns := range ways {
		rows, names := 0, []string{}
		for _, t := range tables {
			if t.Columns == columns {
				rows += t.Rows
				names = append(names, filepath.Base(t.Name))
			}
		}
		of := ""
		if len(ways) > 1 {
			of = " of " + names[0]
			if more := len(names) - 1; more > 0 {
				of += " and " + terminal.Plural(more, "other file", "other files")
			}
		}
		lines = append(lines, fmt.Sprintf("read %s%s: %s", terminal.Plural(rows, "row", "rows"), of, columns))
	}
	return lines
}

// noneJudged begins what is told of rows without judgements.
const noneJudged = "no document is judged; if each is the positive of its query, "

// Reading returns how the columns of the collection's rows are read, with the rows that a report counted, and what to do if no document is
// judged.
func (l *Layout) Reading(rep *Report) (lines []string) {
	tables := slices.Clone(l.tables)
	for i := range tables {
		tables[i].Rows = rep.Rows[tables[i].Name]
	}
	lines = TableLines(tables)
	for _, line := range l.Columns {
		if strings.HasPrefix(line, noneJudged) {
			lines = append(lines, line)
		}
	}
	return lines
}
