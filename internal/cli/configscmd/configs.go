// Package configscmd is the noun configs of the command line: presets, effective values, validation, published numbers.
package configscmd

import (
	"context"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/spf13/cobra"
)

// New returns the noun with its verbs. refuse finds what the stages would not take of a configuration; plan says what an experiment
// would do with the collection that it names.
func New(refuse func(*configs.Config) error, plan func(context.Context, *configs.LoadedConfig) ([]string, error)) *cobra.Command {
	return cli.Noun("configs", "show presets, and every setting with where it comes from", newList(), newShow(plan), newCheck(refuse),
		newSchema(), newPublished())
}
