package commands

import (
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

func newStored() *cobra.Command {
	var o checking
	cmd := &cobra.Command{
		Use:     "check DIR",
		Short:   "compare every stored byte of an index, or of all that a run left, with its checksum",
		Example: "  axiomine gen check OUT/index\n  axiomine gen check OUT",
		Args:    cli.Args(1, 1, "a directory"),
		RunE:    o.run,
	}
	o.Add(cmd)
	return cmd
}

type checking struct{ cli.Form }

func (o *checking) run(cmd *cobra.Command, args []string) error {
	v, err := gen.CheckStored(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	if err := o.Show(cmd, verification(v)); err != nil {
		return err
	}
	if n := len(v.Damaged); n > 0 {
		const hint = "run the command that left it again: axiomine gen --resume keeps what is whole"
		return errs.BadInput("", 0, hint, "%s (damaged files: %d of %d)", v.Damaged[0], n, v.Files)
	}
	return nil
}

// verification lists the damaged files, or says that there is none.
func verification(v *result.Verification) *table.Results {
	t := &table.Table{Name: "damaged", Columns: table.Left("damaged")}
	for _, line := range v.Damaged {
		t.Add(line)
	}
	r := new(table.Results).Table(t)
	if len(v.Damaged) > 0 {
		return r
	}
	return r.Say("%s, %s: all as they were written", terminal.Plural(v.Files, "file", "files"), terminal.Plural(int(v.Bytes), "byte", "bytes"))
}
