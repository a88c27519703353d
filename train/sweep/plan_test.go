package sweep_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/train/sweep"
)

// TestPlan: what a sweep would do is said before anything is read. By hand: two numbers of judged queries are two experiments. Each has a
// cell of the judged arm, eight of arms with axioms, and one of an arm that does without: that is the cell of the judged arm again.
func TestPlan(t *testing.T) {
	want := []string{"2 experiments on test; each arm chooses among 5 settings on dev, 1 training each",
		"20 cells, 18 different by their settings; cells that train on the same rows are named when they are trained, and trainings that are " +
			"the same to the order of the rows are run once",
		"for the page, test is also ranked at each arm's best setting on dev of 2 values of ratio: dev makes every choice, and nothing more is " +
			"trained"}
	lines, err := sweep.Plan(t.Context(), load(t, grid, demo))
	if err != nil || !slices.Equal(lines, want) {
		t.Errorf("%s\nwant\n%s\n%v", strings.Join(lines, "\n"), strings.Join(want, "\n"), err)
	}
	transfer := strings.Replace(grid, "  per:", "  on: {demo: \"{data}\"}\n  per:", 1)
	if lines, err = sweep.Plan(t.Context(), load(t, transfer, demo)); err != nil || !strings.HasPrefix(lines[0], "4 experiments on test; ") {
		t.Errorf("on another collection too: %q, %v, want twice as many experiments", lines, err)
	}
}
