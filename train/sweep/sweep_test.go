package sweep_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/sweep"
)

const grid = `
extends: demo
gen: {vectors: ""}
train: {seeds: 1, epochs: 2, pairs_per_epoch: 100, tune_retrieval: off, choose: {gen.axioms: ["", tfc1]}}
sweep:
  per:
    gen.judged_queries: [3, 6]
  over:
    gen.axioms: [length-safe, "m-and & tfc1"]
    gen.ratio: ["1:1", "4:1"]
`

var demo = filepath.Join("..", "..", "configs", "demo")

// load gives the configuration of a sweep's text over a folder of data.
func load(t testing.TB, text, data string) *configs.LoadedConfig {
	t.Helper()
	file := filepath.Join(t.TempDir(), "grid.yaml")
	must.Do(t, os.WriteFile(file, []byte(text), 0o666))
	loaded := must.Get(configs.Load(file, nil))(t)
	loaded.Gen.Data = data
	return loaded
}

func run(t testing.TB, loaded *configs.LoadedConfig, dir string, mode result.Mode, threads int) (*sweep.Sweep, []byte) {
	t.Helper()
	loaded.Gen.Threads = threads
	out := must.Get(result.Claim(dir, mode))(t)
	defer out.Close()
	alone := func(c *configs.Config, preset string) (string, error) { return cmp.Or(preset, "axiomine train"), nil }
	r := must.Get(sweep.Run(context.Background(), loaded, out, nil, "axiomine train sweep", alone))(t)
	raw := must.Get(os.ReadFile(filepath.Join(dir, "sweep.json")))(t)
	return r, raw
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	r, one := run(t, load(t, grid, demo), dir, result.Fresh, 1)
	// Two outer values; each arm has 2 x 2 settings and as many without axioms, which for this grid are one.
	if len(r.Cells) != 2*(5+5) || len(r.Chosen) != 2 {
		t.Fatalf("%d cells, %d chosen", len(r.Cells), len(r.Chosen))
	}
	tests := 0
	for _, c := range r.Chosen {
		tests += len(c.Tests)
		if c.NumSettings != 5 || c.JudgedValues == nil {
			t.Errorf("%v: of %d settings, %v without axioms", c.PerValues, c.NumSettings, c.JudgedValues)
		}
		for _, test := range c.Tests {
			if test.HolmP < max(test.TP, test.WilcoxonP) || test.HolmP > 1 {
				t.Errorf("adjusted p %v of %v and %v", test.HolmP, test.TP, test.WilcoxonP)
			}
		}
	}
	if tests != r.Tests || tests == 0 {
		t.Errorf("%d tests, the record says %d", tests, r.Tests)
	}
	tested, err := filepath.Glob(filepath.Join(dir, "cells", "*", "result.json"))
	if err != nil || len(tested) != 2 {
		t.Errorf("%d experiments, want 2 (%v)", len(tested), err)
	}
	other := t.TempDir()
	if _, eight := run(t, load(t, grid, demo), other, result.Fresh, 8); !bytes.Equal(one, eight) {
		t.Error("sweep.json differs between 1 and 8 threads")
	}
	for _, file := range tested {
		name, _ := filepath.Rel(dir, file)
		if golden.Text(t, file) != golden.Text(t, filepath.Join(other, name)) {
			t.Errorf("%s differs between 1 and 8 threads", name)
		}
	}
	trained := filepath.Join(dir, r.Cells[0].Dir, "training", "judged.42.json")
	before := must.Get(os.Stat(trained))(t)
	if _, again := run(t, load(t, grid, demo), dir, result.Resume, 2); !bytes.Equal(one, again) {
		t.Error("sweep.json differs after a resume")
	}
	if after, err := os.Stat(trained); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("a finished unit was trained again (%v)", err)
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, "theirs"), nil, 0o666))
	if out, err := result.Claim(dir, result.Overwrite); err != nil {
		t.Fatal(err)
	} else if err := errors.Join(out.Settle(), out.Close()); err != nil {
		t.Fatal(err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 { // the journal and theirs
		t.Errorf("--overwrite leaves %v (%v)", list, err)
	}
}

// A cell is kept under what its input files hold: with other judgements it is explored anew, beside the old one.
func TestCellsFollowTheirInputs(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	must.Do(t, os.CopyFS(data, os.DirFS(demo)))
	const small = "extends: demo\ngen: {vectors: \"\"}\ntrain: {seeds: 1, epochs: 1, pairs_per_epoch: 50, choose: none}\nsweep: {over: " +
		"{gen.ratio: [\"1:1\"]}}\n"
	before, _ := run(t, load(t, small, data), dir, result.Fresh, 2)
	qrels := filepath.Join(data, "qrels.dev.txt")
	raw := must.Get(os.ReadFile(qrels))(t)
	lines := strings.SplitAfter(string(raw), "\n")
	must.Do(t, os.WriteFile(qrels, []byte(strings.Join(lines[len(lines)/2:], "")), 0o666))
	after, _ := run(t, load(t, small, data), dir, result.Resume, 2)
	if before.Cells[0].Dir == after.Cells[0].Dir || before.Cells[0].Dev == after.Cells[0].Dev {
		t.Errorf("dev %v before and %v after judgements were taken away, in %s", before.Cells[0].Dev, after.Cells[0].Dev, after.Cells[0].Dir)
	}
}

// More seeds of a sweep that is there train only the new ones, in the same cells, and leave what an unbroken sweep with as
// many leaves. Equal settings share a directory.
func TestMoreSeeds(t *testing.T) {
	const text = "extends: demo\ngen: {vectors: \"\", judged_queries: 4}\ntrain: {epochs: 1, pairs_per_epoch: 30, choose: none, tune_retrieval: off}\nsweep: " +
		"{per: {gen.ratio: [\"1:1\", \"2:1\", \"1:1\"]}}\n"
	seeds := func(n int) *configs.LoadedConfig {
		l := load(t, text, demo)
		l.Train.Seeds = n
		return l
	}
	models := func(dir, seed string) map[string]time.Time {
		files := must.Get(filepath.Glob(filepath.Join(dir, "cells", "*", "models", "*."+seed+".json")))(t)
		found := map[string]time.Time{}
		for _, name := range files {
			info := must.Get(os.Stat(name))(t)
			found[name] = info.ModTime()
		}
		return found
	}
	dir := t.TempDir()
	run(t, seeds(1), dir, result.Fresh, 2)
	before := models(dir, "42")
	if len(before) != 4 { // two different experiments of two arms
		t.Fatalf("%d models of the first seed", len(before))
	}
	_, grown := run(t, seeds(2), dir, result.Resume, 2)
	if after := models(dir, "42"); !maps.Equal(before, after) {
		for name, at := range after {
			if was, ok := before[name]; ok && was != at {
				t.Errorf("%s was trained again", name)
			}
		}
	}
	if cells, err := os.ReadDir(filepath.Join(dir, "cells")); err != nil || len(cells) != 2 || len(models(dir, "43")) != 4 {
		t.Errorf("%d cells, %d models of the new seed (%v)", len(cells), len(models(dir, "43")), err)
	}
	if _, fresh := run(t, seeds(2), t.TempDir(), result.Fresh, 2); !bytes.Equal(grown, fresh) {
		t.Error("sweep.json differs from that of a sweep begun with two seeds")
	}
}

// All settings of one outer value see the same judged queries: their judged arms are one.
func TestSameJudgedSubset(t *testing.T) {
	r, _ := run(t, load(t, `
extends: demo
gen: {vectors: "", judged_queries: 4}
train: {seeds: 1, epochs: 1, pairs_per_epoch: 50, tune_retrieval: off, choose: none}
sweep:
  per:
    gen.axioms: [length-safe, tfc1]
    gen.sample: [balanced, length-balanced]
`, demo), t.TempDir(), result.Fresh, 2)
	if len(r.Chosen) != 4 {
		t.Fatalf("%d chosen", len(r.Chosen))
	}
	for _, c := range r.Chosen {
		first, this := r.Chosen[0].Tests[0], c.Tests[0]
		if this.A != "judged" || this.MeanA != first.MeanA {
			t.Errorf("%v: %s at %v, in the first %v", c.PerValues, this.A, this.MeanA, first.MeanA)
		}
	}
}

// What each arm chose here it has elsewhere, where nothing is chosen again.
func TestElsewhere(t *testing.T) {
	dir := t.TempDir()
	r, _ := run(t, load(t, `
extends: demo
gen: {vectors: "", judged_queries: 4, sample: uniform}
train: {seeds: 1, epochs: 2, pairs_per_epoch: 60, choose: none, tune_retrieval: off}
sweep:
  over:
    gen.ratio: ["1:1", "2:1"]
    train.learning_rate: [0.01, 0.05]
  on:
    wikiqa: "{data}"
`, demo), dir, result.Fresh, 2)
	if len(r.Chosen) != 2 || r.Chosen[1].Elsewhere != "wikiqa" || r.Tests != len(r.Chosen[0].Tests)+len(r.Chosen[1].Tests) {
		t.Fatalf("chosen %+v", r.Chosen)
	}
	outcome := r.Chosen[1].Record()
	settings := outcome.Protocol.Settings
	if settings["drawing"] != "uniform" || settings["epochs"] != "2" || outcome.Protocol.JudgedQueries != 4 {
		t.Errorf("settings elsewhere: %v, %d judged queries", settings, outcome.Protocol.JudgedQueries)
	}
	if !strings.HasPrefix(outcome.Protocol.Candidates, "BM25 top 100, ") { // of the other preset; the demo's are 50
		t.Errorf("candidates elsewhere: %s", outcome.Protocol.Candidates)
	}
	for i, a := range outcome.Arms {
		if here := r.Chosen[0].Record().Arms[i]; len(a.Grid) != 1 || !maps.Equal(a.Chosen[0].Setting, here.Chosen[0].Setting) {
			t.Errorf("%s has %v of %d elsewhere, %v here", a.Name, a.Chosen[0].Setting, len(a.Grid), here.Chosen[0].Setting)
		}
	}
}
