package tokenizecmd

import (
	"encoding/json"
	"fmt"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

// verifyOptions are those of verify.
type verifyOptions struct {
	common command.Common
	asJSON bool
}

func newVerify() *cobra.Command {
	return command.New(&verifyOptions{}, &cobra.Command{
		Use:     "verify DIR",
		Short:   "recompute checksums, counts, columns, mixture and evenness of a data directory",
		Args:    command.Args(1, 1, "a directory with a manifest.json"),
		Example: "  axiomine tokenize verify OUT/shards\n  axiomine tokenize verify --json OUT/shards",
	})
}

func (o *verifyOptions) Flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "one JSON object instead of text")
	o.common.AddSpeech(cmd)
}

// Run holds a data directory against its manifest.
func (o *verifyOptions) Run(cmd *cobra.Command, args []string) error {
	printer, err := o.common.Printer()
	if err != nil {
		return err
	}
	st := printer.Stage("verify", "shards", 0)
	check, err := shard.Verify(cmd.Context(), args[0], st)
	st.Done()
	if check == nil {
		return err
	}
	out := cmd.OutOrStdout()
	if o.asJSON {
		if e := json.NewEncoder(out).Encode(check); e != nil {
			return e
		}
		return err
	}
	for _, d := range check.Differences {
		fmt.Fprintln(out, d)
	}
	for _, u := range check.Uneven {
		printer.Warn("%s", u)
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "%d shards, %d rows, %d bytes: as the manifest says\n", check.Shards, check.Rows, check.Bytes)
	}
	return err
}
