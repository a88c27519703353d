package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestFlagTerms: a flag as help writes it, with its value and a default that is more than nothing.
func TestFlagTerms(t *testing.T) {
	_, draw, show := tree()
	for _, c := range []struct {
		cmd        *cobra.Command
		flag, want string
		text       string
	}{{draw, "how", "      --how VALUE", "(default fast)"}, {show, "output", "  -o, --output VALUE", "a folder"},
		{show, "all", "      --all", "all of it"}} {
		f := c.cmd.Flags().Lookup(c.flag)
		if got, text := flagTerm(f), flagText(f); got != c.want || !strings.HasSuffix(text, c.text) || strings.HasSuffix(briefText(f), ",") {
			t.Errorf("%s: %q, %q", c.flag, got, text)
		}
	}
	for _, g := range groupsOf(allFlags(show)) {
		if len(g.flags) == 0 || g.heading == ownHeading && g.flags[0].Name != "all" {
			t.Errorf("%+v", g)
		}
	}
	groupFlags(outputHeading, show, "output")
	groups := groupsOf(allFlags(show))
	if len(groups) != 3 || groups[0].heading != ownHeading || groups[1].heading != outputHeading || groups[2].heading != speechHeading {
		t.Errorf("%+v", groups)
	}
}
