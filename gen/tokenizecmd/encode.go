package tokenizecmd

import (
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/spf13/cobra"
)

// encode turns JSON lines on standard input into the same lines with their word pieces.
func encode() *cobra.Command {
	var flags tokenizerFlags
	cmd := &cobra.Command{Use: "encode [FILE]", Short: "JSON lines with text, or a, b, max_length, strategy; the same lines with got", Args: command.Args(0, 1, "at most one file"),
		Example: "  echo '{\"text\": \"hello world\"}' | axiomine tokenize encode --vocab vocab.txt\n" +
			"  echo '{\"a\": \"a query\", \"b\": \"a passage\", \"max_length\": 64, \"strategy\": \"only_second\"}' | axiomine tokenize encode --vocab vocab.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.vocab == "" {
				return fault.BadUsage("name it with --vocab", "encode needs a vocabulary")
			}
			t, err := tokenize.Load(flags.vocab, flags.options())
			if err != nil {
				return err
			}
			path := "-"
			if len(args) > 0 {
				path = args[0]
			}
			in, name, err := command.Input(cmd, path)
			if err != nil {
				return err
			}
			defer in.Close()
			return tokenize.EncodeLines(cmd.Context(), t, name, in, cmd.OutOrStdout())
		}}
	flags.add(cmd)
	return cmd
}
