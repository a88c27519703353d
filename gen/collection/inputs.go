package collection

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Inputs holds what a run starts from: the collection's files, and its queries divided into splits. It is a value: methods return a
// changed copy.
type Inputs struct {
	Collection *Collection
	Topics     []Topics       // the queries of each split
	Given      []corpus.Query // all queries of the collection, before any query is left out
	Overlaps   []string       // sentences, one for each two splits that share queries
	Fold       int            // the fold of an experiment, from 1; it is 0 outside folds
	Tuned      bool           // true if an experiment chose the parameters of the retrieval model
}

// Start finds the collection of a run and takes its files' checksums, so that a resumed run knows whether they are still the same.
func Start(r *stage.Run) (Inputs, error) {
	col, err := FindCollection(&r.Config.Gen)
	if err != nil {
		return Inputs{}, err
	}
	col.ListUnread(r.Config)
	in := Inputs{Collection: col}
	aside := r.Progress.Aside("checksums", "inputs", 0)
	files, err := col.Inputs()
	aside.Done()
	r.Read(files...)
	r.Note(stage.Topics, slices.DeleteFunc(slices.Clone(files), func(f stage.Input) bool { return f.Role == DocumentsRole }))
	return in, err
}

// ListUnread adds to Layout.Unread the parts of the data folder that no reader reads. Files that other keys name are left out.
func (c *Collection) ListUnread(config *configs.Config) {
	var paths []string
	for _, path := range config.Paths() {
		if path.Value != config.Gen.Data {
			paths = append(paths, path.Value)
		}
	}
	c.Layout.ListUnread(config.Gen.Data, paths, c.Options)
}

// PrintReading prints, once, how the columns of rows were read, and which parts of the input are not read. rep counts the rows.
func (c *Collection) PrintReading(rep *read.Report, p *progress.Printer) {
	if c.isPrinted {
		return
	}
	c.isPrinted = true
	for _, line := range c.Layout.Reading(rep) {
		p.Say("%s", line)
	}
	for _, line := range UnreadLines(c.Layout.Unread) {
		p.Say("not read: %s", line)
	}
}

// UnreadLines returns a line for each reason why parts are not read, with the names of these parts: "a, b and c: no name of a file".
func UnreadLines(list []read.Unread) []string {
	var names lists.Groups[string, string]
	for _, u := range list {
		names.Add(u.Reason, u.Name)
	}
	return lists.Map(names.Keys, func(reason string) string {
		return read.Unread{Name: terminal.JoinAnd(names.Of[reason]), Reason: reason}.String()
	})
}

// DocumentsRole is the role of the files of documents among a run's inputs.
const DocumentsRole = "collection"

// smallBytes is the maximum size, in bytes, of a collection whose candidates are found in seconds.
const smallBytes = 100 << 20

// IsSmall reports whether the candidates of a run's queries are found in seconds. With gen.index every collection is small.
func IsSmall(g *configs.Gen, files []stage.Input) bool {
	bytes := int64(0)
	for _, in := range files {
		if in.Role == DocumentsRole && g.Index == "" {
			bytes += in.Bytes
		}
	}
	return bytes <= smallBytes
}

// Prefix returns the prefix of the file names of a fold, or of an experiment with a tuned retrieval model; "" for other inputs.
func (in Inputs) Prefix() string {
	switch {
	case in.Fold > 0:
		return fmt.Sprintf("fold%d.", in.Fold)
	case in.Tuned:
		return "tuned."
	}
	return ""
}

// JournalName returns a stage's name in the result folder's journal.
func (in Inputs) JournalName(name stage.Name) string { return in.Prefix() + string(name) }

// ReadTopics reads queries, judgements and runs and divides them into splits.
func (in Inputs) ReadTopics(ctx context.Context, r *stage.Run) (Inputs, error) {
	g := &r.Config.Gen
	splits, err := ParseSplits(g.Splits)
	if err != nil {
		return in, err
	}
	fileSplits, err := readTopics(ctx, r, in.Collection)
	if err != nil {
		return in, err
	}
	topics, overlaps, err := Divide(g, fileSplits, splits, g.Fold)
	if err != nil {
		return in, err
	}
	if has := SplitNames(topics); g.TrainOn != "" && len(has) > 0 {
		if _, err := TrainingSplit(g, has); err != nil {
			return in, err
		}
	}
	next := in.withTopics(fileSplits, topics)
	next.Overlaps = slices.Clip(in.Overlaps)
	for _, o := range overlaps {
		next.Overlaps = append(next.Overlaps, o.Sentence())
		r.Account.Warnings[o.Sentence()] += max(o.Left, o.Queries)
		r.Progress.Warn("%s", o.Sentence())
	}
	return next, nil
}

// ReadForExperiment reads the topics and returns the inputs with undivided topics, and the divisions and notes of Divisions.
func (in Inputs) ReadForExperiment(ctx context.Context, r *stage.Run) (Inputs, []Division, []string, error) {
	fileSplits, err := readTopics(ctx, r, in.Collection)
	if err != nil {
		return in, nil, nil, err
	}
	divisions, notes, err := Divisions(r.Config, fileSplits)
	return in.withTopics(fileSplits, fileSplits), divisions, notes, err
}

// withTopics returns a copy with the divided topics. Given holds the queries of fileSplits, the splits as the collection has them.
func (in Inputs) withTopics(fileSplits, topics []Topics) Inputs {
	next := in.WithTopics(topics, 0)
	next.Given = nil
	for _, t := range fileSplits {
		next.Given = append(next.Given, t.Queries...)
	}
	return next
}

// readTopics reads the splits as the collection has them, and reports what the readers skipped.
func readTopics(ctx context.Context, r *stage.Run, c *Collection) ([]Topics, error) {
	st := r.Progress.Stage(string(stage.Topics), "queries", 0)
	defer st.Done()
	var rep read.Report
	fileSplits, err := c.ReadTopics(ctx, &rep)
	for _, t := range fileSplits {
		st.Add(len(t.Queries))
	}
	c.PrintReading(&rep, r.Progress)
	Report(r, &rep)
	return fileSplits, err
}

// WithTopics returns a copy with other topics. fold counts from 1; it is 0 outside folds.
func (in Inputs) WithTopics(topics []Topics, fold int) Inputs {
	in.Topics, in.Fold = topics, fold
	return in
}

// Report prints what readers skipped or changed, and adds the counts to the account.
func Report(r *stage.Run, rep *read.Report) {
	for _, line := range rep.Lines() {
		r.Progress.Say("%s", line)
	}
	AddRecords(r.Account.Records, rep, r.Account.Warnings)
}

// AddRecords adds to records what readers read and skipped, and to noted the counts of their other remarks.
func AddRecords(records stage.Records, rep *read.Report, noted map[string]int) {
	for noun, n := range rep.ByNoun {
		records.Read[noun] += n
	}
	for _, reason := range rep.Reasons {
		if reason.Skipped && reason.Noun != "" {
			records.LeftOut[stage.Reason{Kind: reason.Noun, Text: reason.Text}] += reason.Count
		} else {
			noted[reason.Name()] += reason.Count
		}
	}
}
