package stage

import (
	"slices"
	"strings"
	"testing"
)

// What a command would show: the stages on its way in the order of the table, mining only where nothing is drawn in the same pass, and
// nothing of what is there already.
func TestSteps(t *testing.T) {
	all := func(Name) bool { return true }
	given := func(name Name) bool { return name != Index && name != Vectors }
	for _, c := range []struct {
		runs  func(Name) bool
		goals []Name
		want  string
	}{
		{all, []Name{Index}, "index"},
		{all, []Name{Mining}, "topics index vectors retrieve mine"},
		{all, []Name{Shards}, "topics index vectors retrieve sample shards"},
		{given, []Name{Shards}, "topics retrieve sample shards"},
		{given, []Name{Tuning, Candidates}, "topics tune retrieve"},
	} {
		var got []string
		for _, s := range Steps(c.runs, c.goals...) {
			got = append(got, s.Name)
		}
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%v: %v, want %s", c.goals, got, c.want)
		}
	}
}
