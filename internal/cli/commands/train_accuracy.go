package commands

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/train/accuracy"
	"github.com/spf13/cobra"
)

func newAccuracy() *cobra.Command {
	var preset string
	cmd := &cobra.Command{
		Use:   "accuracy FOLDER PREDICTIONS...",
		Short: "measure a multi-task model's predictions on the rows of three-class tasks",
		Long: "Measure a multi-task model's predictions on the rows of three-class tasks that gen wrote into FOLDER, by task, set of rows " +
			"and epoch.\n\nA file of predictions is what MT-DNN's train.py or predict.py writes, a table with tabs and a header, or JSON lines. " +
			"Its columns are uid, as in the shards, and prediction (0, 1, 2 for preference -1, 0, +1); task and epoch may be there too, or in " +
			"the file's name, as MT-DNN writes them; columns that are not read are named. Files may be packed (gzip, zstd, bzip2). The uids " +
			"decide the set. The interval is Wilson's, of 95 %. The column majority is the share of the most frequent class.",
		Args: cli.Files(2, "a folder that axiomine gen wrote and files of predictions"),
		Example: "  axiomine train accuracy OUT predictions.tsv\n" +
			"  axiomine train accuracy --published klose-4 --csv OUT MTDNN/*_scores_*.json",
	}
	cmd.Flags().StringVar(&preset, "published", "", "a preset whose published accuracies stand beside (axiomine configs list)")
	return cli.Showing(cmd, false, func(cmd *cobra.Command, args []string) (*table.Results, error) {
		var published []configs.PublishedNumber
		if preset != "" {
			loaded, err := configs.Load(preset, nil)
			if err != nil {
				return nil, err
			}
			published = configs.Applicable(loaded.Published, &loaded.Config)
		}
		truth, err := accuracy.ReadTruth(cmd.Context(), args[0])
		if err != nil {
			return nil, err
		}
		counts := accuracy.NewCounts(truth)
		for _, file := range args[1:] {
			if err := counts.Read(file); err != nil {
				return nil, err
			}
		}
		if err := counts.Finish(); err != nil {
			return nil, err
		}
		return counts.Results(published), nil
	})
}
