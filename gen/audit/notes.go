package audit

import (
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/chain/grading"
)

// Reason is why something was not read, or a remark about what was.
type Reason struct {
	Reason string   `json:"reason"`
	Count  int      `json:"count"`
	Places []string `json:"places"` // the first five
}

// notes are what is noted while files are read and compared: what was not read, remarks about what was, and sentences about what was not
// checked.
type notes struct {
	notRead, remarks []Reason
	notChecked       []string
}

// tell adds the reasons of a reader. about names what was read, "" for the rows.
func (n *notes) tell(about string, rep *corpus.Report) {
	for _, reason := range rep.Reasons {
		entry := Reason{Reason: about + reason.Text, Count: reason.Count, Places: []string{}}
		for _, p := range reason.Places {
			entry.Places = append(entry.Places, p.String())
		}
		if reason.Skipped {
			n.notRead = append(n.notRead, entry)
		} else {
			n.remarks = append(n.remarks, entry)
		}
	}
}

// doubt adds a remark if the labels of a file's rows look like no grades, or are all the same.
func (n *notes) doubt(file string, labels grading.Labels) {
	for _, reason := range []string{labels.Classes(), labels.Single(), labels.Scores()} {
		if reason != "" {
			n.remarks = append(n.remarks, Reason{reason, labels.Rows(), []string{file}})
		}
	}
}
