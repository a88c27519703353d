package read

import (
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
)

// The names of all formats, for the tests outside the package.
var (
	DocumentFormats = fileform.FormatNames(fileform.DocumentFormats)
	TopicFormats    = fileform.FormatNames(fileform.TopicFormats)
	QrelsFormats    = fileform.FormatNames(fileform.QrelsFormats)
	RunFormats      = fileform.FormatNames(fileform.RunFormats)
)

// qrel returns a judgement.
func qrel(query, doc string, grade int) corpus.Qrel {
	return corpus.Qrel{QueryID: query, DocID: doc, Grade: grade}
}

// runRow returns a row of a run.
func runRow(query, doc string, rank int, score float64) corpus.RunRow {
	return corpus.RunRow{QueryID: query, DocID: doc, Rank: rank, Score: score}
}

// count returns the count of a reason.
func count(r *Report, cause string) int {
	for _, reason := range r.Reasons {
		if reason.Text == cause {
			return reason.Count
		}
	}
	return 0
}

// Discover finds the parts of a collection, of which the user gave none.
func Discover(dir string, format Format) (Layout, error) { return Search{Format: format}.In(dir) }
