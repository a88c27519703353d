package axiomscmd

import (
	"fmt"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/conformance"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/spf13/cobra"
)

func newCheck() *cobra.Command {
	return cli.New(cli.NoFlags(runCheck), &cobra.Command{
		Use:   "check",
		Short: "answer golden cases: JSON lines on stdin, the same lines with `got` on stdout",
		Args:  cli.NoArgs(),
		Example: "  axiomine axioms check < pairs.jsonl > answered.jsonl\n" +
			`  echo '{"id":"b1","lengths":[9,10],"params":{"delta_star":0.1},"holds":true}' | axiomine axioms check`,
		Long: "Each line is a case; its fields say of which kind. With what is expected left out a line is answered all the same.\n\n" +
			conformance.Kinds + "\n\nThe exit code is 4 when an answer differs from what a line expects.",
	})
}

// runCheck answers the cases and prints how many answers differ.
func runCheck(cmd *cobra.Command, _ []string) error {
	s, err := conformance.Answer("standard input", cmd.InOrStdin(), cmd.OutOrStdout())
	for _, d := range s.Differences {
		fmt.Fprintln(cmd.ErrOrStderr(), d)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d cases, %d answers compared, %d differ\n", s.Cases, s.Compared, s.Differ)
	if err == nil && s.Differ > 0 {
		err = errs.Short("compare got with expect", "%d of %d answers differ", s.Differ, s.Compared)
	}
	return err
}
