package gencmd

import (
	"fmt"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen"
	"github.com/spf13/cobra"
)

func newStored() *cobra.Command {
	return command.New(command.NoFlags(checkStored), &cobra.Command{
		Use:     "check DIR",
		Short:   "read every stored byte of an index, or of all that a run left, and hold it against the checksums",
		Example: "  axiomine gen check OUT/index\n  axiomine gen check OUT",
		Args:    command.Args(1, 1, "a directory"),
	})
}

// checkStored is the verb check.
func checkStored(cmd *cobra.Command, args []string) error {
	v, err := gen.CheckStored(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	for _, line := range v.Damaged {
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), line); err != nil {
			return err
		}
	}
	if n := len(v.Damaged); n > 0 {
		const hint = "run the command that left it again with --resume: what is whole is kept"
		return fault.BadInput("", 0, hint, "%s (damaged files: %d of %d)", v.Damaged[0], n, v.Files)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d files, %d bytes: all as they were written\n", v.Files, v.Bytes)
	return err
}
