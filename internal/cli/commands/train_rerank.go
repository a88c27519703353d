package commands

import (
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/spf13/cobra"
)

type rerankOptions struct {
	common cli.Common
	model  string
	split  string
}

func newRerank() *cobra.Command {
	var o rerankOptions
	cmd := &cobra.Command{
		Use:         "rerank",
		Annotations: cli.MainFlags("model split data config index run vectors retrieval hits quiet"),
		Short:       "order a split's candidates by a trained model: a run",
		Args:        cli.NoArgs(),
		Example: "  axiomine train rerank -c wikiqa --data DIR --index OUT/index --model OUT/models/judged.42.json --split test > run.txt\n" +
			"  axiomine train rerank -c wikiqa --data DIR --run test=bm25.txt --model MODEL.json --split test > run.txt",
		RunE: o.run,
	}
	o.common.AddConfig(cmd, rankingKeys()...)
	o.common.Check = checkEffect(resultRankers, resultRanking)
	o.common.AddSpeech(cmd)
	cmd.Flags().StringVar(&o.model, "model", "", "a model that axiomine train wrote (models/*.json)")
	cmd.Flags().StringVar(&o.split, "split", "test", "whose candidates to order")
	return cmd
}

func (o *rerankOptions) run(cmd *cobra.Command, _ []string) error {
	config, printer, err := o.common.Begin(cmd, "")
	if err != nil {
		return err
	}
	if o.model == "" {
		return errs.BadUsage("name it with --model", "rerank needs a trained model")
	}
	if err := o.checkVectors(config); err != nil {
		return err
	}
	return result.Scratch(func(out *result.Dir) error {
		chain, err := gen.Start(&config.Config, out, printer, cmd.CommandPath())
		if err != nil {
			return err
		}
		defer chain.Close()
		return train.Rerank(cmd.Context(), chain, o.model, configs.SplitWord(o.split), cmd.OutOrStdout())
	})
}

// checkVectors returns an error for flags about word vectors if the model was trained without word vectors.
func (o *rerankOptions) checkVectors(config *configs.LoadedConfig) error {
	model, err := drmm.Load(o.model)
	if err != nil || model.Options().Vectors {
		return err
	}
	for _, name := range []string{"gen.vectors", "gen.vectors_mode", "gen.dimension"} {
		k, _ := configs.KeyNamed(name)
		if config.Origins[name].IsFlag() && fmt.Sprint(k.Get(&config.Config)) != k.Default {
			return errs.BadUsage("leave it out", "%s (%s) has no effect here: the model was trained without word vectors", k.Option(), name)
		}
	}
	return nil
}
