package commands

import (
	"context"
	"os"
	"path/filepath"
	"strconv"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

func newShards() *cobra.Command {
	var common cli.Common
	var indexDir string
	cmd := &cobra.Command{
		Use:         "shards DIR",
		Annotations: cli.MainFlags("vocab output-format max-length group-size template index output resume overwrite"),
		Short:       "make shards of the pairs that gen or gen sample left, without mining again",
		Args:        cli.Args(1, 1, "a directory with pairs/"),
		Example: "  axiomine tokenize shards OUT --output-format tevatron,st-triplet -o MORE\n" +
			"  axiomine tokenize shards OUT --set rows_of=train --vocab vocab.txt --max-length 512 -o LONG",
	}
	common.AddAll(cmd, shardKeys()...)
	common.Check = checkEffect(stage.Shards)
	cmd.Flags().StringVar(&indexDir, "index", "", "the index of the collection (default: index/ in DIR)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		settings := filepath.Join(args[0], filepath.FromSlash(dataset.PairsConfig))
		if _, err := os.Stat(settings); err != nil { // reading the pairs returns a better error
			settings = ""
		}
		return common.Do(cmd, cli.Job{Preset: settings,
			Plan: func(_ context.Context, l *configs.LoadedConfig, _ *progress.Printer) (string, error) {
				return dataset.PlanRecut(&l.Config, args[0])
			},
			Fill: func(r *cli.Run) (*cli.Outcome, error) {
				r.Printer.Steps(progress.Step{Name: "pairs", Title: "reading pairs"}, progress.Step{Name: "shards", Title: "writing shards"})
				m, err := dataset.Recut(cmd.Context(), &r.Loaded.Config, args[0], indexDir, r.Out, r.Printer, cmd.CommandPath())
				if err != nil {
					return nil, err
				}
				return &cli.Outcome{Results: table.Single(shardTable(m)), Written: m.Describe(r.Out.FinalPath(".")),
					Next: cli.ShellCommand(m.Next(r.Out.FinalPath("."))...)}, nil
			}})
	}
	return cmd
}

// shardKeys returns the keys of shards of existing pairs, which have no candidates.
func shardKeys() []string {
	return append([]string{"gen.threads"}, cli.Exclude(configs.KeysDeciding([]string{"tokenize"}), "tokenize.candidates")...)
}

// shardTable returns a table of the number of rows and files of every format.
func shardTable(m *shard.Manifest) *table.Table {
	t := &table.Table{Name: "shards", Columns: append(table.Left("format"), table.Right("rows", "files", "bytes")...)}
	for _, format := range m.Formats() {
		rows, files, bytes := 0, 0, int64(0)
		for _, s := range m.Shards {
			if s.Format == format {
				rows, files, bytes = rows+s.Rows, files+1, bytes+s.Bytes
			}
		}
		t.Add(format, strconv.Itoa(rows), strconv.Itoa(files), strconv.FormatInt(bytes, 10))
	}
	return t
}
