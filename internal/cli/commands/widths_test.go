package commands

import (
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/cobra"
)

// written are commands that write for programs, and what.
var written = map[string]string{"configs published": "CSV", "configs schema": "JSON", "configs show": "YAML",
	"completion": "a script", "man": "manual pages", "serve": "JSON lines",
	"tokenize encode": "JSON lines", "train rerank": "a run"}

// TestEveryCommandIsNarrow: the script widths runs every command that writes for people in a terminal of 80 columns.
func TestEveryCommandIsNarrow(t *testing.T) {
	raw := must.Get(os.ReadFile("../../../configs/testdata/scripts/widths.txt"))(t)
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, verb := range cmd.Commands() {
			visit(verb)
		}
		name := strings.TrimPrefix(cmd.CommandPath(), "axiomine ")
		isRun := strings.Contains(string(raw), "narrow axiomine "+name+" ") || strings.Contains(string(raw), "narrow axiomine "+name+"\n")
		if cmd.Runnable() && cmd.HasParent() && isRun == (written[name] != "") {
			t.Errorf("%s: run in the script %t, written for programs: %q", name, isRun, written[name])
		}
	}
	visit(New())
}
