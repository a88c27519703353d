package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/table"
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

// TestForm: a result has one form; asking twice for the same one, or for none, is no error.
func TestForm(t *testing.T) {
	for line, want := range map[string]string{"": "", "--json": "json", "--csv": "csv", "--json --json": "json", "--csv=false": "",
		"--json --csv": "error", "--json=maybe": "error", "--json --csv=false": "json"} {
		var f Form
		cmd := &cobra.Command{Use: "x"}
		f.Add(cmd)
		got := "error"
		if err := cmd.ParseFlags(strings.Fields(line)); err == nil {
			got = f.FormName()
		}
		if got != want || got != "error" && f.IsText() != (want == "") {
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
		fault := error(nil)
		Showing(cmd, true, func(*cobra.Command, []string) (*table.Results, error) { return table.Single(one), fault })
		if name != "" {
			cmd.Flags().Set(name, "true")
		}
		if err := cmd.RunE(cmd, nil); err != nil || !strings.Contains(out.String(), want[0]) || !strings.Contains(out.String(), "7") {
			t.Errorf("%s: %q, %v", name, &out, err)
		}
		out.Reset()
		if err := (&Form{name: name}).ShowPlan(cmd, "one\ntwo\n"); err != nil || !strings.Contains(out.String(), want[1]) {
			t.Errorf("the plan as %s: %q, %v", name, &out, err)
		}
		fault = errors.New("fault")
		must.Equal(t, cmd.RunE(cmd, nil), fault, "%s", name)
	}
}

// TestCompletions: by hand. The values of a flag are its key's, those of its help, or those that a command lists; of a list with commas the
// last one is completed.
func TestCompletions(t *testing.T) {
	_, draw, _ := tree()
	lists := map[string][]string{"gen.on_shortage": {"accept", "extra"}, "--how": {"listed"}}
	for flag, want := range map[string]string{"how": "listed fast slow-ly other", "on-shortage": "skip extra"} {
		got := strings.Join(valuesOf(draw.Flags().Lookup(flag), lists), " ")
		if !strings.HasSuffix(got, want) || strings.Count(got, "accept") > 1 {
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
	names, _ := completeSetting(lists)(draw, nil, "gen.hi")
	if len(names) > 0 && !strings.HasSuffix(names[0], "=") {
		t.Errorf("%q", names)
	}
	root := draw.Root()
	Complete(root, lists)
}

// A line keeps whole paths, says as flags what the environment sets, leaves out what decides nothing, and fills a folder of its own.
func TestLine(t *testing.T) {
	cmd := &cobra.Command{Use: "gen"}
	configs.AddFlags(cmd.Flags(), "gen", "train")
	var own string
	cmd.Flags().StringVar(&own, "figure", "", "")
	cmd.Flags().StringArray("measure", nil, "")
	cmd.Flags().Bool("every-pair", false, "")
	cmd.Flags().StringP("output", "o", "", "")
	cmd.Flags().StringP("config", "c", "", "")
	t.Setenv("AXIOMINE_GEN_HITS", "7")
	t.Setenv("AXIOMINE_GEN_DATA", "elsewhere") // a flag is given, which holds
	t.Setenv("AXIOMINE_GEN_THREADS", "2")
	given := []string{"--axioms", "tfc1, m-tdc/klose, run(/runs/dense.txt)", "--data", "/home/me/wikiqa", "-o", "out", "-c", "demo",
		"--set", "stemmer=table:/lists/krovetz.txt", "--figure", "/tmp/a page.html", "--threads", "3",
		"--measure", "map", "--measure", "P@5", "--every-pair", "--set=strict=true"}
	must.Do(t, cmd.ParseFlags(append(given, "/runs/bm25.txt")))
	want := `gen --data /home/me/wikiqa --hits 7 ` +
		`--axioms 'tfc1, m-tdc/klose, run(/runs/dense.txt)' ` +
		`--figure '/tmp/a page.html' --measure map --measure P@5 --every-pair=true --config demo ` +
		`--set strict=true --set stemmer=table:/lists/krovetz.txt -o again /runs/bm25.txt`
	if got := Line(cmd); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A key that is on stands behind an equals sign, as the flag takes it.
func TestLineForAKeyThatIsOn(t *testing.T) {
	l := must.Get(configs.Load("", nil))(t)
	c := l.Config
	c.Gen.Strict, c.Gen.Hits = true, 7
	line, err := LineFor("axiomine gen", "", &c, BaseNames, "gen")
	if want := "axiomine gen --set strict=true --hits 7"; line != want || err != nil {
		t.Errorf("%s, %v, want %s", line, err, want)
	}
}

// A configuration file is written before the command that reads it, whatever it holds.
func TestLineWithAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "own.yaml")
	must.Do(t, os.WriteFile(file, []byte("extends: demo # no EOF\ngen: {hits: 5}"), 0o600))
	cmd := &cobra.Command{Use: "train"}
	cmd.Flags().StringP("config", "c", "", "")
	must.Do(t, cmd.ParseFlags([]string{"-c", file}))
	want := "cat > again.yaml <<'EOFF'\nextends: demo # no EOF\ngen: {hits: 5}\nEOFF\ntrain --config again.yaml"
	if got := Line(cmd); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
