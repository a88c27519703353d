package tabular

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
)

// longestHead is the number of bytes of a first line that are looked at.
const longestHead = 4096

// hintOfForm returns what to do with a file that is a table in a form that is not read; "" if it is none that is known. text is its
// beginning, names are those found in it.
func hintOfForm(text []byte, names []string) string {
	isSplit := slices.Contains(names, "columns") && slices.Contains(names, "data") // to_json(orient="split")
	if isSplit || isByRow(names) {
		return `write a JSON object for each row: to_json(orient="records", lines=True) of pandas does so`
	}
	line, _, _ := strings.Cut(string(text[:min(len(text), longestHead)]), "\n")
	for _, c := range "^~:\u00a7\u00a6\x01\x1f" {
		n := 0
		for _, name := range strings.Split(line, string(c)) {
			if isKnown(strings.Trim(name, `"`)) {
				n++
			}
		}
		if n > 1 {
			return fmt.Sprintf("separate its columns by a tab, comma, semicolon or |, and not by %q", c)
		}
	}
	return ""
}

// isByRow reports whether names are those of columns below the names of rows, or the other way: to_json(orient="index"), and pandas'
// default where rows have names.
func isByRow(names []string) bool {
	outer := map[string]bool{}
	for _, name := range names {
		first, _, isNested := strings.Cut(name, ".")
		if !isNested {
			return false
		}
		outer[first] = true
	}
	numbers, queries, documents := 0, false, false
	for name := range outer {
		if celltext.IsNumber([]byte(name)) {
			numbers++
		}
		queries = queries || slices.Contains(knownNames(QueryRole), plainColumn(name))
		documents = documents || slices.Contains(knownNames(DocRole), plainColumn(name))
	}
	return len(outer) > 0 && numbers == len(outer) || queries && documents
}
