package sweep_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/axiomine/axiomine/train/sweep"
)

// TestPlan: what a sweep would do is said before anything is read. By hand: two numbers of judged queries are two experiments.
func TestPlan(t *testing.T) {
	want := []string{"2 experiments on test; each arm chooses among 5 settings on dev, 1 training each"}
	lines, err := sweep.Plan(t.Context(), load(t, grid, demo))
	if err != nil || !slices.Equal(lines, want) {
		t.Errorf("%s\nwant\n%s\n%v", strings.Join(lines, "\n"), strings.Join(want, "\n"), err)
	}
	transfer := strings.Replace(grid, "  per:", "  on: {demo: \"{data}\"}\n  per:", 1)
	if lines, err = sweep.Plan(t.Context(), load(t, transfer, demo)); err != nil || !strings.HasPrefix(lines[0], "4 experiments on test; ") {
		t.Errorf("on another collection too: %q, %v, want twice as many experiments", lines, err)
	}
}

// Each of the study's experiments is one file of fewer than 30 lines, and runs: here over the embedded collection with the
// first and last value of every axis, one seed and two short epochs.
func TestRecipes(t *testing.T) {
	cells := map[string][2]int{ // settings in the file; experiments of the reduced form, on other collections too
		"learning-curve": {10, 4}, "ratios": {36, 2}, "sources": {24, 1}, "schedules": {16, 2}, "transfer": {12, 4},
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "configs", "recipes", "*.yaml"))
	if err != nil || len(files) != len(cells) {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(name, func(t *testing.T) {
			raw := must.Get(os.ReadFile(file))(t)
			if lines := strings.Count(string(raw), "\n"); lines >= 30 {
				t.Errorf("%d lines", lines)
			}
			l := must.Get(configs.Load(file, nil))(t)
			must.Equal(t, count(l.Sweep), cells[name][0], "settings")
			for _, axes := range [][]configs.Axis{l.Sweep.PerAxes, l.Sweep.OverAxes} {
				for i, a := range axes {
					if axes[i].Values = slices.Compact([]string{a.Values[0], a.Values[len(a.Values)-1]}); a.Key == "gen.judged_queries" {
						axes[i].Values = slices.Compact([]string{"4", a.Values[len(a.Values)-1]})[:min(2, len(a.Values))]
					}
				}
			}
			for i := range l.Sweep.Elsewhere {
				l.Sweep.Elsewhere[i].Preset, l.Sweep.Elsewhere[i].Data = "demo", "{data}"
			}
			if name != "learning-curve" && name != "schedules" && nightly.Some(t, "runs", 0, 1) == 0 {
				return
			}
			l.Gen.Data, l.Gen.Vectors, l.Gen.Hits, l.Gen.Limit = demo, "", 30, 12
			l.Train.Seeds, l.Train.Epochs, l.Train.PairsPerEpoch, l.Train.Choose, l.Train.TuneRetrieval = 1, 2, 40, "none", "off"
			dir := t.TempDir()
			r, _ := run(t, l, dir, result.Fresh, 2)
			if len(r.Cells) == 0 || len(r.Chosen) != cells[name][1] || r.Tests == 0 {
				t.Errorf("%d settings, %d experiments, %d tests", len(r.Cells), len(r.Chosen), r.Tests)
			}
			page := must.Get(os.ReadFile(filepath.Join(dir, "sweep.html")))(t)
			if part, want := "Learning curve", name != "ratios" && name != "sources"; strings.Contains(string(page), part) != want {
				t.Errorf("%q on the page: %v", part, !want)
			}
		})
	}
}

// count is the number of settings of a grid.
func count(s configs.Sweep) int {
	n := 1
	for _, a := range slices.Concat(s.PerAxes, s.OverAxes) {
		n *= len(a.Values)
	}
	return n
}
