// Package gen brings a collection to training pairs and shards. Each of these packages, of gen and of internal/chain, returns a
// value that a later one starts from:
//
//	corpus      files of every form      -> documents, queries, judgements, runs
//	analysis    texts                    -> terms
//	collection  a configuration's files  -> collection.Inputs: the files, the queries divided into splits
//	index       documents                -> an index
//	queries     an index                 -> queries made of documents
//	retrieve    an index, queries        -> candidates
//	similarity  vectors, WordNet, tables -> similarities of terms
//	opinions    run(FILE), prefs(FILE)   -> what files say of documents
//	prepare     collection.Inputs        -> prepare.Preparation: index, candidates, vectors, opinions
//	tune        prepare.Preparation      -> a retrieval model's parameters, chosen on dev
//	mine        candidates, axioms       -> preferences
//	quota       a configuration          -> the axioms, with what is asked of each
//	sample      preferences              -> drawn pairs
//	dataset     prepare.Preparation      -> dataset.Data: pairs of every split, and the account
//	export      dataset.Data             -> shards, and what models outside have to score
//	partition   prepare.Preparation      -> the same in parts, for several processes or machines
//	grid        a sweep                  -> many data sets that share what they can
//
// What runs when, what it needs and what decides its result is the table of package stage. Every stage leaves files in the output
// directory and is not done again when a run is resumed with the same inputs and configuration.
package gen

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// Start checks a configuration, finds the inputs that it names and opens them, before anything is written or removed.
func Start(c *configs.Config, out *result.Dir, p *progress.Printer, command string) (*prepare.Preparation, error) {
	if err := Check(c); err != nil {
		return nil, err
	}
	if err := checkOpens(c); err != nil {
		return nil, err
	}
	run, err := prepare.Start(stage.NewRun(c, out, p, command))
	if err == nil && p != nil {
		for _, note := range run.Axioms.Notes {
			p.Say("note: %s", note)
		}
	}
	return run, err
}
