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
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
)

// Retrieve finds the candidates of one part of the queries and leaves them as a run of all does. The runs of all parts, in one
// file in any order, are the run of all queries.
func Retrieve(ctx context.Context, c *prepare.Prepared, part mine.Part) error {
	if !c.Inputs.Collection.Retrieves() {
		return errs.BadUsage("leave --part out", "the candidates are given: nothing is to be retrieved")
	}
	topics := slices.Clone(c.Inputs.Topics)
	for i := range topics {
		t := &topics[i]
		t.Queries = slices.DeleteFunc(slices.Clone(t.Queries), func(q corpus.Query) bool { return !part.Has(q.ID) })
		t.Qrels = slices.DeleteFunc(slices.Clone(t.Qrels), func(j corpus.Qrel) bool { return !part.Has(j.QueryID) })
	}
	fold := c.Over(topics, c.Inputs.Fold)
	fold.Run.AddNote(stage.Topics, part)
	_, err := prepare.Retrieve(ctx, fold)
	return err
}

// Mine counts and draws from one part of the queries, and leaves its share for Merge. The shares of all parts give
// the bytes of a run over all queries.
func Mine(ctx context.Context, p *prepare.Prepared, part mine.Part) error {
	c := dataset.Of(p)
	if c.Base.Run.Config.Gen.Mixture != "" {
		return errMixtureInParts
	}
	training, err := prepare.Training(&c.Base.Run.Config.Gen, c.Base.Splits)
	if err != nil {
		return err
	}
	drawer, err := c.ConfiguredDrawer(training)
	if err != nil {
		return err
	}
	drawer.Miner.Part = part
	s := dataset.Share{Part: part}
	if s.Key, err = c.DrawingKey(); err != nil {
		return err
	}
	stage := "part " + part.String()
	if _, ok := c.Base.Run.Out.Finished(stage, s.Key); ok {
		c.Base.Run.Progress.Say("%s: kept from the earlier run", stage)
		return nil
	}
	amounts, text := c.Wanted(drawer)
	c.Base.Run.Progress.Say("%s", text)
	for _, w := range drawer.FewerJudged() {
		c.Base.Run.Progress.Warn("%s", w)
	}
	if err := fill(ctx, c, &s, drawer, amounts); err != nil {
		return err
	}
	f, err := c.Base.Run.Out.WriteFile(shareName(part), func(w io.Writer) error { return writeShare(w, &s) })
	if err != nil {
		return err
	}
	return c.Base.Run.Out.Finish(stage, s.Key, []result.File{f})
}

var errMixtureInParts = errs.BadUsage("draw it with axiomine gen sample", "three-class tasks (gen.mixture) cannot be drawn in parts")

// fill counts and draws what the drawer's part of the queries gives.
func fill(ctx context.Context, c *dataset.Sampler, s *dataset.Share, d *dataset.Drawer, amounts []int) error {
	miner := prepare.NewMiner(c.Base)
	miner.Only, miner.Part = d.Miner.Only, d.Miner.Part
	err := c.Count(ctx, miner, func(_ *prepare.Split, counter *mine.Counter) { s.Counts = append(s.Counts, counter.Tallies()) })
	if err != nil {
		return err
	}
	st := c.Base.Run.Progress.Stage("sample", "queries", len(d.Queries))
	pairs, err := d.DrawPart(ctx, amounts, d.Options.Regular, st)
	st.Done()
	if err != nil {
		return err
	}
	s.Sample = pairs.Share()
	return nil
}

// Merge takes the shares of all parts, as files or the folders they lie in, and counts: counts.json, profile.json. The sampler that it
// gives draws from them.
func Merge(p *prepare.Prepared, paths []string) (*dataset.Sampler, mine.Counts, mine.Profiles, error) {
	c := dataset.Of(p)
	shares, err := readShares(c, paths)
	if err != nil {
		return nil, nil, nil, err
	}
	counts, profiles := mine.Counts{}, mine.Profiles{}
	miner := prepare.NewMiner(c.Base)
	for i, split := range c.Base.Splits {
		counter := mine.NewCounter(miner, c.Base.Run.Config.Gen.MinGrade)
		for _, s := range shares {
			counter.Merge(s.Counts[i])
		}
		counter.Add(split.Name, counts, profiles)
	}
	c.Shares = shares
	return c, counts, profiles, c.WriteCounts(counts, profiles)
}
