package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelpOfCommands: -h fits in its lines and names where there is more; --help has the long text and all flags, those that matter first.
func TestHelpOfCommands(t *testing.T) {
	root, draw, show := tree()
	for _, c := range []struct {
		cmd   *cobra.Command
		brief bool
		want  []string
	}{
		{show, true, []string{"show a set\n\nExamples:\n  axiomine gen show\n  axiomine gen show --all\n\nUsage: axiomine gen show [flags]\n",
			"--all", "Words explained: axiomine help.\n"}},
		{draw, false, []string{"Draws pairs. One by one.\n\nThat is all.\n", "\nUsage:\n  axiomine gen draw FILE", "--how VALUE"}},
		{draw.Parent(), true, []string{"Usage: axiomine gen COMMAND\n", "Commands:\n  draw", "show a set"}},
		{root, true, []string{"Commands:\n", "check", "check a folder"}},
	} {
		var out bytes.Buffer
		c.cmd.SetOut(&out)
		args := []string{"--help"}
		if c.brief {
			args = []string{"-h"}
		}
		Help(c.cmd, args)
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s %s: no %q in\n%s", c.cmd.Name(), args[0], want, &out)
			}
		}
	}
	draw.Annotations = Matter("how", "config")
	if text := briefHelp(draw); strings.Count(text, "\n") > briefLines || !strings.Contains(text, "flags: axiomine gen draw --help.") {
		t.Errorf("%s", text)
	}
	if text := fullHelp(draw); !strings.Contains(text, firstHeading+":\n      --how") || strings.Count(text, "--how") != 1 {
		t.Errorf("%s", text)
	}
}
