package train

import (
	"context"
	"errors"
	"io"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/division"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/features"
	"github.com/axiomine/axiomine/train/record"
)

// Rerank writes the run of a model over one split's candidates.
func Rerank(ctx context.Context, c *prepare.Preparation, modelPath, split string, w io.Writer) error {
	model, err := drmm.Load(modelPath)
	if err != nil {
		return err
	}
	c, err = c.WithOverlaps().All(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	for _, s := range c.Splits {
		if s.Name != split {
			continue
		}
		st := c.Run.Progress.Stage("histograms", "queries", len(s.Queries))
		first, err := division.NewFirstStage(c)
		if err != nil {
			return err
		}
		vectors, err := vectorsFor(model, c)
		if err != nil {
			return errs.BadInput(modelPath, 0, "give the word vectors it was trained with", "%v", err)
		}
		if text := division.FirstStageText(c); c.Inputs.Collection.Retrieves() && model.Options().FirstStage != text {
			c.Run.Progress.Warn("the model was trained on candidates of %s, these are those of %s; hint: give its run with --run",
				model.Options().FirstStage, text)
		}
		f, err := (&features.Maker{Index: c.Index, Vectors: vectors, Options: model.Options(), First: first}).Compute(ctx, s.Queries, st)
		st.Done()
		if err != nil {
			return err
		}
		if f.Store.Width() != len(model.GateWeights()) {
			return errs.BadInput(modelPath, 0, "give the word vectors it was trained with",
				"the model's gate has %s, the vectors ask for %d", terminal.Plural(len(model.GateWeights()), "weight", "weights"), f.Store.Width())
		}
		var rows []corpus.RunRow
		for i := range s.Queries {
			rows = record.AppendRows(rows, c.Index, &s.Queries[i], f.Scores(model, &s.Queries[i]))
		}
		return record.WriteRanked(w, rows, "axiomine-drmm")
	}
	return errs.BadUsage(errs.Suggestion(split, "train", "dev", "test")+"the splits are those of axiomine gen inspect",
		"there is no split %q", split)
}

// vectorsFor returns the word vectors that a model was trained with: none, or the chain's.
func vectorsFor(m *drmm.Model, c *prepare.Preparation) (*similarity.Table, error) {
	if !m.Options().Vectors {
		return nil, nil
	}
	if c.Vectors == nil {
		return nil, errors.New("the model was trained with word vectors, and none are given")
	}
	return c.Vectors, nil
}
