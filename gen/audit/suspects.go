package audit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// readRuns reads the runs of models.
func (r *Report) readRuns(o Options) (list []*suspect.Run, err error) {
	var names, paths []string
	for _, text := range o.Runs {
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
		rep := new(corpus.Report)
		lines, err := corpus.Run(path, corpus.Auto, o.Reading, rep)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			if math.IsInf(line.Score, 0) {
				return nil, errs.BadInput(path, 0, "write finite scores", "document %s of query %s has the score %v", line.DocID, line.QueryID,
					line.Score)
			}
		}
		r.tell("--run "+names[i]+": ", rep)
		list = append(list, suspect.NewRun(names[i], lines))
	}
	return list, nil
}

// idsByText are the ids of the texts of rows without ids; a text may have several.
type idsByText struct {
	queries, documents map[string][]string
	runs               []*suspect.Run
}

// readIDs reads the ids of the set's texts from the topics and the collection.
func (r *Report) readIDs(ctx context.Context, o Options, set *trainset.Set, runs []*suspect.Run) (*idsByText, error) {
	t := &idsByText{map[string][]string{}, map[string][]string{}, runs}
	if o.Topics != "" {
		queries, err := corpus.Queries(ctx, o.Topics, corpus.Auto, o.Reading, new(corpus.Report))
		if err != nil {
			return nil, err
		}
		for _, q := range queries {
			t.queries[q.Text] = append(t.queries[q.Text], q.ID)
		}
	}
	if o.Collection == "" {
		return t, nil
	}
	for d, err := range corpus.Documents(ctx, o.Collection, corpus.Auto, o.Reading, new(corpus.Report)) {
		if err != nil {
			return nil, err
		}
		whole := corpus.DocText(d, o.Reading.DocFields)
		if set.Has(whole) {
			t.documents[whole] = append(t.documents[whole], d.ID)
		}
		if d.Text != whole && set.Has(d.Text) {
			t.documents[d.Text] = append(t.documents[d.Text], d.ID)
		}
	}
	return t, nil
}

// fill adds ids to the texts of a row: of several the first that a run has.
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
				ids = t.documents[corpus.RepairMojibake(d.Text)] // as the collection is read
			}
			d.ID = firstOf(ids, func(id string) bool {
				return slices.ContainsFunc(t.runs, func(run *suspect.Run) bool { return run.Has(row.QueryID, id) })
			})
		}
	}
}

// firstOf returns the first id for which a condition holds; "" without one.
func firstOf(ids []string, holds func(string) bool) string {
	if i := slices.IndexFunc(ids, holds); i >= 0 {
		return ids[i]
	}
	return ""
}

// findSuspects reads the rows once more and scores their negatives.
func (r *Report) findSuspects(ctx context.Context, o Options, in *reading, set *trainset.Set, stats *suspect.Statistics,
	runs []*suspect.Run) error {
	r.suspects = suspect.NewCollector(stats, runs)
	ids := new(idsByText)
	if len(runs) > 0 {
		var err error
		if ids, err = r.readIDs(ctx, o, set, runs); err != nil {
			return err
		}
	}
	set.Complete()
	r.suspects.Grow(set.Suspects())
	next := uint32(0)
	for _, s := range in.sources {
		_, err := s.visitRows(ctx, o, new(corpus.Report), func(row *corpus.TrainingRow) error {
			if int(next) >= len(set.Rows) {
				return errChanged(s.file)
			}
			in.texts.fill(row)
			ids.fill(row)
			r.suspects.Add(next, set.RowQuery(next), row)
			next++
			return nil
		})
		if err != nil {
			return err
		}
	}
	if int(next) != len(set.Rows) {
		return errChanged(in.sources[len(in.sources)-1].file)
	}
	r.suspects.Flush()
	suspect.Compare(r.suspects.Negatives)
	if len(runs) > 0 && r.suspects.Scored == 0 && len(r.suspects.Negatives) > 0 {
		_, path, _ := strings.Cut(o.Runs[0], "=")
		return errs.BadInput(path, 0, "its ids must be those of the rows; where the rows hold texts alone, name the files with the ids by "+
			"--collection and --topics", "the run scores no negative of the rows together with a positive")
	}
	if n := len(r.suspects.Negatives); len(runs) > 0 && r.suspects.Scored < n {
		r.NotChecked = append(r.NotChecked, fmt.Sprintf("The runs score %s of %s together with a positive: the others are judged by their texts.",
			terminal.Group(r.suspects.Scored), terminal.Plural(n, "negative", "negatives")))
	}
	r.suspects.ScorePositives()
	r.FalseNegatives = r.suspects.Score()
	if n := r.suspects.Untold; n > 0 {
		r.NotChecked = append(r.NotChecked, "It was not asked whether "+terminal.Plural(n, "negative is", "negatives are")+" relevant: "+
			"they score for their queries as the positives do. --run adds a model's scores.")
	} else if r.FalseNegatives == nil && len(r.suspects.Negatives) > 0 {
		r.NotChecked = append(r.NotChecked, "The share of false negatives was not estimated: fewer than 30 positives or negatives.")
	}
	if n := r.suspects.Crowded; n > 0 {
		r.NotChecked = append(r.NotChecked, terminal.Plural(n, "row has", "rows have")+
			" too many documents: it was not asked whether their labels are right. Divide such a row.")
	}
	if n := r.suspects.Unpaired; n > 0 {
		r.NotChecked = append(r.NotChecked, terminal.Plural(n, "negative has", "negatives have")+
			" no positive in rows beside it: it was not asked whether they are relevant. Rows of one query must follow each other.")
	}
	return nil
}

func errChanged(file string) error {
	return errs.BadInput(file, 0, "audit a file that nobody writes to", "it changed while it was read")
}
