package configs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(file, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}
