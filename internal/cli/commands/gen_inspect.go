package commands

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/cli/effect"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/spf13/cobra"
)

// inspection says how a collection is looked at, without writing anything.
type inspection struct {
	common cli.Common
}

func newGenInspect() *cobra.Command {
	var o inspection
	cmd := &cobra.Command{
		Use:         "inspect",
		Annotations: cli.Matter("json data config format collection topics qrels run columns labels"),
		Short:       "read a collection and say what is in it and what does not fit together",
		Args:        cli.NoArgs(),
		Example:     "  axiomine gen inspect --data DIR\n  axiomine gen inspect --data DIR --format trec --json",
		RunE:        o.run,
	}
	o.common.AddConfig(cmd, inspectionKeys()...)
	o.common.Check = effect.In()
	o.common.Form.Add(cmd)
	o.common.AddSpeech(cmd)
	return cmd
}

func (o *inspection) run(cmd *cobra.Command, _ []string) error {
	l, printer, err := o.common.Begin(cmd, "")
	if err != nil {
		return err
	}
	printer.Steps(progress.Step{Name: "read", Title: "reading the collection"})
	summary, err := collection.Inspect(cmd.Context(), &l.Config.Gen, printer)
	if err != nil {
		return err
	}
	if o.common.Text() {
		return cli.Print(cmd, fmt.Sprint(summary))
	}
	return o.common.Show(cmd, summary.Results())
}
