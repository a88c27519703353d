package account

import (
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// regularTask describes, for the manifest, the regular pairs of all splits as a task of this name.
func (s *Report) regularTask(name string) shard.Task {
	t := shard.Task{Name: name, Dropped: map[string]int{"displaced": 0, "beyond_limit": 0}}
	add := func(l sample.RegularLedger) {
		t.Wanted += l.Wanted
		t.Mined += l.Found + l.BeyondLimit + l.Suspects.Sum()
		t.Dropped["displaced"] += l.Displaced
		t.Dropped["beyond_limit"] += l.BeyondLimit + l.Found - l.Wanted
		for reason, n := range l.Suspects.Reasons() {
			t.Dropped[reason] += n
		}
		if len(s.Mixture) > 0 {
			t.Dropped["not_in_mixture"] += l.NotInMixture
		}
	}
	add(s.Regular)
	for _, l := range s.OtherSplits {
		add(l)
	}
	return t
}
