package dataset

import (
	"context"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/result"
)

// Mine counts the instances of every axiom in every split: counts.json, and profile.json with length skew and agreement.
func Mine(ctx context.Context, chain *prepare.Preparation) (mine.Counts, mine.Profiles, error) {
	counts, profiles := mine.Counts{}, mine.Profiles{}
	miner := prepare.NewMiner(chain)
	var err error
	if miner.Only, err = prepare.NewViolationFilter(chain); err != nil {
		return nil, nil, err
	}
	err = Count(ctx, chain, miner, func(s *prepare.Split, counter *mine.Counter) { counter.Add(s.Name, counts, profiles) })
	if err != nil {
		return nil, nil, err
	}
	return counts, profiles, WriteCounts(chain, counts, profiles)
}

// Count runs the miner over every split and hands its counter to done.
func Count(ctx context.Context, chain *prepare.Preparation, miner *mine.Miner, finish func(*prepare.Split, *mine.Counter)) error {
	for i := range chain.Splits {
		s := &chain.Splits[i]
		counter := mine.NewCounter(miner, chain.Run.Config.Gen.MinGrade)
		st := chain.Run.Progress.Stage("mine", s.Name+" queries", len(s.Queries))
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
func WriteCounts(chain *prepare.Preparation, counts mine.Counts, profiles mine.Profiles) error {
	key, err := keyOf(chain, stage.Mining)
	if err != nil {
		return err
	}
	var files []result.File
	for _, product := range []struct {
		name  string
		value any
	}{{"counts.json", counts}, {"profile.json", profiles}} {
		f, err := chain.Run.Out.WriteJSON(product.name, product.value)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	if err := chain.Run.Out.Finish(string(stage.Mining), key, files); err != nil {
		return err
	}
	return writePage(chain.Run.Out, countsPage(chain, counts, profiles), CountsPage, "page of the counts")
}
