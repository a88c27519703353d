package configscmd

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/spf13/cobra"
)

type listOptions struct{ cli.Form }

func newList() *cobra.Command {
	return cli.New(&listOptions{}, &cobra.Command{
		Use:     "list",
		Short:   "name the presets, by the study whose experiments they are",
		Args:    cli.NoArgs(),
		Example: "  axiomine configs list\n  axiomine configs show -c wikiqa",
	})
}

func (o *listOptions) Flags(cmd *cobra.Command) { o.Add(cmd) }

func (o *listOptions) Run(cmd *cobra.Command, _ []string) error {
	if !o.Text() {
		return o.Show(cmd, table.Single(presets()))
	}
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
	return cli.Print(cmd, text.String())
}

// presets returns a row for every preset, with the study that it is of.
func presets() *table.Table {
	t := &table.Table{Name: "presets", Columns: table.Left("preset", "about", "source")}
	for _, source := range configs.Sources {
		for _, name := range source.Presets() {
			t.Add(name, configs.About(name), source.Text)
		}
	}
	return t
}
