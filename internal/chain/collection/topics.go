package collection

import (
	"context"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/chain/stage"
)

// ReadTopics reads queries, judgements and runs and divides them into splits.
func (in *Inputs) ReadTopics(ctx context.Context) (*Inputs, error) {
	splits, err := SplitsOf(&in.Run.Config.Gen)
	if err != nil {
		return nil, err
	}
	fileSplits, err := in.readTopics(ctx)
	if err != nil {
		return nil, err
	}
	topics, overlaps, err := Divide(&in.Run.Config.Gen, fileSplits, splits, in.Run.Config.Gen.Fold)
	if err != nil {
		return nil, err
	}
	next := in.withTopics(fileSplits, topics)
	for _, o := range overlaps {
		next.Overlaps = append(next.Overlaps, o.Said())
		next.Run.Account.Warnings[o.Said()]++
		next.Run.Progress.Warn("%s", o.Said())
	}
	return next, nil
}

// ReadForExperiment reads the topics, as the collection gives them and as an experiment divides them, with notes on what was not asked
// for.
func (in *Inputs) ReadForExperiment(ctx context.Context) (*Inputs, []Division, []string, error) {
	fileSplits, err := in.readTopics(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	divisions, notes, err := Divisions(in.Run.Config, fileSplits)
	return in.withTopics(fileSplits, fileSplits), divisions, notes, err
}

// withTopics has the topics of the collection, as they are given and as they are divided.
func (in *Inputs) withTopics(fileSplits, topics []Topics) *Inputs {
	next := in.With(topics, 0)
	next.Given = nil
	for _, t := range fileSplits {
		next.Given = append(next.Given, t.Queries...)
	}
	return next
}

func (in *Inputs) readTopics(ctx context.Context) ([]Topics, error) {
	st := in.Run.Progress.Stage(string(stage.Topics), "queries", 0)
	defer st.Done()
	var rep corpus.Report
	fileSplits, err := in.Collection.ReadTopics(ctx, &rep)
	for _, t := range fileSplits {
		st.Add(len(t.Queries))
	}
	in.Run.Report(&rep)
	cutRuns(&in.Run.Config.Gen, fileSplits)
	return fileSplits, err
}

// With gives the inputs with other topics, of a fold or of none (0). What the run learns of them from here on is theirs.
func (in *Inputs) With(topics []Topics, fold int) *Inputs {
	next := *in
	next.Run, next.Topics, next.Fold = in.Run.With(in.Run.Config), topics, fold
	return &next
}

// CountMade returns the number of queries that were made of documents.
func CountMade(topics []Topics) (n int) {
	for _, t := range topics {
		if t.Made {
			n += len(t.Queries)
		}
	}
	return n
}
