package diagnose

import (
	"context"
	"fmt"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// ownModelNames are the names of the models of a diagnosis without runs.
var ownModelNames = []string{"bm25", "ql", "rm3", "pl2", "tfidf"}

// DiagnoseModels diagnoses BM25, QL, RM3, PL2 and TF-IDF on the candidates of the test queries, or of all
// queries if there is no test split. These models also score documents that an axiom makes.
func DiagnoseModels(ctx context.Context, chain *prepare.Preparation, p *progress.Printer) (*Result, error) {
	chain, err := chain.WithOverlaps().All(ctx)
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	g := &chain.Run.Config.Gen
	splits := lists.Filter(chain.Splits, func(s prepare.Split) bool { return s.Name == "test" })
	if len(splits) == 0 {
		splits = chain.Splits
	}
	all, names := prepare.Split{}, []string{}
	for _, s := range splits {
		names = append(names, s.Name)
		all.Queries, all.Qrels = append(all.Queries, s.Queries...), append(all.Qrels, s.Qrels...)
	}
	var models []Model
	for _, name := range ownModelNames {
		scorer, err := prepare.ModelScorer(g, chain.Index, name)
		if err != nil {
			return nil, err
		}
		var rows []corpus.RunRow
		for i := range all.Queries {
			q := &all.Queries[i]
			for d, score := range scorer.Scores(q, i)[:q.CollectionDocs()] { // without made documents
				rows = append(rows, corpus.RunRow{QueryID: q.ID, DocID: q.Docs[d].ID(chain.Index), Rank: d + 1, Score: score})
			}
		}
		models = append(models, Model{Name: name, Scores: scorer, Judged: eval.Evaluate(all.Qrels, rows, eval.Options{Level: g.MinGrade})})
	}
	miner := prepare.NewMiner(chain)
	miner.Axioms = prepare.OmitMade(g, miner.Axioms)
	st := p.Stage("diagnose", "queries", len(all.Queries))
	r, err := Run(ctx, miner, all.Queries, models, Options{MinGrade: g.MinGrade, Seed: g.Seed}, st)
	st.Done()
	if err != nil {
		return nil, err
	}
	r.Split, r.Documents = terminal.JoinAnd(names), chain.Index.NumDocs()
	candidates := "given candidates"
	if chain.Inputs.Collection.Retrieves() {
		candidates = "candidates of " + g.Retrieval
	}
	r.Notes = append(r.Notes, fmt.Sprintf("no run was given: these are our own retrieval models on the %s", candidates))
	return r, nil
}
