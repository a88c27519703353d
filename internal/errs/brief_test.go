package errs

import (
	"strings"
	"testing"
)

func TestBrief(t *testing.T) {
	for name, want := range map[string]string{
		"q1":                          "q1",
		strings.Repeat("a", 80):       strings.Repeat("a", 80),
		strings.Repeat("a", 1e6):      strings.Repeat("a", 80) + "..",
		strings.Repeat("é", 41):       strings.Repeat("é", 40) + "..",
		"a" + strings.Repeat("é", 40): "a" + strings.Repeat("é", 39) + "..",
	} {
		if got := Brief(name); got != want {
			t.Errorf("%.90q: %.90q, want %.90q", name, got, want)
		}
	}
}
