package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/cobra"
)

// tree is a program with a noun of two verbs, of which draw reads a configuration, and a verb of its own.
func tree() (root, draw, show *cobra.Command) {
	run := func(*cobra.Command, []string) error { return nil }
	draw = &cobra.Command{Use: "draw FILE", Short: "draw pairs", Long: "Draws pairs.\nOne by one.\n\nThat is all.", Example: "  axiomine gen draw x",
		RunE: run, Args: Args(1, 1, "a file")}
	configs.AddFlags(draw.Flags(), "gen")
	draw.Flags().StringP("config", "c", "", "a file")
	draw.Flags().String("how", "fast", "the way: fast | slow-ly | other")
	draw.Flags().Bool("overwrite", false, "replace what is there")
	show = &cobra.Command{Use: "show", Short: "show a set", Example: "  axiomine gen show\n  axiomine gen show --all", RunE: run,
		Args: NoArgs()}
	show.Flags().Bool("all", false, "all of it")
	show.Flags().StringP("output", "o", "", "a folder")
	root = &cobra.Command{Use: "axiomine", Short: "pairs", Example: "  axiomine gen draw x"}
	root.AddCommand(Noun("gen", "make sets", draw, show), &cobra.Command{Use: "check DIR",
		Short: "check a folder", Example: "  axiomine check out", RunE: run})
	return root, draw, show
}

// TestArgs: a wrong number of arguments is refused with the usage; a noun's stray word is an unknown command.
func TestArgs(t *testing.T) {
	_, draw, show := tree()
	for _, c := range []struct {
		cmd  *cobra.Command
		args []string
		want string
	}{
		{draw, []string{"a"}, ""}, {draw, nil, "axiomine gen draw needs a file, got 0 arguments; hint: usage: axiomine gen draw FILE"},
		{draw, []string{"a", "b"}, "needs a file, got 2 arguments"}, {show, []string{"a"}, "needs no arguments, got 1 argument"},
		{draw.Parent(), []string{"drow"}, `unknown command "drow" for axiomine gen; hint: did you mean draw?`},
	} {
		err := c.cmd.Args(c.cmd, c.args)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s %q: %v, want %q", c.cmd.Name(), c.args, err, c.want)
		}
	}
	if err := Args(1, -1, "files")(show, []string{"a", "b", "c"}); err != nil {
		t.Errorf("any number: %v", err)
	}
}

// TestDataArgument: a file that is there stands for --data, where a command has the flag and it is not given.
func TestDataArgument(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("rows.csv", nil, 0o666))
	for line, want := range map[string]string{"rows.csv": "rows.csv", "none.csv": "", "rows.csv rows.csv": "", "--data x rows.csv": "", "..": ""} {
		cmd := &cobra.Command{Use: "make"}
		data := cmd.Flags().String("data", "", "")
		must.Do(t, cmd.ParseFlags(strings.Fields(line)))
		if err := NoArgs()(cmd, cmd.Flags().Args()); (err == nil) != (want != "") || want != "" && (*data != want || !cmd.Flag("data").Changed) {
			t.Errorf("%s: data is %q, error %v", line, *data, err)
		}
	}
	_, _, show := tree()
	show.Parent().Flags().String("data", "", "")
	must.Fail(t, show.Parent().Args(show.Parent(), []string{".."}), "did you mean --data ..? see")
}

// TestStrayValues: a value behind a space is refused where the flag takes one behind an equals sign alone, unless a file has its name.
func TestStrayValues(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("true", nil, 0o666))
	for line, want := range map[string]string{"--overwrite false": "write --overwrite=false", "--overwrite=false x": "",
		"false": "", "--overwrite true": ""} {
		_, draw, _ := tree()
		must.Do(t, draw.ParseFlags(strings.Fields(line)))
		err := refuseStrayValue(draw, draw.Flags().Args())
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	_, _, show := tree()
	must.Do(t, show.ParseFlags([]string{"--all", "false"}))
	must.Fail(t, refuseStrayValue(show, show.Flags().Args()), "--all=false")
}

// TestInput: a file, or standard input for none.
func TestInput(t *testing.T) {
	cmd := &cobra.Command{}
	cmd.SetIn(strings.NewReader("text"))
	for path, want := range map[string]string{"": "standard input", "-": "standard input", "no such file": ""} {
		f, name, err := Input(cmd, path)
		if want == "" && err == nil || want != "" && (err != nil || name != want || f.Close() != nil) {
			t.Errorf("%q: %s, %v", path, name, err)
		}
	}
}
