package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// tree is a program with a noun of two verbs, of which draw reads a configuration, and a verb of its own.
func tree() (root, draw, show *cobra.Command) {
	run := func(*cobra.Command, []string) error { return nil }
	draw = &cobra.Command{Use: "draw FILE", Short: "draw pairs", Long: "Draws pairs.\n  key   what a key is", Example: "  axiomine gen draw x",
		RunE: run, Args: Args(1, 1, "a file")}
	configs.AddFlags(draw.Flags(), "gen")
	draw.Flags().StringP("config", "c", "", "a file")
	draw.Flags().String("how", "fast", "the way: fast | slow-ly | other")
	draw.Flags().Var(new(overwriting), "overwrite", "replace what is there")
	draw.Flags().Lookup("overwrite").NoOptDefVal = overwriteBeside
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

// TestStrayValues: a value behind a space is refused where the flag takes one behind an equals sign alone, unless a file has its name.
func TestStrayValues(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("true", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{"--overwrite in-place": "write --overwrite=in-place", "--overwrite=in-place x": "",
		"--overwrite beside": "write --overwrite=beside", "in-place": "", "--overwrite true": ""} {
		_, draw, _ := tree()
		if err := draw.ParseFlags(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
		err := refuseStrayValue(draw, draw.Flags().Args())
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	_, _, show := tree()
	if err := show.ParseFlags([]string{"--all", "false"}); err != nil {
		t.Fatal(err)
	}
	if err := refuseStrayValue(show, show.Flags().Args()); err == nil || !strings.Contains(err.Error(), "--all=false") {
		t.Errorf("%v", err)
	}
}

// TestOverwriting: each value of the flag, with the former ones, comes back as text.
func TestOverwriting(t *testing.T) {
	for text, want := range map[string]result.Mode{"beside": result.Overwrite, "true": result.Overwrite, "in-place": result.InPlace,
		"false": result.Fresh} {
		var o overwriting
		if err := o.Set(text); err != nil || o.mode != want || o.Type() != "HOW" ||
			o.String() != map[result.Mode]string{result.Overwrite: "beside", result.InPlace: "in-place"}[want] {
			t.Errorf("%s: %v, %q, %v", text, o.mode, o.String(), err)
		}
	}
	if err := new(overwriting).Set("inplace"); err == nil || !strings.Contains(err.Error(), "did you mean in-place?") {
		t.Errorf("%v", err)
	}
}

// TestRoomFor: a full disk is told the way on where a result is built beside an old one, and other errors are as they were.
func TestRoomFor(t *testing.T) {
	dir := t.TempDir()
	for _, mode := range []result.Mode{result.Fresh, result.Overwrite} {
		out, err := result.Claim(dir, mode)
		if err != nil {
			t.Fatal(err)
		}
		full := fmt.Errorf("write: %w", syscall.ENOSPC)
		got, isBeside := roomFor(full, out), out.State().IsBeside
		if (got == full) == isBeside || !errors.Is(got, syscall.ENOSPC) || isBeside != strings.Contains(got.Error(), "--resume in place of") {
			t.Errorf("mode %v, beside %v: %v", mode, isBeside, got)
		}
		if other := errors.New("other"); roomFor(other, out) != other {
			t.Errorf("mode %v: another error is changed", mode)
		}
		if _, err := out.WriteJSON("x.json", 1); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(out.Finish("stage", "key", nil), out.Settle(), out.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestForm: a result has one form; asking twice for the same one, or for none, is no error.
func TestForm(t *testing.T) {
	for line, want := range map[string]string{"": "", "--json": "json", "--csv": "csv", "--json --json": "json", "--csv=false": "",
		"--json --csv": "error", "--json=maybe": "error", "--json --csv=false": "json"} {
		var f Form
		cmd := &cobra.Command{Use: "x"}
		f.Add(cmd)
		got := "error"
		if err := cmd.ParseFlags(strings.Fields(line)); err == nil {
			got = f.Name()
		}
		if got != want || got != "error" && f.Text() != (want == "") {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestShow: a result as text, JSON and CSV, and a plan's lines as rows of them.
func TestShow(t *testing.T) {
	for name, want := range map[string][2]string{"": {"n", "one\ntwo\n"}, "csv": {"n\n7\n", "plan\none\ntwo\n"}, "json": {`"n"`, `"one"`}} {
		var out bytes.Buffer
		cmd := &cobra.Command{Use: "x"}
		cmd.SetOut(&out)
		one := &table.Table{Name: "numbers", Columns: table.Right("n")}
		one.Add("7")
		v := &Showing{Find: func(*cobra.Command, []string) (*table.Results, error) { return table.Single(one), nil }, HasDetails: true}
		v.Flags(cmd)
		v.name = name
		if err := v.Run(cmd, nil); err != nil || !strings.Contains(out.String(), want[0]) || !strings.Contains(out.String(), "7") {
			t.Errorf("%s: %q, %v", name, &out, err)
		}
		out.Reset()
		if err := v.ShowPlan(cmd, "one\ntwo\n"); err != nil || !strings.Contains(out.String(), want[1]) {
			t.Errorf("the plan as %s: %q, %v", name, &out, err)
		}
		fault := errors.New("fault")
		v.Find = func(*cobra.Command, []string) (*table.Results, error) { return nil, fault }
		if err := v.Run(cmd, nil); err != fault {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCompletions: by hand. The values of a flag are its key's, those of its help, or those that a command lists; of a list with commas the
// last one is completed.
func TestCompletions(t *testing.T) {
	_, draw, _ := tree()
	lists := map[string][]string{"gen.order": {"mixed", "extra"}, "--how": {"listed"}}
	for flag, want := range map[string]string{"how": "listed fast slow-ly other", "order": "extra"} {
		got := strings.Join(valuesOf(draw.Flags().Lookup(flag), lists), " ")
		if !strings.HasSuffix(got, want) || strings.Count(got, "mixed") > 1 {
			t.Errorf("%s: %s, want %s", flag, got, want)
		}
	}
	if !slices.Contains(valuesOf(draw.Flags().Lookup("config"), nil), "demo") {
		t.Error("no preset completes -c")
	}
	for word, want := range map[string]string{"": "tfc1 tfc2 lnc1", "tf": "tfc1 tfc2", "lnc1,tf": "lnc1,tfc1 lnc1,tfc2",
		"lnc1, l": "lnc1,lnc1",
		"x":       ""} {
		if got, _ := completions([]string{"tfc1", "tfc2", "lnc1"}, word); strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %s", word, got, want)
		}
	}
	for usage, want := range map[string]int{"a | b": 2, "the way: a | b-c | d": 3, "the way": 0, "a | b, or none": 0} {
		if got := listValues(usage); len(got) != want {
			t.Errorf("%q: %q", usage, got)
		}
	}
	names, _ := completeSetting(draw, nil, "gen.hi")
	if len(names) > 0 && !strings.HasSuffix(names[0], "=") {
		t.Errorf("%q", names)
	}
	root := draw.Root()
	Complete(root, lists)
}

// TestFlagTerms: a flag as help writes it, with its value and a default that is more than nothing.
func TestFlagTerms(t *testing.T) {
	_, draw, show := tree()
	for _, c := range []struct {
		cmd        *cobra.Command
		flag, want string
		text       string
	}{{draw, "how", "      --how VALUE", "(default fast)"}, {show, "output", "  -o, --output VALUE", "a folder"},
		{show, "all", "      --all", "all of it"}, {draw, "overwrite", "      --overwrite[=HOW]", "replace what is there"}} {
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
		{draw, false, []string{"Draws pairs.\n  key   what a key is", "\nUsage:\n  axiomine gen draw FILE", "--how VALUE"}},
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

// TestLayout: by hand. Text is wrapped between words, behind its term or below a long one, and a command before a flag or behind a pipe.
func TestLayout(t *testing.T) {
	word := strings.Repeat("w", 30)
	if got := wrap(word+" "+word+" a", 61); len(got) != 2 || got[0] != word+" "+word || got[1] != "a" {
		t.Errorf("%q", got)
	}
	if got := wrap("a "+strings.Repeat("x", 20)+" b", 10); strings.Join(got, "|") != "a|"+strings.Repeat("x", 20)+"|b" {
		t.Errorf("%q", got)
	}
	indent := strings.Repeat(" ", textColumn)
	if got, want := entry("  a", word+" "+word), "  a"+indent[3:]+word+"\n"+indent+word+"\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := entry(indent, "text"), indent+"\n"+indent+"text\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for text, want := range map[string]string{"short, text": "short, text", "a part, " + word + word: "a part",
		"a (b, c) d; " + word + word: "a (b, c) d", "one (" + word + word + ")": "one"} {
		if got := shorten(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for line, want := range map[string]string{"  axiomine gen": "  axiomine gen",
		"  axiomine gen --data " + word + " --output " + word + " -x y": "  axiomine gen --data " + word + " \\\n      --output " + word +
			" -x y",
		"  a " + word + " | b " + word + " c " + word:     "  a " + word + " |\n      b " + word + " c " + word,
		"  a 'b " + word + " c' " + word + " --d " + word: "  a 'b " + word + " c' " + word + " \\\n      --d " + word} {
		if got := fold(line); got != want {
			t.Errorf("%q\n%q, want\n%q", line, got, want)
		}
	}
	long := strings.Repeat("word ", 20)
	if got := paragraphs("  term   " + long); !strings.Contains(got, "\n         word") || strings.Count(got, "\n") != 1 {
		t.Errorf("%q", got)
	}
}

// TestFitHint: by hand. A flag that the command lacks is the key that it sets, where the command reads a configuration; else its
// clause goes.
func TestFitHint(t *testing.T) {
	root, draw, show := tree()
	check, _, err := root.Find([]string{"check"})
	if err != nil {
		t.Fatal(err)
	}
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
		if got := FitHint(c.cmd, c.message); got != c.want {
			t.Errorf("%q: %q, want %q", c.message, got, c.want)
		}
	}
}

// TestBadFlag: an unknown flag has the one that is spelled most like it, and one of another command's key is told what that decides.
func TestBadFlag(t *testing.T) {
	for line, want := range map[string]string{"show --al": "did you mean --all?", "show --hits 3": "has no effect in axiomine gen show",
		"show --all=maybe": "--all: ", "draw --hits many": "--hits", "show -z": "see axiomine gen show --help"} {
		root, _, _ := tree()
		words := strings.Fields(line)
		cmd, rest, err := root.Find(append([]string{"gen"}, words...))
		if err != nil {
			t.Fatal(err)
		}
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

// TestAgainWords: by hand. Another command has the keys that were given, as far as it takes them, and what it gets besides.
func TestAgainWords(t *testing.T) {
	_, draw, _ := tree()
	if err := draw.ParseFlags([]string{"--hits", "7", "--how", "slow-ly", "-c", "own.yaml", "--data", "d"}); err != nil {
		t.Fatal(err)
	}
	for want, more := range map[string][]string{"gen draw --hits 7 --config own.yaml --data d": nil,
		"gen draw --config own.yaml --data d --hits 9 --resume": {"--hits=9", "--resume"}} {
		if got := strings.Join(AgainWords(draw, []string{"gen", "draw"}, more...), " "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := strings.Join(AgainWords(draw, []string{"gen", "show"}), " "); got != "gen show" {
		t.Errorf("%s: show takes none of them", got)
	}
	if got := strings.Join(GivenFlags(draw, "how"), " "); !strings.Contains(got, "--hits 7") || strings.Contains(got, "--how") {
		t.Errorf("%s", got)
	}
	if got, want := PageCommand(draw, "gen", "a b"), "axiomine gen 'a b'"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestManPages: a page for each command and topic, the same bytes each time, without what roff takes for a request.
func TestManPages(t *testing.T) {
	root, _, _ := tree()
	man := Man([]Topic{{Name: "words", Short: "words", Text: func(int) string { return ".a line\nanother\\one\n" }}})
	root.AddCommand(man)
	dir := filepath.Join(t.TempDir(), "man")
	var out bytes.Buffer
	man.SetOut(&out)
	if err := man.RunE(man, []string{dir}); err != nil || !strings.HasPrefix(out.String(), "6 manual pages in ") {
		t.Fatalf("%v, %s", err, &out)
	}
	for name, want := range map[string]string{"axiomine-words.7": ".nf\n\\&.a line\nanother\\eone\n.fi",
		"axiomine-gen-draw.1": ".B \\-\\-how VALUE",
		"axiomine-gen.1":      ".SH COMMANDS\n.TP\n.B draw\ndraw pairs", "axiomine-check.1": ".SH SYNOPSIS\naxiomine check DIR"} {
		if raw, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(raw), want) {
			t.Errorf("%s: %v, no %q in\n%s", name, err, want, raw)
		}
	}
}

// TestInputsBelowTheOutput: what is read at or below the folder that is written is refused, with its flag.
func TestInputsBelowTheOutput(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "out", "x.txt")
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "out"), 0o777), os.WriteFile(inside, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{{[]string{inside}, "the argument"}, {[]string{"--how", inside}, "--how is read from"}, {[]string{"-c", inside}, "--config"},
		{[]string{filepath.Join(dir, "none")}, ""}, {[]string{dir}, ""}, {[]string{"-"}, ""},
		{[]string{filepath.Join(dir, "out")}, "the argument"}} {
		_, draw, _ := tree()
		if err := draw.ParseFlags(c.args); err != nil {
			t.Fatal(err)
		}
		common := Common{config: draw.Flag("config").Value.String()}
		err := common.refuseInputs(draw, nil, filepath.Join(dir, "out"))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %q", c.args, err, c.want)
		}
	}
}

// TestTopicNames: a page is asked for by the name of a file or of a flag too, and the list has each page below its heading once.
func TestTopicNames(t *testing.T) {
	for word, want := range map[string]string{"ledger.json": "ledger", "Ratio": "ratio", "delta-star": "delta_star"} {
		if got := topicName(word); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
	text := topicList([]Topic{{Name: "a", Heading: "One"}, {Name: "b", Heading: "One"}, {Name: "c", Heading: "Two"}})
	if strings.Count(text, "(axiomine help TOPIC)") != 2 || strings.Index(text, "  b ") > strings.Index(text, "Two") {
		t.Errorf("%s", text)
	}
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
