package dataset

import (
	"context"

	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
)

// Mine counts the instances of every axiom in every split, and leaves them in the folder's account.
func Mine(ctx context.Context, chain *prepare.Preparation) (mine.Counts, error) {
	counts := mine.Counts{}
	miner := prepare.NewMiner(chain)
	var err error
	if miner.Only, err = prepare.NewViolationFilter(chain); err != nil {
		return nil, err
	}
	err = Count(ctx, chain, miner, func(s *prepare.Split, counter *mine.Counter) { counter.Add(s.Name, counts) })
	if err != nil {
		return nil, err
	}
	return counts, WriteCounts(chain, counts)
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

// WriteCounts leaves counts in the folder's account, and their page.
func WriteCounts(chain *prepare.Preparation, counts mine.Counts) error {
	key, err := keyOf(chain, stage.Mining)
	if err != nil {
		return err
	}
	drawn, err := isFinished(chain, stage.Sample)
	if err != nil {
		return err
	}
	pairs := map[string]int{}
	for _, s := range chain.Splits {
		pairs[s.Name] = s.Census.CandidatePairs
	}
	report := account.OfCounts(chain.Axioms.All, pairs, counts)
	err = report.Write(chain.Run.Out, func(what string) bool { return what == account.Documents || what != account.Preferences && drawn })
	if err != nil {
		return err
	}
	if err := chain.Run.Out.Finish(string(stage.Mining), key, nil); err != nil {
		return err
	}
	return writePage(chain.Run.Out, countsPage(chain, counts), CountsPage, "page of the counts")
}

// isFinished reports whether the folder has what a stage leaves under the chain's configuration.
func isFinished(chain *prepare.Preparation, name stage.Name) (bool, error) {
	key, err := keyOf(chain, name)
	if err != nil {
		return false, err
	}
	_, ok := chain.Run.Out.FinishedFiles(string(name), key)
	return ok, nil
}
