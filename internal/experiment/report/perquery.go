package report

import (
	"iter"

	"github.com/axiomine/axiomine/internal/experiment/report/perquery"
)

// perQueryOf holds a system's values per query with the name of their file.
type perQueryOf struct {
	file   *string
	values *perquery.Values
}

// Files yields the names of the record's files, with their content.
func (r *Result) Files() iter.Seq2[string, perquery.Values] {
	return func(yield func(string, perquery.Values) bool) {
		for _, part := range r.Systems().perQuery() {
			if *part.file != "" && !yield(*part.file, *part.values) {
				return
			}
		}
	}
}
