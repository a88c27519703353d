// Package commands puts the command line together from the commands of all nouns.
package commands

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/cli/auditcmd"
	"github.com/axiomine/axiomine/internal/cli/axiomscmd"
	"github.com/axiomine/axiomine/internal/cli/configscmd"
	"github.com/axiomine/axiomine/internal/cli/gencmd"
	"github.com/axiomine/axiomine/internal/cli/shardpage"
	"github.com/axiomine/axiomine/internal/cli/tokenizecmd"
	"github.com/axiomine/axiomine/internal/cli/traincmd"
	"github.com/axiomine/axiomine/internal/manual"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// New returns the command line, without what shells complete.
func New() *cobra.Command {
	root := cli.Noun("axiomine", "axiom-augmented training data for neural rankers",
		traincmd.Demo(), auditcmd.New(), gencmd.New(eval.MeanOf), gencmd.Serve(), tokenizecmd.New(shardpage.Write), traincmd.New(),
		axiomscmd.New(), configscmd.New(gencmd.Check, train.Plan), cli.Completion(), cli.Man(topics()))
	root.Example = "  axiomine demo\n  axiomine gen --data rows.csv -o OUT"
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		_, err := fmt.Fprint(cmd.OutOrStdout(), start)
		return err
	}
	root.Version = fmt.Sprintf("%s (commit %s, %s)", configs.Version, configs.Commit(), configs.Versions()["go"])
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "_", "-"))
	})
	root.SetFlagErrorFunc(cli.BadFlag)
	root.SetHelpFunc(cli.Help)
	root.SetHelpCommand(cli.HelpCommand(topics()))
	return root
}

// start is what axiomine prints without arguments: where a newcomer begins.
const start = `axiomine makes training pairs for neural rankers from retrieval axioms.
  see it all on a small collection:  axiomine demo
  make pairs from rows or a folder:  axiomine gen --data rows.csv -o pairs
  find faults in a training set:     axiomine audit triplets.jsonl -o audit
  see which axioms a run breaks:     axiomine axioms diagnose run.txt --data DIR
All commands: axiomine -h. Words and files explained: axiomine help.
`

// topics returns the pages of the manual as help shows them.
func topics() (list []cli.Topic) {
	for _, p := range manual.Pages() {
		heading := "Guides"
		if p.Reference {
			heading = "Reference"
		}
		list = append(list, cli.Topic{Name: p.Name, Short: p.Short, Heading: heading, Text: p.Text})
	}
	return list
}

// Lists returns the values that a shell completes where the table of keys does not hold them, by key or flag.
func Lists() map[string][]string {
	all := gencmd.Lists()
	for _, name := range []string{"train.measures", "--measure", "--tune"} {
		all[name] = eval.Names()
	}
	return all
}
