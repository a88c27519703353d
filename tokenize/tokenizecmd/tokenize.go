// Package tokenizecmd is the noun tokenize of the command line: texts to word pieces, pairs to shards, and a look at both.
package tokenizecmd

import (
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/spf13/cobra"
)

// New gives the noun with its verbs.
func New() *cobra.Command {
	return command.Noun("tokenize", "texts to word pieces, pairs to shards", encode(), shards(), vocab(), formats(), inspect(), verify())
}

// tokenizerFlags choose a vocabulary and how it is used.
type tokenizerFlags struct {
	vocab string
	cased bool
}

func (f *tokenizerFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.vocab, "vocab", "", "WordPiece vocabulary: a vocab.txt, or a tokenizer.json of BERT's kind")
	cmd.Flags().BoolVar(&f.cased, "cased", false, "keep case and accents")
}

func (f *tokenizerFlags) options() tokenize.Options {
	if f.cased {
		return tokenize.Cased()
	}
	return tokenize.Defaults()
}
