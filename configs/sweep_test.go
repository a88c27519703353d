package configs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func TestSweepRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"sweep:\n  over:\n    gen.k9: [1]":                                ":3: unknown key gen.k9",
		"sweep:\n  over:\n    gen.k1: 1":                                  `:3: gen.k1 is the value "1", not a list`,
		"sweep:\n  over:\n    gen.k1: []":                                 ":3: gen.k1 has no value in its list",
		"sweep:\n  over:\n    gen.k1: [a]":                                `:3: gen.k1: "a" is not a number`,
		"sweep:\n  under:\n    gen.k1: [1]":                               ":2: unknown part under of a sweep",
		"sweep:\n  over:\n    gen.hits: [[1, 2]]":                         ":3: gen.hits is a list, not a single value",
		"sweep:\n  over: {gen.k1: [1]}\n  over: {gen.b: [1]}":             ":3: sweep.over stands twice, first on line 2",
		"sweep:\n  over: {gen.k1: [1]}\n  per: {gen.k1: [2]}":             ":2: sweep.per and sweep.over both give gen.k1 values",
		"sweep:\n  per: {gen.k1: [1]}\n  arms: {a: {gen.k1: 2}}":          ":2: sweep.per and sweep.arms both give gen.k1 values",
		"train: {choose: {gen.ratio: [1:1], judged: {gen.ratio: [2:1]}}}": ":1: train.choose: gen.ratio has values for both arms",
		"sweep:\n  arms: {a: {gen.k1: 2}, a: {gen.k1: 3}}":                ":2: sweep.arms.a stands twice",
	} {
		file := filepath.Join(t.TempDir(), "s.yaml")
		must.Do(t, os.WriteFile(file, []byte(text), 0o666))
		if _, err := Load(file, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// TestManyCombinations: a short file that asks for more combinations than can be run is refused before any is made.
func TestManyCombinations(t *testing.T) {
	values := func(n int) string { return "[" + strings.Repeat("1, ", n-1) + "1]" }
	load := func(text string) error {
		path := filepath.Join(t.TempDir(), "sweep.yaml")
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		_, err := Load(path, nil)
		return err
	}
	if err := load("sweep: {per: {gen.seed: " + values(64) + "}, over: {gen.hits: " + values(64) + "}}\n"); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"sweep: {per: {gen.seed: " + values(64) + "}, over: {gen.hits: " + values(65) + "}}\n",
		"train: {choose: {gen.seed: " + values(64) + ", judged: {gen.hits: " + values(65) + "}}}\n",
		"sweep: {over: {gen.seed: " + values(4000) + ", gen.hits: " + values(4000) + ", gen.k1: " + values(4000) + "}}\n"} {
		budgettest.Run(t, len(text), func() {
			must.Fail(t, load(text), "more than 4096 combinations of values; hint: give fewer values")
		})
	}
}
