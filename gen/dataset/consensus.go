package dataset

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/account"
)

// sourcesOf counts, for every pool of a consensus, what all its sources find in the training split, what they find without each of them,
// and what each finds alone.
func sourcesOf(ctx context.Context, chain *prepare.Preparation, training *prepare.Split) (list []account.Source, err error) {
	var sourceAxioms []axioms.Axiom
	for i, consensus := range chain.Axioms.Consensus {
		if consensus == nil {
			continue
		}
		add := func(text string, a axioms.Axiom) {
			list = append(list, account.Source{Consensus: chain.Axioms.Entry(i), Sources: text})
			sourceAxioms = append(sourceAxioms, a)
		}
		add("all", consensus.Axiom())
		if len(consensus.Sources) > 2 { // of two, one without the other is that one alone
			for s, name := range consensus.Names {
				add("without "+name, consensus.Exclude(s).Axiom())
			}
		}
		for s, name := range consensus.Names {
			add(name+" alone", consensus.Sources[s])
		}
	}
	if len(sourceAxioms) == 0 {
		return nil, nil
	}
	miner := prepare.NewMiner(chain)
	miner.Axioms = sourceAxioms
	counter := mine.NewCounter(miner, chain.Run.Config.Gen.MinGrade)
	st := chain.Run.Progress.Stage("sources", "queries", len(training.Queries))
	err = miner.Run(ctx, training.Queries, st, counter.Visit)
	st.Done()
	for i, t := range counter.Tallies() {
		list[i].Pairs, list[i].Agreement = t.Pairs(), t.Agreement()
	}
	return list, err
}
