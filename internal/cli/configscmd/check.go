package configscmd

import (
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/spf13/cobra"
)

func newCheck(refuse func(*configs.Config) error) *cobra.Command {
	run := func(cmd *cobra.Command, names []string) error {
		for _, name := range names {
			l, err := configs.Load(name, nil)
			if err != nil {
				return err
			}
			if err := refuse(&l.Config); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: ok\n", name); err != nil {
				return err
			}
		}
		return nil
	}
	return cli.New(cli.NoFlags(run), &cobra.Command{
		Use:       "check FILE...",
		ValidArgs: configs.Presets(),
		Short:     "read configuration files and name what is wrong with them",
		Args:      cli.Files(1, -1, "a file or preset"),
		Example:   "  axiomine configs check mine.yaml\n  axiomine configs check wikiqa",
	})
}
