package collection

import (
	"context"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/chain/stage"
)

// ReadTopics reads queries, judgements and runs and divides them into splits.
func (in *Inputs) ReadTopics(ctx context.Context) (*Inputs, error) {
	splits, err := SplitsOf(&in.Config.Gen)
	if err != nil {
		return nil, err
	}
	given, err := in.given(ctx)
	if err != nil {
		return nil, err
	}
	topics, overlaps, err := Divide(&in.Config.Gen, given, splits, in.Config.Gen.Fold)
	if err != nil {
		return nil, err
	}
	divided := in.with(given, topics)
	for _, o := range overlaps {
		divided.Overlaps = append(divided.Overlaps, o.Said())
		divided.Warnings[o.Said()]++
		divided.Progress.Warn("%s", o.Said())
	}
	return divided, nil
}

// ReadForExperiment reads the topics, as the collection gives them and as an experiment divides them, with notes on what was not asked
// for.
func (in *Inputs) ReadForExperiment(ctx context.Context) (*Inputs, []Division, []string, error) {
	given, err := in.given(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	divisions, notes, err := Divisions(in.Config, given)
	return in.with(given, given), divisions, notes, err
}

// with has the topics of the collection, as they are given and as they are divided.
func (in *Inputs) with(given, divided []Topics) *Inputs {
	own := in.With(divided, 0)
	own.Given = nil
	for _, t := range given {
		own.Given = append(own.Given, t.Queries...)
	}
	return own
}

func (in *Inputs) given(ctx context.Context) ([]Topics, error) {
	st := in.Progress.Stage(string(stage.Topics), "queries", 0)
	defer st.Done()
	var rep corpus.Report
	given, err := in.Collection.ReadTopics(ctx, &rep)
	for _, t := range given {
		st.Add(len(t.Queries))
	}
	in.Report(&rep)
	cutRuns(&in.Config.Gen, given)
	return given, err
}

// With gives the inputs with other topics, of a fold or of none (0). What the run learns of them from here on is theirs.
func (in *Inputs) With(topics []Topics, fold int) *Inputs {
	own := *in
	own.Run, own.Topics, own.Fold = in.Run.With(in.Config), topics, fold
	return &own
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
