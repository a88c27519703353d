package configscmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/spf13/cobra"
)

func newList() *cobra.Command {
	return command.New(command.NoFlags(runList), &cobra.Command{
		Use:     "list",
		Short:   "name the presets, by the study whose experiments they are",
		Args:    command.NoArgs(),
		Example: "  axiomine configs list\n  axiomine configs show -c wikiqa",
	})
}

func runList(cmd *cobra.Command, _ []string) error {
	widest := 0
	for _, name := range configs.Presets() {
		widest = max(widest, len(name))
	}
	var text strings.Builder
	for i, source := range configs.Sources {
		if i > 0 {
			text.WriteString("\n")
		}
		fmt.Fprintf(&text, "# %s\n", source.Text)
		for _, name := range source.Presets() {
			fmt.Fprintf(&text, "%-*s  %s\n", widest, name, configs.About(name))
		}
	}
	_, err := io.WriteString(cmd.OutOrStdout(), text.String())
	return err
}
