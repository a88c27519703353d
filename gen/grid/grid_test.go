package grid_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/grid"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// loaded returns a configuration over the collection of chaintest with a section sweep.
func loaded(t *testing.T, data, sweep string) *configs.LoadedConfig {
	t.Helper()
	path := filepath.Join(t.TempDir(), "grid.yaml")
	text := "gen:\n  data: " + data + "\n  axioms: tfc1\n  threads: 1\ntokenize:\n  output_format: triples\n" + sweep
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return must.Get(configs.Load(path, nil))(t)
}

// made makes the sets of a grid, or of a part of it, and returns their record and folder.
func made(t *testing.T, l *configs.LoadedConfig, part string) (*grid.DataSets, string) {
	t.Helper()
	out := chaintest.Claim(t)
	sets, err := grid.Sweep(t.Context(), l, out, nil, "test", part, func(*configs.Config) (string, error) { return "alone", nil })
	must.Do(t, err)
	return sets, out.Path(".")
}

// overRatios is a grid of three sets: the collection has nine judged pairs to train on and two of tfc1, so that the last set, which
// asks for ninety, has the rows of the second, which asks for three.
const overRatios = "sweep:\n  over:\n    gen.ratio: [\"1:6\", \"1:3\", \"10:1\"]\n"

// TestSweep: the sets of one grid share one index, and the record counts their rows and says which are equal.
func TestSweep(t *testing.T) {
	l := loaded(t, chaintest.Write(t, chaintest.Files), overRatios)
	lines, err := grid.Plan(t.Context(), l)
	if err != nil || len(lines) != 4 || !strings.HasPrefix(lines[1], "2  ratio 1:3: ") || !strings.HasPrefix(lines[3], "3 sets") {
		t.Errorf("plan %q, %v", lines, err)
	}
	sets, dir := made(t, l, "")
	if len(sets.Sets) != 3 || sets.CountText() != "3 sets, 2 different" {
		t.Fatal(sets.CountText())
	}
	for i, s := range sets.Sets {
		want := []struct{ rows, equals int }{{10, 0}, {11, 0}, {11, 2}}[i]
		if s.Number != i+1 || s.Equals != want.equals || s.Rows["train"] != want.rows || s.Command != "alone" {
			t.Errorf("set %+v, want %+v", s, want)
		}
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(s.Dir), "shards", "manifest.json")); err != nil {
			t.Error(err)
		}
	}
	if shared, err := filepath.Glob(dir + "/shared/*"); err != nil || len(shared) != 1 {
		t.Errorf("the cells share %v, %v", shared, err)
	}
	drawn := "2 axiomatic and 9 judged pairs, 88 axiomatic fewer than asked (the data of set 2)"
	if row := sets.Table().Rows[2]; row[1] != "ratio 10:1" || row[2] != drawn {
		t.Errorf("row %v of the table", row)
	}
}

// TestParts: the parts of a grid, made apart, are merged into the record of the whole grid; parts of another grid, missing ones and those
// that are named twice are refused.
func TestParts(t *testing.T) {
	data := chaintest.Write(t, chaintest.Files)
	l := loaded(t, data, overRatios)
	whole, _ := made(t, l, "")
	one, first := made(t, l, "1/2")
	two, second := made(t, l, "2/2")
	if len(one.Sets) != 2 || len(two.Sets) != 1 || two.Sets[0].Number != 2 {
		t.Fatalf("parts of %d and %d sets", len(one.Sets), len(two.Sets))
	}
	_, err := grid.Sweep(t.Context(), l, chaintest.Claim(t), nil, "test", "4/4", nil)
	must.Fail(t, err, "part 4/4 has no set of the grid")
	merge := func(l *configs.LoadedConfig, folders ...string) (*grid.DataSets, error) {
		out := chaintest.Claim(t)
		return grid.Merge(l, out, "test", folders)
	}
	merged := must.Get(merge(l, first, second))(t)
	for i, s := range merged.Sets {
		if s.Files != whole.Sets[i].Files || s.Data != whole.Sets[i].Data || s.Number != whole.Sets[i].Number {
			t.Errorf("set %d of the parts: %+v, want %+v", i, s, whole.Sets[i])
		}
	}
	other := loaded(t, data, strings.Replace(overRatios, "10:1", "9:1", 1))
	for _, test := range []struct {
		why     string
		l       *configs.LoadedConfig
		folders []string
	}{
		{"the parts hold 2 of the grid's 3 sets", l, []string{first}},
		{"set 1 is in two parts", l, []string{first, first}},
		{"a part of another grid", other, []string{first, second}},
		{"no part of a sweep at", l, []string{first + "/nosuch*"}},
	} {
		if _, err := merge(test.l, test.folders...); err == nil || !strings.Contains(err.Error(), test.why) {
			t.Errorf("merged %v: %v, want %s", test.folders, err, test.why)
		}
	}
	manifest := filepath.Join(second, filepath.FromSlash(two.Sets[0].Dir), "shards", "manifest.json")
	raw, err := os.ReadFile(manifest)
	if err == nil {
		err = os.WriteFile(manifest, append(raw, '\n'), 0o666)
	}
	must.Do(t, err)
	if _, err := merge(l, first, second); err == nil || !strings.Contains(err.Error(), "is not the one it wrote") {
		t.Errorf("a part with another manifest: %v", err)
	}
}

// TestRefusedGrids: a grid with two cells that are one, over keys that decide no data set, or over other collections.
func TestRefusedGrids(t *testing.T) {
	data := chaintest.Write(t, chaintest.Files)
	for sweep, why := range map[string]string{
		"sweep:\n  over:\n    train.epochs: [1, 2]\n":                                        "decides nothing of a data set",
		"sweep:\n  over:\n    gen.ratio: [\"1:1\"]\n  on: {wikiqa: x}\n":                     "on: has no meaning here",
		"sweep:\n  over:\n    gen.negatives: [top, any]\n    gen.axioms: [tfc1, \"tfc1\"]\n": "is cell 1",
	} {
		_, err := grid.Plan(t.Context(), loaded(t, data, sweep))
		must.Fail(t, err, why, "%q", sweep)
	}
}
