package audit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// readRuns reads the runs of Options.Runs, in their order.
func (r *reader) readRuns() (list []*suspect.Run, err error) {
	var names, paths []string
	for _, text := range r.o.Runs {
		name, path, ok := strings.Cut(text, "=")
		if !ok || name == "" || path == "" {
			return nil, errs.BadUsage("write --run minilm=run.txt", "--run %s is not NAME=FILE", text)
		}
		names, paths = append(names, name), append(paths, path)
	}
	if err := safefile.RefuseTwice(paths); err != nil {
		return nil, err
	}
	for i, path := range paths {
		rep := new(read.Report)
		lines, err := read.Run(path, read.Auto, r.o.Reading, rep)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			if math.IsInf(line.Score, 0) {
				return nil, errs.BadInput(path, 0, "write finite scores", "document %s of query %s has the score %v", line.DocID, line.QueryID,
					line.Score)
			}
		}
		r.notes.tell("--run "+names[i]+": ", rep)
		list = append(list, suspect.NewRun(names[i], lines))
	}
	return list, nil
}

// idsByText holds the ids of each text, for rows without ids. A text may have several ids.
type idsByText struct {
	queries, documents map[string][]string
	runs               []*suspect.Run
}

// readIDs reads the topics and the collection, and returns the ids of the set's texts.
func (r *reader) readIDs(ctx context.Context, set *trainset.Set, runs []*suspect.Run) (*idsByText, error) {
	t := &idsByText{map[string][]string{}, map[string][]string{}, runs}
	if r.o.Topics != "" {
		queries, err := read.Queries(ctx, r.o.Topics, read.Auto, r.o.Reading, new(read.Report))
		if err != nil {
			return nil, err
		}
		for _, q := range queries {
			t.queries[q.Text] = append(t.queries[q.Text], q.ID)
		}
	}
	if r.o.Collection == "" {
		return t, nil
	}
	for d, err := range read.Documents(ctx, r.o.Collection, read.Auto, r.o.Reading, new(read.Report)) {
		if err != nil {
			return nil, err
		}
		whole := corpus.DocText(d, r.o.Reading.DocFields)
		if set.Has(whole) {
			t.documents[whole] = append(t.documents[whole], d.ID)
		}
		if d.Text != whole && set.Has(d.Text) {
			t.documents[d.Text] = append(t.documents[d.Text], d.ID)
		}
	}
	return t, nil
}

// fill sets the missing ids of a row. If a text has several ids, it takes the first that a run has.
func (t *idsByText) fill(row *corpus.TrainingRow) {
	if row.QueryID == "" {
		row.QueryID = firstOf(t.queries[row.Query], func(id string) bool {
			return slices.ContainsFunc(t.runs, func(run *suspect.Run) bool { return run.Asks(id) })
		})
	}
	for i := range row.Docs {
		if d := &row.Docs[i]; d.ID == "" {
			ids := t.documents[d.Text]
			if ids == nil && corpus.IsMisread(d.Text) {
				ids = t.documents[corpus.RepairMojibake(d.Text)] // the reader of the collection repairs texts too
			}
			d.ID = firstOf(ids, func(id string) bool {
				return slices.ContainsFunc(t.runs, func(run *suspect.Run) bool { return run.Has(row.QueryID, id) })
			})
		}
	}
}

// firstOf returns the first id for which isChosen returns true; "" if there is none.
func firstOf(ids []string, isChosen func(string) bool) string {
	if i := slices.IndexFunc(ids, isChosen); i >= 0 {
		return ids[i]
	}
	return ""
}

// findSuspects reads the rows again, compares near copies, and returns the scored negatives and positives. labels may be nil.
func (r *reader) findSuspects(ctx context.Context, rows *rowFiles, set *trainset.Set, labels *trainset.PairLabels,
	parts *check.Parts, stats *suspect.Statistics, runs []*suspect.Run) (*suspect.Suspects, error) {
	ids := new(idsByText)
	if len(runs) > 0 {
		var err error
		if ids, err = r.readIDs(ctx, set, runs); err != nil {
			return nil, err
		}
	}
	set.Complete()
	parts.Sort(len(set.Texts))
	var labelled *suspect.Pairs
	if labels != nil {
		labelled = suspect.NewPairs(stats, labels.Rows)
	}
	collector := suspect.NewCollector(set, stats, runs)
	next := uint32(0)
	for _, s := range rows.sources {
		_, err := s.visitRows(ctx, r.o.Reading, new(read.Report), func(row *corpus.TrainingRow) error {
			if int(next) >= len(set.Rows) {
				return errChanged(s.file)
			}
			rows.texts.fill(row)
			ids.fill(row)
			set.Copies.Read(next, row)
			parts.Read(set, next, row)
			collector.Add(next, row)
			if labelled != nil && set.IsLabelledPair(next) {
				labelled.Add(next, row)
			}
			next++
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if int(next) != len(set.Rows) {
		return nil, errChanged(rows.sources[len(rows.sources)-1].file)
	}
	set.Copies.Compare()
	suspects := collector.Finish()
	suspects.Labelled = labelled
	if len(runs) > 0 && suspects.Scored == 0 && len(suspects.Negatives) > 0 {
		_, path, _ := strings.Cut(r.o.Runs[0], "=")
		return nil, errs.BadInput(path, 0, "its ids must be those of the rows; where the rows hold texts alone, name the files with the "+
			"ids by --collection and --topics", "the run scores no negative of the rows together with a positive")
	}
	suspects.Score()
	r.notes.notChecked = append(r.notes.notChecked, notScored(suspects)...)
	return suspects, nil
}

// notScored returns a sentence for each kind of documents whose labels were not checked, or were checked only by their texts.
func notScored(suspects *suspect.Suspects) (sentences []string) {
	if n := len(suspects.Negatives); suspects.HasRuns && suspects.Scored < n {
		sentences = append(sentences, fmt.Sprintf("The runs score %s of %s together with a positive: the others are judged by their texts.",
			terminal.Group(suspects.Scored), terminal.Plural(n, "negative", "negatives")))
	}
	if n := suspects.Crowded; n > 0 {
		sentences = append(sentences, terminal.Plural(n, "row has", "rows have")+
			" too many documents: it was not asked whether their labels are right. Divide such a row.")
	}
	if n := suspects.Unpaired; n > 0 && suspects.Labelled == nil { // the check label-error questions labelled pairs
		sentences = append(sentences, terminal.Plural(n, "negative has", "negatives have")+
			" no positive of the query beside it: it was not asked whether they are relevant.")
	}
	return sentences
}

// errChanged returns the error for a file that changed between two readings.
func errChanged(file string) error {
	return errs.BadInput(file, 0, "audit a file that nobody writes to", "it changed while it was read")
}
