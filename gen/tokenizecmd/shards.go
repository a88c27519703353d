package tokenizecmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/export"
	"github.com/spf13/cobra"
)

// shardsOptions are those of shards.
type shardsOptions struct {
	common   command.Common
	indexDir string
}

func newShards() *cobra.Command {
	return command.New(&shardsOptions{}, &cobra.Command{
		Use:         "shards DIR [DIR ..]",
		Annotations: command.Matter("vocab output-format max-length group-size compression candidates index output resume overwrite"),
		Short:       "make shards of the pairs that gen or gen sample left, joined where there are several, without mining again",
		Args:        command.Args(1, -1, "directories with pairs/"),
		Example: "  axiomine tokenize shards OUT --output-format tevatron,st-triplet -o MORE\n" +
			"  axiomine tokenize shards ONE ANOTHER --rows-of train --vocab vocab.txt --max-length 512 -o BOTH",
	})
}

func (o *shardsOptions) Flags(cmd *cobra.Command) {
	o.common.AddAll(cmd, "tokenize", "gen.threads")
	cmd.Flags().StringVar(&o.indexDir, "index", "", "the index of the collection (default: index/ in each DIR)")
}

// Run makes shards of pairs that gen left, by the settings that lie beside those of the first folder.
func (o *shardsOptions) Run(cmd *cobra.Command, args []string) error {
	settings := filepath.Join(args[0], filepath.FromSlash(dataset.PairsConfig))
	if _, err := os.Stat(settings); errors.Is(err, fs.ErrNotExist) {
		settings = ""
	}
	return o.common.Do(cmd, command.Job{Preset: settings,
		Plan: func(_ context.Context, l *configs.Loaded, _ *progress.Printer) (string, error) {
			return export.PlanRecut(&l.Config, args)
		},
		Fill: func(l *configs.Loaded, out *outdir.Dir, printer *progress.Printer) error {
			return export.Recut(cmd.Context(), &l.Config, args, o.indexDir, out, printer, cmd.CommandPath())
		}})
}
