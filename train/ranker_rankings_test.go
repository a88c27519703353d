//go:build unix

package train

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/divisiontest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/trial"
	"github.com/google/go-cmp/cmp"
)

// lab trains by commands over the collection of chaintest.
type lab struct {
	t      *testing.T
	fold   *trial.Fold
	config configs.Config
	calls  string // a file with a line for each call
}

func newLab(t *testing.T) *lab {
	t.Helper()
	c := chaintest.Config(t, func(c *configs.Config) { c.Tokenize.OutputFormat = "triples" })
	d := must.Get(divisiontest.Divide(t, c))(t)
	l := &lab{t, d.Folds[0], *d.Folds[0].Source.Chain.Run.Config, filepath.Join(chaintest.Folder(t), "calls")}
	l.config.Train.Ranker = l.copies("")
	return l
}

// copies is a command that notes its call and answers with the candidates' own scores, once it has done more.
func (l *lab) copies(more string) string {
	return fmt.Sprintf(`sh -c 'echo seed {seed} >> %s; %s cp "$1" "$3"; cp "$2" "$4"; echo done' x {candidates} {output}`, l.calls, more)
}

// called returns how often a command was called.
func (l *lab) called() int {
	raw, err := os.ReadFile(l.calls)
	if err != nil && !os.IsNotExist(err) {
		l.t.Fatal(err)
	}
	return bytes.Count(raw, []byte("\n"))
}

// train trains under a seed with the configuration as edit changes it.
func (l *lab) train(r *Ranker, seed uint64, edit func(*configs.Config)) (*Ranking, []string, error) {
	c := l.config
	if edit != nil {
		edit(&c)
	}
	var told []string
	ranking, err := r.Train(l.t.Context(), &c, trial.Draw{Seed: seed, Fold: l.fold}, func(line string) { told = append(told, line) })
	return ranking, told, err
}

// rankingsIn returns the number of rankings of a folder.
func rankingsIn(t *testing.T, out *result.Dir) int {
	t.Helper()
	list, err := os.ReadDir(out.Path(RankingsFolder))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return len(list)
}

// TestRankerTrain: a ranking has the command's scores of the candidates of dev and test, and the rows that were written for it: the judged pairs
// and those of tfc1, by hand as in gen/dataset. The command is called once for what decides a ranking, also by a later process.
func TestRankerTrain(t *testing.T) {
	l, out := newLab(t), chaintest.Claim(t)
	r := NewRanker(out, nil)
	got, told, err := l.train(r, 1, nil)
	must.Do(t, err)
	for _, queries := range [][]mine.Query{l.fold.Dev, l.fold.Test} {
		for i := range queries {
			must.Same(t, got.Scores(&queries[i], i), l.fold.Source.First.Scores(&queries[i], i), "query %s", queries[i].ID)
		}
	}
	if want := map[string]int{"judged": 6, "tfc1": 2}; !cmp.Equal(got.Pairs, want) || len(got.Pools) != 1 || got.Pools[0].Shortfall != 4 ||
		len(got.Unmet) != 1 || got.Data == "" || got.Files == "" {
		t.Errorf("%+v, want the pairs %v", got.PairsInfo, want)
	}
	if !slices.Equal(told, []string{"done"}) || l.called() != 1 || rankingsIn(t, out) != 1 {
		t.Errorf("told %q, %d calls, %d rankings", told, l.called(), rankingsIn(t, out))
	}
	again, _, err := l.train(r, 1, nil)
	if err != nil || again != got || l.called() != 1 {
		t.Errorf("trained again: %v, %d calls", err, l.called())
	}
	later, told, err := l.train(NewRanker(out, nil), 1, nil)
	if err != nil || !cmp.Equal(later.PairsInfo, got.PairsInfo) || len(told) != 0 || l.called() != 1 {
		t.Errorf("a later process calls anew: %v, %q, %d calls", err, told, l.called())
	}
	if used := out.Path(RankingsFolder); !r.Used(RankingStage+onlyName(t, used)) || r.Used(RankingStage+"another") {
		t.Error("the ranking in use is not known")
	}
	for i, c := range []struct {
		seed uint64
		edit func(*configs.Config)
	}{
		{2, nil},
		{1, func(c *configs.Config) { c.Train.Restart = 1 }},
		{1, func(c *configs.Config) { c.Gen.Axioms = "lnc1" }},
		{1, func(c *configs.Config) { c.Train.Ranker = l.copies("true;") }},
	} {
		if _, _, err := l.train(r, c.seed, c.edit); err != nil || l.called() != i+2 {
			t.Errorf("%d: %v, %d calls, want %d", i, err, l.called(), i+2)
		}
	}
	raw, err := os.ReadFile(l.calls)
	if want := "seed 1\nseed 2\nseed 1000001\nseed 1\nseed 1\n"; err != nil || string(raw) != want {
		t.Errorf("%q, %v, want %q", raw, err, want)
	}
}

