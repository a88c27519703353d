package read

import "github.com/axiomine/axiomine/gen/corpus"

// The names of all formats, for the tests outside the package.
var (
	DocumentFormats = formatNames(documentFormats)
	TopicFormats    = formatNames(topicFormats)
	QrelsFormats    = formatNames(qrelsFormats)
	RunFormats      = formatNames(runFormats)
)

// qrel returns a judgement.
func qrel(query, doc string, grade int) corpus.Qrel {
	return corpus.Qrel{QueryID: query, DocID: doc, Grade: grade}
}

// runRow returns a row of a run.
func runRow(query, doc string, rank int, score float64) corpus.RunRow {
	return corpus.RunRow{QueryID: query, DocID: doc, Rank: rank, Score: score}
}
