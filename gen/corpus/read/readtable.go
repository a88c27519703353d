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
	Columns string // the meaning of each column, and the columns that are not used
	Rows    int    // number of rows that were read
}

// TableLines returns a line for each distinct ReadTable.Columns, with the number of rows and the names of the tables.
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
		source := ""
		if len(ways) > 1 {
			source = " of " + names[0]
			if more := len(names) - 1; more > 0 {
				source += " and " + terminal.Plural(more, "other file", "other files")
			}
		}
		lines = append(lines, fmt.Sprintf("read %s%s: %s", terminal.Plural(rows, "row", "rows"), source, columns))
	}
	return lines
}

// noneJudged begins the line on rows without judgements.
const noneJudged = "no document is judged; if each is the positive of its query, "

// Reading returns lines on how the columns of the collection's rows are read, with the numbers of rows in rep. If no document is judged, a
// line says what to do.
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
