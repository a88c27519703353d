package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/cli/manual"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
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
	draw.Annotations = MainFlags("how", "config")
	if text := briefHelp(draw); strings.Count(text, "\n") > briefLines || !strings.Contains(text, "flags: axiomine gen draw --help.") {
		t.Errorf("%s", text)
	}
	if text := fullHelp(draw); !strings.Contains(text, firstHeading+":\n      --how") || strings.Count(text, "--how") != 1 {
		t.Errorf("%s", text)
	}
}

// TestTopicNames: a page is asked for by the name of a file or of a flag too, and the list has a line for each page.
func TestTopicNames(t *testing.T) {
	for word, want := range map[string]string{"account.json": "records", "Ratio": "ratio", "delta-star": "axioms"} {
		must.Equal(t, topicName(word), want, "%s", word)
	}
	text := topicList([]manual.Page{{Name: "a"}, {Name: "b"}})
	if strings.Count(text, "(axiomine help TOPIC)") != 1 || !strings.Contains(text, "\n  a ") || !strings.Contains(text, "\n  b ") {
		t.Errorf("%s", text)
	}
}

// TestLayout: by hand. Text is wrapped between words, behind its term or below a long one.
func TestLayout(t *testing.T) {
	word := strings.Repeat("w", 30)
	if got := manual.Wrap(word+" "+word+" a", 61); len(got) != 2 || got[0] != word+" "+word || got[1] != "a" {
		t.Errorf("%q", got)
	}
	if got := manual.Wrap("a "+strings.Repeat("x", 20)+" b", 10); strings.Join(got, "|") != "a|"+strings.Repeat("x", 20)+"|b" {
		t.Errorf("%q", got)
	}
	indent := strings.Repeat(" ", textColumn)
	must.Equal(t, entry("  a", word+" "+word), "  a"+indent[3:]+word+"\n"+indent+word+"\n")
	must.Equal(t, entry(indent, "text"), indent+"\n"+indent+"text\n")
	for text, want := range map[string]string{"short, text": "short, text", "a part, " + word + word: "a part",
		"a (b, c) d; " + word + word: "a (b, c) d", "one (" + word + word + ")": "one"} {
		must.Equal(t, shorten(text), want, "%q", text)
	}
}

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
