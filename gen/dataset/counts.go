package dataset

import (
	"context"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/result"
)

// Mine counts the instances of every axiom in every split: counts.json, and profile.json with length skew and agreement.
func (c *Sampler) Mine(ctx context.Context) (mine.Counts, mine.Profiles, error) {
	counts, profiles := mine.Counts{}, mine.Profiles{}
	miner := prepare.NewMiner(c.Base)
	var err error
	if miner.Only, err = prepare.Violated(c.Base); err != nil {
		return nil, nil, err
	}
	err = c.Count(ctx, miner, func(s *prepare.Split, counter *mine.Counter) { counter.Add(s.Name, counts, profiles) })
	if err != nil {
		return nil, nil, err
	}
	return counts, profiles, c.WriteCounts(counts, profiles)
}

// Count runs the miner over every split and hands its counter to done.
func (c *Sampler) Count(ctx context.Context, miner *mine.Miner, finish func(*prepare.Split, *mine.Counter)) error {
	for i := range c.Base.Splits {
		s := &c.Base.Splits[i]
		counter := mine.NewCounter(miner, c.Base.Run.Config.Gen.MinGrade)
		st := c.Base.Run.Progress.Stage("mine", s.Name+" queries", len(s.Queries))
		err := miner.Run(ctx, s.Queries, st, counter.Visit)
		st.Done()
		if err != nil {
			return err
		}
		finish(s, counter)
	}
	return nil
}

// WriteCounts leaves counts.json and profile.json, and their page.
func (c *Sampler) WriteCounts(counts mine.Counts, profiles mine.Profiles) error {
	key, err := c.key(stage.Mining)
	if err != nil {
		return err
	}
	var files []result.File
	for _, product := range []struct {
		name  string
		value any
	}{{"counts.json", counts}, {"profile.json", profiles}} {
		f, err := c.Base.Run.Out.WriteJSON(product.name, product.value)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	if err := c.Base.Run.Out.Finish(string(stage.Mining), key, files); err != nil {
		return err
	}
	return c.writePage(c.countsPage(counts, profiles), CountsPage, "page of the counts")
}
