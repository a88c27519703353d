package cli

import (
	"errors"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/cobra"
)

// TestFitHint: by hand. A flag that the command lacks is the key that it sets, where the command reads a configuration; else its
// clause goes.
func TestFitHint(t *testing.T) {
	root, draw, show := tree()
	check, _, err := root.Find([]string{"check"})
	must.Do(t, err)
	for _, c := range []struct {
		cmd           *cobra.Command
		message, want string
	}{
		{show, "no hint", "no hint"},
		{show, "e; hint: use --all", "e; hint: use --all"},
		{check, "e; hint: use --all", "e; hint: see axiomine check --help"},
		{check, "e; hint: use --all; or mend it", "e; hint: or mend it"},
		{check, "e; hint: mend it, or use --hits", "e; hint: mend it"},
		{check, "e; hint: axiomine gen draw --hits 3 does it", "e; hint: axiomine gen draw --hits 3 does it"},
		{check, "e; hint: grep --color finds it", "e; hint: grep --color finds it"},
		{draw, "e; hint: use --hits", "e; hint: use --hits"},
		{draw, "e; hint: use --all", "e; hint: see axiomine gen draw --help"},
		{nil, "e; hint: use --all", "e; hint: use --all"},
	} {
		must.Equal(t, FitHint(c.cmd, c.message), c.want, "%q", c.message)
	}
}

// TestBadFlag: an unknown flag has the one that is spelled most like it, and one of another command's key is told what that decides.
func TestBadFlag(t *testing.T) {
	for line, want := range map[string]string{"show --al": "did you mean --all?", "show --hits 3": "has no effect in axiomine gen show",
		"show --all=maybe": "--all: ", "draw --hits many": "--hits", "show -z": "see axiomine gen show --help"} {
		root, _, _ := tree()
		words := strings.Fields(line)
		cmd, rest, err := root.Find(append([]string{"gen"}, words...))
		must.Do(t, err)
		err = cmd.ParseFlags(rest)
		if err == nil {
			t.Fatalf("%s is taken", line)
		}
		var fault *errs.Error
		if got := BadFlag(cmd, err); !errors.As(got, &fault) || !strings.Contains(got.Error(), want) {
			t.Errorf("%s: %v, want %q", line, got, want)
		}
	}
}
