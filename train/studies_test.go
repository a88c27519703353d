package train_test

import (
	"os"
	"strings"
	"testing"
)

// TestEffectAgain: EFFECT.md has the cells that were run again as .ci/bench/effect-again.txt has them.
func TestEffectAgain(t *testing.T) {
	page, err := os.ReadFile("EFFECT.md")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile("../.ci/bench/effect-again.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(raw), "\n\n")
	if !ok || strings.Count(table, "\n") != 7 || !strings.Contains(string(page), "\n"+table) {
		t.Errorf("EFFECT.md lacks the table\n%s", table)
	}
}
