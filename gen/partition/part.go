// Package partition mines a share of the queries on one machine, and merges the shares of all.
package partition

import (
	"context"
	"io"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
)

// Retrieve finds the candidates of one part of the queries and leaves them as a run of all does. The runs of all parts, in one
// file in any order, are the run of all queries.
func Retrieve(ctx context.Context, c *prepare.Preparation, part mine.Part) error {
	if !c.Inputs.Collection.Retrieves() {
		return errs.BadUsage("leave --part out", "the candidates are given: nothing is to be retrieved")
	}
	topics := slices.Clone(c.Inputs.Topics)
	for i := range topics {
		t := &topics[i]
		t.Queries = slices.DeleteFunc(slices.Clone(t.Queries), func(q corpus.Query) bool { return !part.Has(q.ID) })
		t.Qrels = slices.DeleteFunc(slices.Clone(t.Qrels), func(j corpus.Qrel) bool { return !part.Has(j.QueryID) })
	}
	fold := c.WithTopics(topics, c.Inputs.Fold)
	fold.Run.AddNote(stage.Topics, part)
	_, err := prepare.Retrieve(ctx, fold)
	return err
}

// Mine counts and draws from one part of the queries, and leaves its share for Merge. The shares of all parts give
// the bytes of a run over all queries.
func Mine(ctx context.Context, p *prepare.Preparation, part mine.Part) error {
	if p.Run.Config.Gen.Mixture != "" {
		return errMixtureInParts
	}
	training, err := prepare.Training(&p.Run.Config.Gen, p.Splits)
	if err != nil {
		return err
	}
	drawer, err := dataset.ConfiguredDrawer(p, training)
	if err != nil {
		return err
	}
	drawer.Miner.Part = part
	s := dataset.Share{Part: part}
	if s.Key, err = dataset.DrawingKey(p); err != nil {
		return err
	}
	stage := "part " + part.String()
	if _, ok := p.Run.Out.FinishedFiles(stage, s.Key); ok {
		p.Run.Progress.Say("%s: kept from the earlier run", stage)
		return nil
	}
	amounts, text := dataset.SampleSizes(p.Run.Config.Gen.Budget, drawer)
	p.Run.Progress.Say("%s", text)
	for _, w := range drawer.FewerJudged() {
		p.Run.Progress.Warn("%s", w)
	}
	if err := fill(ctx, p, &s, drawer, amounts); err != nil {
		return err
	}
	f, err := p.Run.Out.WriteFile(shareName(part), func(w io.Writer) error { return writeShare(w, &s) })
	if err != nil {
		return err
	}
	return p.Run.Out.Finish(stage, s.Key, []result.File{f})
}

var errMixtureInParts = errs.BadUsage("draw it with axiomine gen sample", "three-class tasks (gen.mixture) cannot be drawn in parts")

// fill counts and draws what the drawer's part of the queries gives.
func fill(ctx context.Context, p *prepare.Preparation, s *dataset.Share, d *dataset.Drawer, amounts []int) error {
	miner := prepare.NewMiner(p)
	miner.Only, miner.Part = d.Miner.Only, d.Miner.Part
	err := dataset.Count(ctx, p, miner, func(_ *prepare.Split, counter *mine.Counter) { s.Counts = append(s.Counts, counter.Tallies()) })
	if err != nil {
		return err
	}
	st := p.Run.Progress.Stage("sample", "queries", len(d.Queries))
	pairs, err := d.DrawPart(ctx, amounts, d.Options.Regular, st)
	st.Done()
	if err != nil {
		return err
	}
	s.Sample = pairs.Share()
	return nil
}

// Merge reads the shares of all parts, files or the folders that hold them, and adds their counts to the account.
// dataset.Sample draws from the shares that it returns.
func Merge(p *prepare.Preparation, paths []string) ([]*dataset.Share, mine.Counts, error) {
	shares, err := readShares(p, paths)
	if err != nil {
		return nil, nil, err
	}
	counts := mine.Counts{}
	miner := prepare.NewMiner(p)
	for i, split := range p.Splits {
		counter := mine.NewCounter(miner, p.Run.Config.Gen.MinGrade)
		for _, s := range shares {
			counter.Merge(s.Counts[i])
		}
		counter.Add(split.Name, counts)
	}
	return shares, counts, dataset.WriteCounts(p, counts)
}
