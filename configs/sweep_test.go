package configs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSweepRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"sweep:\n  over:\n    gen.k9: [1]":        ":3: unknown key gen.k9",
		"sweep:\n  over:\n    gen.k1: 1":          ":3: gen.k1 has no list of values",
		"sweep:\n  over:\n    gen.k1: [a]":        ":3: gen.k1: a value of kind float64 is wanted",
		"sweep:\n  under:\n    gen.k1: [1]":       ":2: unknown part under of a sweep",
		"sweep:\n  over:\n    gen.hits: [[1, 2]]": ":3: gen.hits: a value of kind int is wanted",
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
