package commands

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/cobra"
)

// execute runs a command line and returns its error, of a defect too.
func execute(t *testing.T, words ...string) (err error) {
	t.Helper()
	defer errs.Rescue(&err)
	root := New()
	root.SetIn(strings.NewReader(""))
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	root.SetArgs(words)
	return root.ExecuteContext(t.Context())
}

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
			must.Fail(t, root.PersistentPreRunE(cmd, nil), "no output directory is named", "%s --%s", cmd.CommandPath(), name)
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

// TestPartsOfPlans: each command with --part or --merge refuses values without a meaning under --dry-run too.
func TestPartsOfPlans(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("sweep.yaml", []byte("sweep:\n  over:\n    gen.seed: [1, 2]\n"), 0o666))
	data := chaintest.Write(t, chaintest.Files)
	checked := 0
	for _, cmd := range runnable(New()) {
		for _, c := range []struct {
			flag  string
			given []string
			want  string
		}{
			{"part", []string{"--part=bogus"}, `"bogus" is no part`}, {"part", []string{"--part=3/2"}, `"3/2" is no part`},
			{"merge", []string{"--merge=nosuch*"}, "there is no nosuch*"},
			{"merge", []string{"--merge=.", "--part=1/2"}, "--part and --merge contradict each other"},
		} {
			has := cmd.Flags().Lookup(c.flag) != nil && (len(c.given) == 1 || cmd.Flags().Lookup("part") != nil)
			if !has {
				continue
			}
			checked++
			args := append(strings.Fields(cmd.CommandPath())[1:], "--data", data, "--dry-run", "-o", "out")
			if cmd.Name() == "sweep" {
				args = append(args, "-c", "sweep.yaml")
			}
			root := New()
			root.SetArgs(append(args, c.given...))
			must.Fail(t, root.Execute(), c.want, "%s %s", cmd.CommandPath(), c.given)
		}
	}
	if checked != 9 { // by hand: --part of mine, retrieve and gen sweep; --merge of sample and gen sweep
		t.Errorf("%d values were tried", checked)
	}
}

// TestFilesAreNamedOnce: each command that takes several files or folders refuses one that is named twice, whatever its spelling.
func TestFilesAreNamedOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, target := range map[string]string{"other": "", "input": "", "link": "input"} {
		var err error
		if target == "" {
			err = os.Mkdir(name, 0o777)
		} else {
			err = os.Symlink(target, name)
		}
		must.Do(t, err)
	}
	checked := 0
	for _, cmd := range runnable(New()) {
		files := []string{"other", "third", "input"}
		if cmd.Args != nil && cmd.Args(cmd, files) != nil {
			files = files[1:]
		}
		if cmd.HasSubCommands() || cmd.Args != nil && cmd.Args(cmd, files) != nil {
			continue
		}
		checked++
		for _, again := range []string{"input", "./input", "input/", "other/../input", "link", "link/"} {
			twice := append([]string{again}, files[1:]...)
			if cmd.Args == nil {
				t.Errorf("%s takes any arguments", cmd.CommandPath())
			} else if err := cmd.Args(cmd, twice); err == nil || !strings.Contains(err.Error(), "name it once") {
				t.Errorf("%s %s: %v", cmd.CommandPath(), strings.Join(twice, " "), err)
			}
		}
	}
	if checked < 5 { // mix, eval, diagnose, check, audit
		t.Errorf("%d commands take several files: the test looks in the wrong place", checked)
	}
}

// TestBudgets: a query of too many distinct terms is refused with its file, its line and its name, in every form of topics; repeated words
// are one term. So is a query with too many candidates, with the line of the run.
func TestBudgets(t *testing.T) {
	dir := t.TempDir()
	most := make([]string, safefile.QueryTerms)
	for i := range most {
		most[i] = fmt.Sprintf("word%d", i)
	}
	long := strings.Join(most, " ") + " kite"
	var run, documents strings.Builder
	for i := range safefile.Candidates + 1 {
		fmt.Fprintf(&documents, "d%d\tA blue kite over the lake, and %d more.\n", i, i)
		fmt.Fprintf(&run, "q1 Q0 d%d %d %d x\n", i, i+1, 6000-i)
	}
	keystest.Write(t, dir, map[string]string{
		"lake/collection.tsv": documents.String(), "lake/qrels.txt": "q1 0 d2 1\n", "run.txt": run.String(),
		"lake/queries.tsv": "q1\tkite lake kite lake\n",
		"most.tsv":         "q1\tkite lake\nq2\t" + strings.Repeat(strings.Join(most, " ")+" ", 2) + "\n",
		"topics.tsv":       "q1\tkite lake\nq2\t" + long + "\n",
		"topics.trec": "<top>\n<num> Number: q1\n<title> kite lake\n</top>\n<top>\n<num> Number: q2\n<title> " + long +
			"\n</top>\n",
		"topics.jsonl": `{"_id": "q1", "text": "kite lake"}` + "\n" + `{"_id": "q2", "text": "` + long + "\"}\n",
		"rows.csv":     "query,document,label\nkite lake,A blue kite over the lake.,1\n" + long + ",Wind and water.,1\n",
	})
	for i, c := range []struct{ line, want string }{
		{"gen retrieve --data DIR/lake --topics DIR/topics.tsv --qrels DIR/lake/qrels.txt", "DIR/topics.tsv:2: the query q2 has 4,097 " +
			"distinct terms, more than 4,096; hint: is it a query? shorten it: some axioms compare all pairs of terms"},
		{"gen retrieve --data DIR/lake --topics DIR/topics.trec --qrels DIR/lake/qrels.txt", "DIR/topics.trec:5: the query q2 has 4,097 "},
		{"gen retrieve --data DIR/lake --topics DIR/topics.jsonl --qrels DIR/lake/qrels.txt", "DIR/topics.jsonl:2: the query q2 has 4,097 "},
		{"gen retrieve --data DIR/rows.csv", "DIR/rows.csv:3: the query "},
		{"gen retrieve --data DIR/lake --topics DIR/most.tsv --qrels DIR/lake/qrels.txt", ""},
		{"gen mine --data DIR/lake --axioms tfc1 --run DIR/run.txt --hits 6000", "DIR/run.txt:5001: query q1: 5,001 candidates, more than " +
			"5,000: work grows with their square; hint: cut the run with --hits"},
		{"axioms diagnose DIR/run.txt --data DIR/lake --axioms tfc1", "DIR/run.txt:5001: query q1: 5,001 candidates, more than 5,000"},
		{"gen mine --data DIR/lake --axioms tfc1 --hits 6000", "DIR/lake/queries.tsv:1: query q1: 5,001 candidates"},
	} {
		words := append(strings.Fields(strings.ReplaceAll(c.line, "DIR", dir)), "-q")
		if strings.HasPrefix(c.line, "gen") {
			words = append(words, "-o", filepath.Join(dir, fmt.Sprint("out", i)))
		}
		err, want := execute(t, words...), strings.ReplaceAll(c.want, "DIR", dir)
		if want == "" && err != nil || want != "" && (errs.ExitCode(err) != 3 || !strings.HasPrefix(filepath.ToSlash(err.Error()), filepath.ToSlash(want))) {
			t.Errorf("%s: %.300v, want %s", c.line, err, want)
		}
	}
}
