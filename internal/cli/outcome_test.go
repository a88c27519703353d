package cli

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestAgainWords: by hand. Another command has the keys that were given, as far as it takes them, and what it gets besides.
func TestAgainWords(t *testing.T) {
	_, draw, _ := tree()
	must.Do(t, draw.ParseFlags([]string{"--hits", "7", "--how", "slow-ly", "-c", "own.yaml", "--data", "d"}))
	for want, more := range map[string][]string{"gen draw --hits 7 --config own.yaml --data d": nil,
		"gen draw --config own.yaml --data d --hits 9 --resume": {"--hits=9", "--resume"}} {
		must.Equal(t, strings.Join(AgainWords(draw, []string{"gen", "draw"}, more...), " "), want)
	}
	if got := strings.Join(AgainWords(draw, []string{"gen", "show"}), " "); got != "gen show" {
		t.Errorf("%s: show takes none of them", got)
	}
	if got := strings.Join(GivenFlags(draw, "how"), " "); !strings.Contains(got, "--hits 7") || strings.Contains(got, "--how") {
		t.Errorf("%s", got)
	}
	must.Equal(t, PageCommand(draw, "gen", "a b"), "axiomine gen 'a b'")
}
