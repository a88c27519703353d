package axiomscmd

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// collectionKeys returns the keys of what axioms see: the collection, the candidates, similarities and word pieces. Nothing is trained.
func collectionKeys() []string {
	keys := configs.KeysDeciding([]string{"gen", "tokenize"}, configs.Documents, configs.Topics, configs.Candidates, configs.Similarity,
		configs.Vocabulary, configs.Nothing)
	return cli.Exclude(keys, "gen.near_duplicates", "gen.axioms", "gen.delta_star", "gen.made",
		"gen.add_judged", "gen.train_on", "gen.on_overlap")
}

// askKeys returns the keys of an analysis of runs.
func askKeys() []string {
	return append(collectionKeys(), "gen.axioms", "gen.delta_star", "gen.made", "gen.perturb")
}

// refuseKeys returns an error for a key of the configuration that is given where a definition needs none.
func refuseKeys(cmd *cobra.Command) (err error) {
	configs.Visit(cmd.Flags(), func(f *pflag.Flag) {
		if k, is := configs.KeyOf(f); is && err == nil {
			err = errs.BadUsage("give a query with -q and documents with -d, or leave it out",
				"%s has no effect here: what an axiom means does not depend on a collection", k.Option())
		}
	})
	return err
}
