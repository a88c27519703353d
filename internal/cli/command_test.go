package cli_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/cli/manual"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/cobra"
)

// --threads bounds the whole process, and 0 leaves it the cores that it has.
func TestThreadsAreCores(t *testing.T) {
	before := runtime.GOMAXPROCS(3)
	defer runtime.GOMAXPROCS(before)
	for _, c := range []struct {
		flag string
		want int
	}{{"--threads=0", 3}, {"--threads=2", 2}, {"--threads=1", 1}} {
		var common cli.Common
		cmd := &cobra.Command{}
		common.AddConfig(cmd, "gen")
		must.Do(t, cmd.ParseFlags([]string{c.flag}))
		must.Get(common.Load(cmd, ""))(t)
		must.Equal(t, runtime.GOMAXPROCS(0), c.want, "%s: cores", c.flag)
	}
}

// TestHelpOfWords: help of a word that names no topic says which pages have it, those that say so in their line first. By hand.
func TestHelpOfWords(t *testing.T) {
	topic := func(name, short, text string) manual.Page {
		return manual.Page{Name: name, Short: short, Markdown: func() string { return text }}
	}
	topics := []manual.Page{topic("audit", "faults", "exit code 4, and a skew"), topic("words", "twins and others", "skew. A mean."),
		topic("results", "folders; exit codes", "0 is success")}
	for word, want := range map[string]string{"exit": "the word is in axiomine help audit, axiomine help results",
		"twin": "axiomine help words",
		"SKEW": "the word is in axiomine help audit, axiomine help words", "wrds": "did you mean words?",
		"nosuch": "axiomine help lists the topics"} {
		root := &cobra.Command{Use: "axiomine"}
		help := cli.HelpCommand(topics)
		root.AddCommand(help)
		var err *errs.Error
		if !errors.As(help.RunE(help, []string{word}), &err) || !strings.Contains(err.Hint, want) {
			t.Errorf("help %s: %v, without %q", word, err, want)
		}
	}
}
