package collection

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/stage"
)

// ReadTopics reads queries, judgements and runs and divides them into splits.
func (in Inputs) ReadTopics(ctx context.Context, r *stage.Run) (Inputs, error) {
	g := &r.Config.Gen
	splits, err := SplitsOf(g)
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
	if has := splitNames(topics); g.TrainOn != "" && len(has) > 0 {
		if _, err := TrainingSplit(g, has); err != nil {
			return in, err
		}
	}
	next := in.withTopics(fileSplits, topics)
	next.Overlaps = slices.Clip(in.Overlaps)
	for _, o := range overlaps {
		next.Overlaps = append(next.Overlaps, o.Sentence())
		r.Account.Warnings[o.Sentence()]++
		r.Progress.Warn("%s", o.Sentence())
	}
	return next, nil
}

// ReadForExperiment reads the topics, as the collection gives them and as an experiment divides them, with notes on what was not asked
// for.
func (in Inputs) ReadForExperiment(ctx context.Context, r *stage.Run) (Inputs, []Division, []string, error) {
	fileSplits, err := readTopics(ctx, r, in.Collection)
	if err != nil {
		return in, nil, nil, err
	}
	divisions, notes, err := Divisions(r.Config, fileSplits)
	return in.withTopics(fileSplits, fileSplits), divisions, notes, err
}

// withTopics returns the inputs with the topics of the collection, as they are given and as they are divided.
func (in Inputs) withTopics(fileSplits, topics []Topics) Inputs {
	next := in.WithTopics(topics, 0)
	next.Given = nil
	for _, t := range fileSplits {
		next.Given = append(next.Given, t.Queries...)
	}
	return next
}

// readTopics reads the topics as the collection has them, and reports what its readers skipped.
func readTopics(ctx context.Context, r *stage.Run, c *Collection) ([]Topics, error) {
	st := r.Progress.Stage(string(stage.Topics), "queries", 0)
	defer st.Done()
	var rep read.Report
	fileSplits, err := c.ReadTopics(ctx, &rep)
	for _, t := range fileSplits {
		st.Add(len(t.Queries))
	}
	r.Report(&rep)
	return fileSplits, err
}

// WithTopics returns the inputs with other topics, of a fold or of none (0).
func (in Inputs) WithTopics(topics []Topics, fold int) Inputs {
	in.Topics, in.Fold = topics, fold
	return in
}