// onlyName returns the name of the only entry of a folder.
func onlyName(t *testing.T, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	return list[0].Name()
}

// TestEqualData: where other settings make the same data, the answer to them is taken. A bound that keeps both pairs of tfc1 does.
func TestEqualData(t *testing.T) {
	l, out := newLab(t), chaintest.Claim(t)
	r := NewRanker(out, nil)
	first, _, err := l.train(r, 1, nil)
	must.Do(t, err)
	second, told, err := l.train(r, 1, func(c *configs.Config) { c.Gen.Axioms = "tfc1(delta_star=0.5)" })
	must.Do(t, err)
	if l.called() != 1 || len(told) != 1 || !strings.Contains(told[0], "its answer is taken") || rankingsIn(t, out) != 2 {
		t.Errorf("%d calls, told %q, %d rankings", l.called(), told, rankingsIn(t, out))
	}
	if second.Pairs["tfc1(delta_star=0.5)"] != 2 || first.Data != second.Data {
		t.Errorf("%+v, before it %+v", second.PairsInfo, first.PairsInfo)
	}
}

// TestOtherExperiments: what another experiment ranked of the same data is taken, and not called for again.
func TestOtherExperiments(t *testing.T) {
	l, other := newLab(t), chaintest.Claim(t)
	first, _, err := l.train(NewRanker(other, nil), 1, nil)
	must.Do(t, err)
	folders := []string{other.Path(RankingsFolder)}
	whole := chaintest.Claim(t)
	r := NewRanker(whole, append([]string{chaintest.Folder(t)}, folders...)) // the first folder has nothing
	got, told, err := l.train(r, 1, nil)
	if err != nil || l.called() != 1 || len(told) != 1 || !cmp.Equal(got.PairsInfo, first.PairsInfo) || rankingsIn(t, whole) != 1 {
		t.Errorf("%v, %d calls, told %q", err, l.called(), told)
	}
	if _, _, err := l.train(r, 2, nil); err != nil || l.called() != 2 {
		t.Errorf("what no other has: %v, %d calls", err, l.called())
	}
	broken := filepath.Join(folders[0], onlyName(t, folders[0]), pairsInfoName)
	must.Do(t, os.WriteFile(broken, []byte("{"), 0o666))
	if _, _, err := l.train(NewRanker(chaintest.Claim(t), folders), 1, nil); err == nil || !strings.Contains(err.Error(), "no account of pairs") {
		t.Errorf("a broken ranking: %v", err)
	}
}

// TestFailedCalls: a command that fails or answers wrongly leaves no ranking, and the next attempt calls it again.
func TestFailedCalls(t *testing.T) {
	l, out := newLab(t), chaintest.Claim(t)
	r := NewRanker(out, nil)
	for more, want := range map[string]string{
		"exit 3;":                   "exit status 3",
		`shift 2; set -- x x "$@";`: "did not write it", // cp finds no file
		`: > "$1";`:                 "no rows: it is empty",
	} {
		_, _, err := l.train(r, 1, func(c *configs.Config) { c.Train.Ranker = l.copies(more) })
		if err == nil || !strings.Contains(err.Error(), want) || rankingsIn(t, out) > 0 {
			t.Errorf("%s: %v, %d rankings", more, err, rankingsIn(t, out))
		}
	}
	if _, _, err := l.train(r, 1, nil); err != nil || rankingsIn(t, out) != 1 {
		t.Errorf("then %v, %d rankings", err, rankingsIn(t, out))
	}
	_, _, err := l.train(r, 1, func(c *configs.Config) { c.Train.Ranker = "no-such-program {output}" })
	if errs.ExitCode(err) != 2 || !strings.Contains(err.Error(), "no program") {
		t.Errorf("%v", err)
	}
}

