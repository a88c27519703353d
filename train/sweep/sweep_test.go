package sweep_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/sweep"
)

const grid = `
extends: demo
gen: {vectors: ""}
train: {seeds: 1, epochs: 2, pairs_per_epoch: 100}
sweep:
  per:
    gen.judged_queries: [3, 6]
  over:
    gen.axioms: [length-safe, "m-and & tfc1"]
    gen.ratio: ["1:1", "4:1"]
`

var demo = filepath.Join("..", "..", "configs", "demo")

// load gives the configuration of a sweep's text over a folder of data.
func load(t testing.TB, text, data string) *configs.Loaded {
	t.Helper()
	file := filepath.Join(t.TempDir(), "grid.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	loaded, err := configs.Load(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	loaded.Gen.Data = data
	return loaded
}

func run(t testing.TB, loaded *configs.Loaded, dir string, mode outdir.Mode, threads int) (*report.Sweep, []byte) {
	t.Helper()
	loaded.Gen.Threads = threads
	out, err := outdir.Claim(dir, mode)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	alone := func(c *configs.Config, preset string) (string, error) { return cmp.Or(preset, "axiomine train"), nil }
	r, err := sweep.Run(context.Background(), loaded, out, nil, "axiomine train sweep", alone)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "sweep.json"))
	if err != nil {
		t.Fatal(err)
	}
	return r, raw
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	r, one := run(t, load(t, grid, demo), dir, outdir.Fresh, 1)
	if len(r.Cells) != 8 || len(r.Chosen) != 2 { // 2 outer values by 2 axioms by 2 ratios; one choice per outer value
		t.Fatalf("%d cells, %d chosen", len(r.Cells), len(r.Chosen))
	}
	tests := 0
	for i, c := range r.Chosen {
		tests += len(c.Tests)
		for _, cell := range r.Cells[4*i : 4*i+4] {
			if cell.Dev > c.Dev {
				t.Errorf("%v: chose dev %v, but %v has %v", c.Per, c.Dev, cell.Over, cell.Dev)
			}
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
		t.Errorf("%d cells were tested, want the 2 chosen (%v)", len(tested), err)
	}

	if _, eight := run(t, load(t, grid, demo), t.TempDir(), outdir.Fresh, 8); !bytes.Equal(one, eight) {
		t.Error("sweep.json differs between 1 and 8 threads")
	}
	explored := filepath.Join(dir, r.Cells[0].Dir, "explored.json")
	before, err := os.Stat(explored)
	if err != nil {
		t.Fatal(err)
	}
	if _, again := run(t, load(t, grid, demo), dir, outdir.Resume, 2); !bytes.Equal(one, again) {
		t.Error("sweep.json differs after a resume")
	}
	if after, err := os.Stat(explored); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("a finished cell was explored again (%v)", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "theirs"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := outdir.Claim(dir, outdir.Overwrite); err != nil {
		t.Fatal(err)
	} else if err := errors.Join(out.Begin(), out.Close()); err != nil {
		t.Fatal(err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 { // the journal and theirs
		t.Errorf("--overwrite leaves %v (%v)", list, err)
	}
}

// A cell is kept under what its input files hold: with other judgements it is explored anew, beside the old one.
func TestCellsFollowTheirInputs(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	if err := os.CopyFS(data, os.DirFS(demo)); err != nil {
		t.Fatal(err)
	}
	const small = "extends: demo\ngen: {vectors: \"\"}\ntrain: {seeds: 1, epochs: 1, pairs_per_epoch: 50}\nsweep: {over: {gen.ratio: [\"1:1\"]}}\n"
	before, _ := run(t, load(t, small, data), dir, outdir.Fresh, 2)
	qrels := filepath.Join(data, "qrels.dev.txt")
	raw, err := os.ReadFile(qrels)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(raw), "\n")
	if err := os.WriteFile(qrels, []byte(strings.Join(lines[len(lines)/2:], "")), 0o666); err != nil {
		t.Fatal(err)
	}
	after, _ := run(t, load(t, small, data), dir, outdir.Resume, 2)
	if before.Cells[0].Dir == after.Cells[0].Dir || before.Cells[0].Dev == after.Cells[0].Dev {
		t.Errorf("dev %v before and %v after judgements were taken away, in %s", before.Cells[0].Dev, after.Cells[0].Dev, after.Cells[0].Dir)
	}
}

// More seeds of a sweep that is there train only the new ones, in the same cells, and leave what an unbroken sweep with as
// many leaves; so do fewer. Equal settings share a directory.
func TestMoreSeeds(t *testing.T) {
	const text = "extends: demo\ngen: {vectors: \"\", judged_queries: 4}\ntrain: {epochs: 2, pairs_per_epoch: 60}\nsweep: {over: {gen.ratio: [\"1:1\", \"2:1\", \"1:1\"]}}\n"
	seeds := func(n int) *configs.Loaded {
		l := load(t, text, demo)
		l.Train.Seeds = n
		return l
	}
	models := func(dir, seed string) map[string]time.Time {
		files, err := filepath.Glob(filepath.Join(dir, "cells", "*", "models", "*."+seed+".json"))
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]time.Time{}
		for _, name := range files {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			found[name] = info.ModTime()
		}
		return found
	}
	dir := t.TempDir()
	_, one := run(t, seeds(1), dir, outdir.Fresh, 2)
	before := models(dir, "42")
	if len(before) != 4 { // two different cells; the chosen one has the arms judged, judged with as many pairs, and augmented
		t.Fatalf("%d models of the first seed", len(before))
	}
	_, grown := run(t, seeds(2), dir, outdir.Resume, 2)
	if after := models(dir, "42"); !maps.Equal(before, after) {
		for name, at := range after {
			if was, ok := before[name]; ok && was != at {
				t.Errorf("%s was trained again", name)
			}
		}
	}
	if cells, err := os.ReadDir(filepath.Join(dir, "cells")); err != nil || len(cells) != 2 || len(models(dir, "43")) < 4 {
		t.Errorf("%d cells, %d models of the new seed (%v)", len(cells), len(models(dir, "43")), err)
	}
	if _, fresh := run(t, seeds(2), t.TempDir(), outdir.Fresh, 2); !bytes.Equal(grown, fresh) {
		t.Error("sweep.json differs from that of a sweep begun with two seeds")
	}
	if _, again := run(t, seeds(1), dir, outdir.Resume, 2); !bytes.Equal(one, again) {
		t.Error("sweep.json differs after going back to one seed")
	}
	if r, _ := run(t, load(t, "extends: demo\ngen: {vectors: \"\"}\ntrain: {epochs: 1, pairs_per_epoch: 60}\nsweep: {over: {train.seeds: [1, 2]}}\n", demo), t.TempDir(), outdir.Fresh, 2); r.Cells[0].Dir == r.Cells[1].Dir {
		t.Error("cells that differ in their number of seeds share a directory")
	}
}

// All settings of one outer value see the same judged queries: their judged arms are one.
func TestSameJudgedSubset(t *testing.T) {
	r, _ := run(t, load(t, `
extends: demo
gen: {vectors: "", judged_queries: 4}
train: {seeds: 2, epochs: 2, pairs_per_epoch: 100}
sweep:
  per:
    gen.axioms: [length-safe, tfc1]
    gen.sample: [balanced, length-balanced]
  over:
    gen.ratio: ["1:1"]
`, demo), t.TempDir(), outdir.Fresh, 2)
	if len(r.Chosen) != 4 {
		t.Fatalf("%d chosen", len(r.Chosen))
	}
	for _, c := range r.Chosen {
		first, this := r.Chosen[0].Tests[0], c.Tests[0]
		if this.A != "judged" || this.MeanA != first.MeanA {
			t.Errorf("%v: %s at %v, in the first %v", c.Per, this.A, this.MeanA, first.MeanA)
		}
	}
}

// A setting chosen here is run on another collection as it is.
func TestElsewhere(t *testing.T) {
	dir := t.TempDir()
	r, _ := run(t, load(t, `
extends: demo
gen: {vectors: "", judged_queries: 4, sample: uniform}
train: {seeds: 1, epochs: 2, pairs_per_epoch: 60}
sweep:
  over:
    gen.ratio: ["1:1", "2:1"]
  on:
    wikiqa: "{data}"
`, demo), dir, outdir.Fresh, 2)
	if len(r.Chosen) != 2 || r.Chosen[1].On != "wikiqa" || r.Tests != len(r.Chosen[0].Tests)+len(r.Chosen[1].Tests) {
		t.Fatalf("chosen %+v", r.Chosen)
	}
	result, err := report.Read(os.DirFS(dir), r.Chosen[1].Result)
	if err != nil {
		t.Fatal(err)
	}
	settings := result.Protocol.Settings
	at := slices.IndexFunc(r.Chosen[0].Over, func(s report.Setting) bool { return s.Key == "gen.ratio" })
	if settings["ratio"] != r.Chosen[0].Over[at].Value || settings["drawing"] != "uniform" || settings["epochs"] != "2" || result.Protocol.JudgedQueries != 4 {
		t.Errorf("settings elsewhere: %v, %d judged queries", settings, result.Protocol.JudgedQueries)
	}
	if !strings.HasPrefix(result.Protocol.Candidates, "BM25 top 100, k1 0.4") { // of the other preset; the demo's are 50
		t.Errorf("candidates elsewhere: %s", result.Protocol.Candidates)
	}
}
