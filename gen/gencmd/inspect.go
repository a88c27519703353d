package gencmd

import (
	"encoding/json"
	"fmt"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/spf13/cobra"
)

// inspect looks at a collection without writing anything.
func inspect() *cobra.Command {
	var common command.Common
	var asJSON bool
	cmd := &cobra.Command{Use: "inspect", Short: "read a collection and say what is in it and what does not fit together", Args: command.NoArgs(),
		Example: "  axiomine gen inspect --data DIR\n  axiomine gen inspect --data DIR --format trec --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			loaded, err := common.Load(cmd, "")
			if err != nil {
				return err
			}
			printer, err := common.Printer()
			if err != nil {
				return err
			}
			summary, err := collection.Inspect(cmd.Context(), &loaded.Config.Gen, printer)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(summary)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), summary)
			return err
		}}
	common.AddConfig(cmd, "gen")
	common.AddSpeech(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object instead of text")
	return cmd
}
