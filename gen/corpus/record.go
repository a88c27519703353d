// Package corpus defines the records of collections: documents, queries, judgements, rows of runs and rows of training sets. Package read
// reads them from files.
package corpus

import (
	"slices"
	"strings"
)

// Doc is a document with the parts that its file has.
type Doc struct {
	ID    string
	Title string
	Text  string
	URL   string
}

// Query is a topic: its id, its text and the other fields of its file.
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

// RunRow is one row of a run. Rank starts at 1.
type RunRow struct {
	QueryID string
	DocID   string
	Rank    int
	Score   float64
}

// TrainingRow is one row of a training set: a query with documents, some of which are better than others.
type TrainingRow struct {
	File           string
	Row            int           // number of the row in the file, from 0; rows that are not read count
	Line, End      int           // first and last line of the row, from 1; both are the number of the row in a binary table
	Split          string        // "" without a split
	QueryID, Query string        // id and text of the query; "" if unknown
	List           string        // id of the list of documents, whose labels cannot be compared with other lists'; "" without lists
	Docs           []TrainingDoc // the documents, valid until the next row
	Ordered        bool          // true if the order of the documents matters, so that another order is another row
	Labelled       bool          // true if labels or scores grade the documents; false if their columns do
	Scored         bool          // true if the documents have scores, and no label states which are relevant
}

// TrainingDoc is a document of a training row. A document without a text has an id.
type TrainingDoc struct {
	ID, Text string
	Grade    float64 // NaN without a grade
}

// Default returns the text of a document with the default fields: title and text, with a newline between them if both exist.
func (d Doc) Default() string { return joinParts(d.Title, d.Text) }

// DocText returns the text of a document with the given fields. title, text and url are parts of the record. Any other name is a content
// tag that its reader added to title or text (Options.DocFields). Each part is used once, in the order of fields. Parts are joined by a
// newline, without empty parts. Without fields, DocText returns the default text.
func DocText(d Doc, fields []string) string {
	if len(fields) == 0 {
		return d.Default()
	}
	var names, parts []string
	for _, field := range fields {
		if name, part := d.part(field); !slices.Contains(names, name) {
			names, parts = append(names, name), append(parts, part)
		}
	}
	return joinParts(parts...)
}

// TitleTags are the content tags of the newswire collections for titles.
var TitleTags = map[string]bool{"TITLE": true, "HEADLINE": true, "HL": true, "HEAD": true, "TTL": true}

// part returns the part of a document that holds a field, and its name.
func (d Doc) part(field string) (name, text string) {
	switch tag := strings.ToUpper(field); {
	case tag == "URL":
		return "url", d.URL
	case TitleTags[tag]:
		return "title", d.Title
	}
	return "text", d.Text
}

// joinParts joins the parts that are not empty by newlines.
func joinParts(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "\n")
}
