package tokenizecmd

import (
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/spf13/cobra"
)

type encodeOptions struct {
	vocab string
	cased bool
}

func newEncode() *cobra.Command {
	return cli.New(&encodeOptions{}, &cobra.Command{
		Use:   "encode [FILE]",
		Short: "turn texts into word pieces: JSON lines with text, or a, b, max_length, strategy; the same lines with got",
		Args:  cli.Args(0, 1, "at most one file"),
		Example: "  echo '{\"text\": \"hello world\"}' | axiomine tokenize encode --vocab vocab.txt\n" +
			"  echo '{\"a\": \"a query\", \"b\": \"a passage\", \"strategy\": \"only_second\"}' | " +
			"axiomine tokenize encode --vocab vocab.txt",
	})
}

func (o *encodeOptions) Flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.vocab, "vocab", "", "a vocab.txt (WordPiece), or a tokenizer.json (WordPiece, byte-level BPE, Unigram)")
	cmd.Flags().BoolVar(&o.cased, "cased", false, "keep case and accents")
}

func (o *encodeOptions) Run(cmd *cobra.Command, args []string) error {
	if o.vocab == "" {
		return errs.BadUsage("name it with --vocab", "encode needs a vocabulary")
	}
	t, err := tokenize.Load(o.vocab, caseOptions(o.cased))
	if err != nil {
		return err
	}
	path := "-"
	if len(args) > 0 {
		path = args[0]
	}
	in, name, err := cli.Input(cmd, path)
	if err != nil {
		return err
	}
	defer in.Close()
	return tokenize.EncodeLines(cmd.Context(), t, name, in, cmd.OutOrStdout())
}

// caseOptions returns the tokenizer's options by whether case and accents stay.
func caseOptions(keepCase bool) tokenize.Options {
	if keepCase {
		return tokenize.CasedOptions()
	}
	return tokenize.Defaults()
}
