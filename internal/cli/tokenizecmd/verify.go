package tokenizecmd

import (
	"errors"
	"fmt"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

type verifyOptions struct {
	common cli.Common
}

func newVerify() *cobra.Command {
	return cli.New(&verifyOptions{}, &cobra.Command{
		Use:     "verify DIR",
		Short:   "recompute checksums, counts, columns, mixture and evenness of a data directory",
		Args:    cli.Args(1, 1, "a directory with a manifest.json"),
		Example: "  axiomine tokenize verify OUT/shards\n  axiomine tokenize verify --json OUT/shards",
	})
}

func (o *verifyOptions) Flags(cmd *cobra.Command) {
	o.common.Form.Add(cmd)
	o.common.AddSpeech(cmd)
}

// Run checks a data directory against its manifest.
func (o *verifyOptions) Run(cmd *cobra.Command, args []string) error {
	printer, err := o.common.Printer()
	if err != nil {
		return err
	}
	printer.Steps(progress.Step{Name: "verify", Title: "reading shards"})
	st := printer.Stage("verify", "shards", 0)
	check, err := shard.Verify(cmd.Context(), args[0], st)
	st.Done()
	if check == nil {
		return err
	}
	for _, u := range check.Uneven {
		printer.Warn("%s", u)
	}
	results := table.Single(differences(check))
	if results.Object = check; !o.common.Text() {
		return errors.Join(err, o.common.Show(cmd, results))
	}
	out := cmd.OutOrStdout()
	for _, d := range check.Differences {
		fmt.Fprintln(out, d)
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "%s, %s, %s: as the manifest says\n", terminal.Plural(check.Shards, "shard", "shards"),
			terminal.Plural(check.Rows, "row", "rows"), terminal.Plural(int(check.Bytes), "byte", "bytes"))
	}
	return err
}

// differences lists what is not as the manifest says.
func differences(check *shard.Check) *table.Table {
	t := &table.Table{Name: "differences", Columns: table.Left("difference")}
	for _, d := range check.Differences {
		t.Add(d)
	}
	return t
}
