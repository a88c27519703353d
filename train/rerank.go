package train

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/trial"
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
		vectors, err := vectorsFor(model, c)
		if err != nil {
			return errs.BadInput(modelPath, 0, "give the word vectors it was trained with", "%v", err)
		}
		if text := trial.FirstStageText(c); c.Inputs.Collection.Retrieves() && model.Options().FirstStage != text {
			c.Run.Progress.Warn("the model was trained on candidates of %s, these are those of %s; hint: give its run with --run",
				model.Options().FirstStage, text)
		}
		f, err := (&trial.Maker{Index: c.Index, Vectors: vectors, Options: model.Options()}).Compute(ctx, s.Queries, st)
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
			rows = appendRows(rows, c.Index, &s.Queries[i], f.Scores(model, &s.Queries[i]))
		}
		return writeRanked(w, rows, "axiomine-drmm")
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

// writeRanked writes rows as a run. Queries keep their order; the documents of a query are in the order of
// trec_eval: by descending score, then by descending id.
func writeRanked(w io.Writer, rows []corpus.RunRow, tag string) error {
	queryOrder := map[string]int{}
	for _, r := range rows {
		if _, ok := queryOrder[r.QueryID]; !ok {
			queryOrder[r.QueryID] = len(queryOrder)
		}
	}
	list := slices.Clone(rows)
	slices.SortStableFunc(list, func(a, b corpus.RunRow) int {
		return cmp.Or(cmp.Compare(queryOrder[a.QueryID], queryOrder[b.QueryID]), cmp.Compare(b.Score, a.Score), cmp.Compare(b.DocID, a.DocID))
	})
	return corpus.WriteRun(w, slices.Values(list), tag)
}

// appendRows appends a row for each score: scores[i] is the score of candidate i of q.
func appendRows(rows []corpus.RunRow, x index.Reader, q *mine.Query, scores []float64) []corpus.RunRow {
	for i, score := range scores {
		rows = append(rows, corpus.RunRow{QueryID: q.ID, DocID: q.Docs[i].ID(x), Rank: i + 1, Score: score})
	}
	return rows
}
