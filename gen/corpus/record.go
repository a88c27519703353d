// Package corpus reads collections: documents, queries, judgements and runs, in the formats of the field. One format is
// one file; formats.go lists them.
package corpus

// Doc is a document as its file gives it.
type Doc struct {
	ID    string
	Title string
	Text  string
	URL   string
}

// Query is a topic: its id, the text to search with, and the other fields its file holds.
type Query struct {
	ID     string
	Text   string
	Fields map[string]string // nil when the format has no fields
}

// Qrel is one judgement. A grade below 1 means not relevant; negative grades are kept.
type Qrel struct {
	QueryID string
	DocID   string
	Grade   int
}

// Scored is one row of a run. Rank starts at 1.
type Scored struct {
	QueryID string
	DocID   string
	Rank    int
	Score   float64
}
