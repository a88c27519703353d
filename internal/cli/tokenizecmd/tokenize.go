// Package tokenizecmd is the noun tokenize of the command line: texts to word pieces, pairs to shards, and a look at both.
package tokenizecmd

import (
	"io"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

// Page draws what Inspect found as one HTML page; command makes it again, and verify checks every byte of the folder.
type Page func(w io.Writer, s *shard.Summary, command, verify string) error

// New returns the noun with its verbs. A page has the looks of a report, which this noun knows nothing of.
func New(page Page) *cobra.Command {
	return cli.Noun("tokenize", "turn texts into word pieces, and pairs into files for trainers",
		newEncode(), newShards(), newVocab(), newFormats(), newInspect(page), newVerify())
}
