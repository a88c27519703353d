// Package corpus reads collections: documents, queries, judgements and runs, in the formats of the field. One format is
// one file; formats.go lists them, FORMATS.md describes them.
//
// Documents are streamed and never held; queries, judgements and runs are returned whole. Every reader takes compressed
// files (gzip, zstd, bzip2, told by their first bytes), "-" for standard input, and counts in a Report what it skipped.
package corpus

import "strings"

// Doc is a document as its file gives it.
type Doc struct {
	ID    string
	Title string
	Text  string
	URL   string
}

// Query is a topic: its id, the text to search with, and the other fields its file holds; or one that was made of a document.
type Query struct {
	ID     string
	Text   string
	Fields map[string]string // nil when the format has no fields
	Source string            // of a query made of a document: that one's id; empty for a query that is given
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

// Default is the text of a document under the default fields: title, newline, text; no newline where one is missing.
func (d Doc) Default() string { return joinParts(d.Title, d.Text) }

// DefaultDocFields are the fields that make a document's text in a collection. Cranfield's texts begin with their titles.
func DefaultDocFields(format Format) []string {
	if format == Cranfield {
		return []string{"text"}
	}
	return []string{"title", "text"}
}

// DocText is the text of a document under fields: title, text and url name the parts of the record, any other name is a
// content tag that its reader put into title or text (Options.DocFields). Each part is taken once, in the order of
// fields; parts are joined by a newline, empty ones left out. No fields means the default.
func DocText(d Doc, fields []string) string {
	if len(fields) == 0 {
		return d.Default()
	}
	var parts []string
	var used [3]bool
	for _, field := range fields {
		part := partOf(field)
		if used[part] {
			continue
		}
		used[part] = true
		parts = append(parts, [...]string{partTitle: d.Title, partText: d.Text, partURL: d.URL}[part])
	}
	return joinParts(parts...)
}

const (
	partTitle = iota
	partText
	partURL
)

// partOf says which part of a Doc a document field is kept in.
func partOf(field string) int {
	switch tag := strings.ToUpper(field); {
	case tag == "URL":
		return partURL
	case titleTags[tag]:
		return partTitle
	}
	return partText
}

func joinParts(parts ...string) string {
	text := ""
	for _, part := range parts {
		switch {
		case part == "":
		case text == "":
			text = part
		default:
			text += "\n" + part
		}
	}
	return text
}
