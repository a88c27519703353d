package sweep_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/outdir"
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

func run(t *testing.T, dir string, mode outdir.Mode, threads int) (*sweep.Record, []byte) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "grid.yaml")
	if err := os.WriteFile(file, []byte(grid), 0o666); err != nil {
		t.Fatal(err)
	}
	loaded, err := configs.Load(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	loaded.Gen.Data, loaded.Gen.Threads = filepath.Join("..", "..", "configs", "demo"), threads
	out, err := outdir.Claim(dir, mode)
	if err != nil {
		t.Fatal(err)
	}
	r, err := sweep.Run(context.Background(), loaded, out, nil, "axiomine train sweep")
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
	r, one := run(t, dir, outdir.Fresh, 1)
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

	if _, eight := run(t, t.TempDir(), outdir.Fresh, 8); !bytes.Equal(one, eight) {
		t.Error("sweep.json differs between 1 and 8 threads")
	}
	explored := filepath.Join(dir, r.Cells[0].Dir, "explored.json")
	before, err := os.Stat(explored)
	if err != nil {
		t.Fatal(err)
	}
	if _, again := run(t, dir, outdir.Resume, 2); !bytes.Equal(one, again) {
		t.Error("sweep.json differs after a resume")
	}
	if after, err := os.Stat(explored); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("a finished cell was explored again (%v)", err)
	}
}
