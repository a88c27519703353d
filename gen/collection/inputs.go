package collection

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Inputs are what a run starts from: the collection's files, and the queries as they are divided. It is a value: what changes any of it
// returns another one.
type Inputs struct {
	Collection *Collection
	Topics     []Topics       // as divided into splits
	Given      []corpus.Query // all that the collection has, whatever splits leave of them
	Overlaps   []string       // what was said of queries that two splits have
	Fold       int            // of an experiment's divisions, 1-based; 0 outside folds
	Tuned      bool           // an experiment chose the retrieval model's parameters
}

// Start finds the collection of a run and takes its files' checksums, so that a resumed run knows whether they are still the same.
func Start(r *stage.Run) (Inputs, error) {
	col, err := FindCollection(&r.Config.Gen)
	if err != nil {
		return Inputs{}, err
	}
	col.ListUnread(r.Config)
	printReading(&col.Layout, r.Progress)
	in := Inputs{Collection: col}
	aside := r.Progress.Aside("checksums", "inputs", 0)
	files, err := col.Inputs()
	aside.Done()
	r.Read(files...)
	r.Note(stage.Topics, slices.DeleteFunc(slices.Clone(files), func(f stage.Input) bool { return f.Role == DocumentsRole }))
	return in, err
}

// ListUnread adds to Unread what no reader reads, files that other keys name left out.
func (c *Collection) ListUnread(config *configs.Config) {
	var paths []string
	for _, path := range config.Paths() {
		if path.Value != config.Gen.Data {
			paths = append(paths, path.Value)
		}
	}
	c.Layout.ListUnread(config.Gen.Data, paths, c.Options)
	c.listUntaught(&config.Tokenize)
}

// printReading prints the roles of the columns of rows, and what is not read.
func printReading(l *read.Layout, p *progress.Printer) {
	for _, line := range l.Columns {
		p.Say("columns: %s", line)
	}
	for _, line := range groupByReason(l.Unread) {
		p.Say("not read: %s", line)
	}
}

// UnreadLines returns a line for each reason why parts are not read.
func (c *Collection) UnreadLines() []string { return groupByReason(c.Layout.Unread) }

// groupByReason returns lines in which names that have one reason stand together: "a, b and c: no name of a file".
func groupByReason(list []read.Unread) (lines []string) {
	var reasons []string
	names := map[string][]string{}
	for _, u := range list {
		if names[u.Reason] == nil {
			reasons = append(reasons, u.Reason)
		}
		names[u.Reason] = append(names[u.Reason], u.Name)
	}
	for _, reason := range reasons {
		lines = append(lines, read.Unread{Name: terminal.JoinAnd(names[reason]), Reason: reason}.String())
	}
	return lines
}

// DocumentsRole is the role of the files of documents among a run's inputs.
const DocumentsRole = "collection"

// smallBytes is the size of a collection whose candidates are found in seconds.
const smallBytes = 100 << 20

// IsSmall reports whether the candidates of a run's queries are found in seconds.
func IsSmall(g *configs.Gen, files []stage.Input) bool {
	bytes := int64(0)
	for _, in := range files {
		if in.Role == DocumentsRole && g.Index == "" {
			bytes += in.Bytes
		}
	}
	return bytes <= smallBytes
}

// Prefix stands before the names of what a fold, or an experiment with a tuned first stage, leaves.
func (in Inputs) Prefix() string {
	switch {
	case in.Fold > 0:
		return fmt.Sprintf("fold%d.", in.Fold)
	case in.Tuned:
		return "tuned."
	}
	return ""
}

// JournalName returns a stage's name in the journal.
func (in Inputs) JournalName(name stage.Name) string { return in.Prefix() + string(name) }
