package audit

import (
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
)

// Reason is a reason why records were not read, or a remark about records that were read.
type Reason struct {
	What   string   `json:"what,omitempty"` // kind of records: rows, documents, queries, judgements, columns or files; "" for a remark on rows
	Reason string   `json:"reason"`
	Count  int      `json:"count"`
	Places []string `json:"places"` // the first five places, such as a.csv:3

	repeats bool // true if the records were not read because they repeat others
}

// line returns a line such as "3 rows: wrong number of fields (a.csv:3, a.csv:9, a.csv:11)".
func (n Reason) line() string {
	text := n.Reason
	if n.What != unreadColumns {
		text = read.Counted(n.Count, n.What) + ": " + strings.TrimPrefix(text, n.What+": ")
	}
	places := strings.Join(n.Places, ", ")
	if n.Count > len(n.Places) {
		places += ", .."
	}
	return text + " (" + places + ")"
}

// notes collects remarks while files are read and compared.
type notes struct {
	notRead, remarks []Reason
	unreadable       int      // number of rows of the set that cannot be read
	notChecked       []string // sentences of Report.NotChecked
}

// unreadColumns is the Reason.What of columns that are not read.
const unreadColumns = "columns"

// tell adds the reasons of a reader. about is the beginning of each, such as "--topics: "; it is "" for the rows of the set.
func (n *notes) tell(about string, rep *read.Report) {
	for _, reason := range rep.Reasons {
		entry := Reason{What: reason.Noun, Reason: about + reason.Text, Count: reason.Count, Places: []string{}, repeats: reason.Repeats}
		if about == "" && reason.Skipped && !reason.Repeats && reason.Noun != "queries" {
			n.unreadable += reason.Count
		}
		for _, p := range reason.Places {
			entry.Places = append(entry.Places, p.String())
		}
		if reason.Skipped {
			n.notRead = append(n.notRead, entry)
		} else {
			n.remarks = append(n.remarks, entry)
		}
	}
	for _, part := range rep.Unread {
		what := "files"
		if part.Columns {
			what = unreadColumns
		}
		n.notRead = append(n.notRead, Reason{What: what, Reason: about + part.Reason, Count: 1, Places: []string{part.Name}})
	}
}

// doubt adds a remark if the labels of a file do not look like grades, or are all the same.
func (n *notes) doubt(file string, labels corpus.LabelCounts) {
	for _, reason := range []string{labels.Classes(), labels.Single()} {
		if reason != "" {
			n.remarks = append(n.remarks, Reason{Reason: reason, Count: labels.Rows(), Places: []string{file}})
		}
	}
}
