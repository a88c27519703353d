package configscmd

import (
	"context"
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/spf13/cobra"
)

type showOptions struct {
	plan   func(context.Context, *configs.LoadedConfig) ([]string, error)
	common cli.Common
}

func newShow(plan func(context.Context, *configs.LoadedConfig) ([]string, error)) *cobra.Command {
	return cli.New(&showOptions{plan: plan}, &cobra.Command{
		Use:         "show",
		Annotations: cli.Matter("config data format axioms ratio vocab output-format seeds"),
		Short:       "print the effective values and where each comes from, as a configuration file",
		Args:        cli.NoArgs(),
		Example:     "  axiomine configs show -c wikiqa\n  axiomine configs show -c wikiqa --ratio 4:1 > mine.yaml",
	})
}

func (o *showOptions) Flags(cmd *cobra.Command) {
	o.common.AddConfig(cmd, "gen", "tokenize", "train")
	o.common.Form.Add(cmd)
}

func (o *showOptions) Run(cmd *cobra.Command, _ []string) error {
	l, err := o.common.Load(cmd, "")
	if err != nil {
		return err
	}
	if !o.common.Text() {
		return o.common.Show(cmd, table.Single(values(l)))
	}
	if err := l.Write(cmd.OutOrStdout()); err != nil || l.Gen.Data == "" {
		return err
	}
	lines, err := o.plan(cmd.Context(), l)
	if err != nil {
		lines = []string{"no experiment with this collection: " + err.Error()}
	}
	for _, line := range lines {
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "# an experiment (axiomine train): %s\n", line); err != nil {
			return err
		}
	}
	return nil
}

// values returns a row for every key, with where its value comes from.
func values(l *configs.LoadedConfig) *table.Table {
	t := &table.Table{Name: "values", Columns: table.Left("key", "value", "origin")}
	for _, k := range configs.Keys() {
		t.Add(k.Name, fmt.Sprint(k.Get(&l.Config)), string(l.Origins[k.Name]))
	}
	return t
}
