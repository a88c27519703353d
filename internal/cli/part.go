package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/spf13/cobra"
)

// describeParts validates the flags --part and --merge of a verb that has them. It returns what they do, as lines of a plan.
func describeParts(cmd *cobra.Command) (string, error) {
	part, folders := "", []string(nil)
	if cmd.Flags().Lookup("part") != nil {
		part = cmd.Flag("part").Value.String()
	}
	if cmd.Flags().Lookup("merge") != nil {
		var err error
		if folders, err = cmd.Flags().GetStringSlice("merge"); err != nil {
			return "", err
		}
	}
	switch {
	case part != "" && len(folders) > 0:
		return "", errs.BadUsage("give one of them", "--part and --merge contradict each other")
	case part != "":
		p, err := mine.ParsePart(part)
		return fmt.Sprintf("part   only %s of this\n", p), err
	case len(folders) == 0:
		return "", nil
	}
	for _, pattern := range folders {
		if matches, err := filepath.Glob(pattern); err != nil || len(matches) == 0 {
			return "", errs.BadUsage("name the folders that --part wrote", "--merge: there is no %s", pattern)
		}
	}
	return fmt.Sprintf("merge  %s\n", strings.Join(folders, ", ")), nil
}
