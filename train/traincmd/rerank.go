package traincmd

import (
	"os"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/train"
	"github.com/spf13/cobra"
)

// rerank orders candidates by a trained model.
func rerank() *cobra.Command {
	var common command.Common
	var model, split string
	cmd := &cobra.Command{Use: "rerank", Short: "order a split's candidates by a trained model: a run", Args: command.NoArgs(),
		Example: "  axiomine train rerank -c wikiqa --data DIR --index OUT/index --model OUT/models/judged.42.json --split test > run.txt\n" +
			"  axiomine train rerank -c wikiqa --data DIR --run test=bm25.txt --model MODEL.json --split test > run.txt",
		RunE: func(cmd *cobra.Command, _ []string) error {
			loaded, err := common.Load(cmd, "")
			if err != nil {
				return err
			}
			printer, err := common.Printer()
			if err != nil {
				return err
			}
			if model == "" {
				return fault.BadUsage("name it with --model", "rerank needs a trained model")
			}
			scratch, err := os.MkdirTemp("", "axiomine-rerank-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(scratch)
			out, err := outdir.Claim(scratch, outdir.Fresh)
			if err != nil {
				return err
			}
			defer out.Close()
			chain, err := gen.Start(&loaded.Config, out, printer, cmd.CommandPath())
			if err != nil {
				return err
			}
			defer chain.Close()
			return train.Rerank(cmd.Context(), chain, model, split, cmd.OutOrStdout())
		}}
	common.AddConfig(cmd, "gen")
	common.AddSpeech(cmd)
	cmd.Flags().StringVar(&model, "model", "", "a model that axiomine train wrote (models/*.json)")
	cmd.Flags().StringVar(&split, "split", "test", "whose candidates to order")
	return cmd
}
