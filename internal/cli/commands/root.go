// Package commands has the commands of the command line.
package commands

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/cli/manual"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// New returns the command line, without the pages of help and without shell completion.
func New() *cobra.Command {
	root := cli.Noun("axiomine", "axiom-augmented training data for neural rankers",
		newDemo(), newAudit(), newGen(), newServe(), newTokenize(), newTrain(), newAxioms(), newConfigs(), cli.Completion())
	root.Example = "  axiomine demo\n  axiomine gen --data rows.csv -o OUT"
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		_, err := fmt.Fprint(cmd.OutOrStdout(), start)
		return err
	}
	root.Version = fmt.Sprintf("%s (commit %s, %s)", configs.Version, configs.Commit(), configs.Versions()["go"])
	root.PersistentPreRunE = cli.CheckFilling
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "_", "-"))
	})
	root.SetFlagErrorFunc(cli.BadFlag)
	root.SetHelpFunc(cli.Help)
	return root
}

// start is the text of axiomine without arguments, for a new user.
const start = `axiomine makes training pairs for neural rankers from retrieval axioms.
  see it all on a small collection:  axiomine demo
  make pairs from rows or a folder:  axiomine gen --data rows.csv -o pairs
  find faults in a training set:     axiomine audit triplets.jsonl -o audit
  see which axioms a run breaks:     axiomine axioms diagnose run.txt --data DIR
All commands: axiomine -h. Words and files explained: axiomine help.
`

// Document adds the command help, which shows the pages of the manual. sources holds the Go files of the module; their comments explain the
// fields of JSON files.
func Document(root *cobra.Command, sources fs.FS) {
	root.SetHelpCommand(cli.HelpCommand(manual.Pages(sources)))
}

// Lists returns values for shell completion, by key or flag, for those whose values are not in the table of keys.
func Lists() map[string][]string {
	all := valueLists()
	for _, name := range []string{"train.measures", "--measure", "--tune"} {
		all[name] = eval.Names()
	}
	return all
}