// TestReadRun: a run has a finite score for each candidate of the dev query (plum: d2, d3, d5, d6 and d8), and no other row.
func TestReadRun(t *testing.T) {
	l := newLab(t)
	x, o := l.fold.Source.Chain.Index, l.fold.Source.Chain.Inputs.Collection.Options
	var ids []string
	for _, c := range l.fold.Dev[0].Docs {
		ids = append(ids, c.ID(x))
	}
	slices.Sort(ids)
	if want := []string{"d2", "d3", "d5", "d6", "d8"}; !slices.Equal(ids, want) {
		t.Fatalf("candidates %q, want %q", ids, want)
	}
	lines := func(edit func([]string) []string) string {
		var list []string
		for i, id := range ids {
			list = append(list, fmt.Sprintf("q3 Q0 %s %d %d tag", id, i+1, 9-i))
		}
		return strings.Join(edit(list), "\n") + "\n"
	}
	path := filepath.Join(t.TempDir(), "run.txt")
	read := func() ([]corpus.RunRow, error) { return readRun(path, l.fold.Dev, x, o) }
	if _, err := read(); err == nil || !strings.Contains(err.Error(), "did not write it") {
		t.Errorf("without a file: %v", err)
	}
	for _, c := range []struct {
		name, want string
		edit       func([]string) []string
	}{
		{"whole", "", func(l []string) []string { return l }},
		{"in any order", "", func(l []string) []string { slices.Reverse(l); return l }},
		{"a candidate lacks", `1 of 5 candidates have no score, first document "d`, func(l []string) []string { return l[1:] }},
		{"two lack", "2 of 5 candidates have no score", func(l []string) []string { return l[2:] }},
		{"a query of test", `run.txt:6: the run names the unknown query "q4"`, func(l []string) []string {
			return append(l, "q4 Q0 d5 1 1 tag")
		}},
		{"no document", `run.txt:6: the run names the unknown document "d99"`, func(l []string) []string {
			return append(l, "q3 Q0 d99 6 1 tag")
		}},
		{"no candidate", `run.txt:6: document "d4" is no candidate of query "q3"`, func(l []string) []string {
			return append(l, "q3 Q0 d4 6 1 tag")
		}},
		{"too large", "run.txt:1: the score 1e+39", func(l []string) []string {
			return append([]string{"q3 Q0 " + ids[0] + " 1 1e39 tag"}, l[1:]...)
		}},
		{"no number", "run.txt:1", func(l []string) []string { return append([]string{"q3 Q0 " + ids[0] + " 1 NaN tag"}, l[1:]...) }},
		{"twice", "run.txt:6", func(l []string) []string { return append(l, l[0]) }},
		{"short line", "run.txt:6", func(l []string) []string { return append(l, "q3 d2") }},
	} {
		must.Do(t, os.WriteFile(path, []byte(lines(c.edit)), 0o666))
		rows, err := read()
		switch {
		case c.want == "" && (err != nil || len(rows) != 5):
			t.Errorf("%s: %d rows, %v", c.name, len(rows), err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	must.Do(t, os.Remove(path))
	must.Do(t, os.Mkdir(path, 0o777))
	if _, err := read(); err == nil || !strings.Contains(err.Error(), "left no regular file") {
		t.Errorf("a folder: %v", err)
	}
}

// TestInputs: a command that asks for the collection finds it as lines of id and text, and queries beside their candidates.
func TestInputs(t *testing.T) {
	l := newLab(t)
	kept := filepath.Join(t.TempDir(), "kept")
	_, _, err := l.train(NewRanker(chaintest.Claim(t), nil), 1, func(c *configs.Config) {
		const script = `cat {collection} "$5" "$6" > %s; ls {shards} >> %s; cp "$1" "$3"; cp "$2" "$4"`
		c.Train.Ranker = fmt.Sprintf("sh -c '"+script+"' x {candidates} {output} {queries}", kept, kept)
	})
	must.Do(t, err)
	raw, err := os.ReadFile(kept)
	want := chaintest.Files["collection.tsv"] + chaintest.Files["queries.dev.tsv"] + chaintest.Files["queries.test.tsv"]
	if err != nil || !strings.HasPrefix(string(raw), want) || !strings.Contains(string(raw), "manifest.json") {
		t.Errorf("%s, %v, want %s", raw, err, want)
	}
}

// TestWrongCommands: each wrong command is refused before any work is done.
func TestWrongCommands(t *testing.T) {
	for line, want := range map[string]string{
		`sh "{output}`:               "train.ranker",
		"":                           "has no word",
		"sh {ouput}":                 "did you mean output?",
		"sh --out={output}":          "has to be a word of its own",
		"sh {shards}":                "not told where dev's run goes",
		"sh {shards} {output.dev}":   "not told where test's run goes",
		"no-such-program {output}":   `no program "no-such-program"`,
		"sh {output} {candidates}.x": "{candidates} stands for two words",
	} {
		if err := CheckCommand(line); errs.ExitCode(err) != 2 || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
	for _, line := range []string{"sh", "sh {output}", "sh {output.dev} {output.test} {of} {print $1}"} {
		if err := CheckCommand(line); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
}
