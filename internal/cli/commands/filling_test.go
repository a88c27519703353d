package commands

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/cobra"
)

// TestFillingNeedsAFolder: how an output directory is filled means nothing where none is named, whatever the command.
func TestFillingNeedsAFolder(t *testing.T) {
	root, tried := New(), 0
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, name := range []string{"resume", "overwrite"} {
			f := cmd.Flags().Lookup(name)
			if f == nil || cli.Writes(cmd) { // into a directory of its own
				continue
			}
			tried++
			must.Do(t, cmd.Flags().Set(name, f.NoOptDefVal))
			if err := root.PersistentPreRunE(cmd, nil); err == nil || !strings.Contains(err.Error(), "no output directory is named") {
				t.Errorf("%s --%s without -o: %v", cmd.CommandPath(), name, err)
			}
			f.Changed = false
		}
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(root)
	if tried < 25 {
		t.Errorf("%d flags were tried, fewer than there are", tried)
	}
}
