package train

import (
	"context"
	"io"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/drmm"
)

// Rerank writes the run of a model over one split's candidates.
func Rerank(ctx context.Context, c *gen.Chain, modelPath, split string, w io.Writer) error {
	model, err := drmm.Load(modelPath)
	if err != nil {
		return err
	}
	if err := c.Prepare(ctx); err != nil {
		return err
	}
	for _, s := range c.Splits {
		if s.Name != split {
			continue
		}
		st := c.Progress.Stage("histograms", "queries", len(s.Queries))
		f, err := makeFeatures(ctx, c.Index, c.Vectors, model.Options(), s.Queries, nil, func(*mine.Query) bool { return false }, st)
		st.Done()
		if err != nil {
			return err
		}
		if f.store.Width() != len(model.GateWeights()) {
			return fault.BadInput(modelPath, 0, "give the word vectors it was trained with", "the model's gate has %d weights, the vectors ask for %d", len(model.GateWeights()), f.store.Width())
		}
		var rows []corpus.Scored
		for i := range s.Queries {
			rows = appendRows(rows, c.Index, &s.Queries[i], f.scores(model, &s.Queries[i]))
		}
		return writeRanked(w, rows, "axiomine-drmm")
	}
	return fault.BadUsage("the splits are those of axiomine gen inspect", "there is no split %q", split)
}
