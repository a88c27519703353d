package ledger

import (
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// RegularTask describes, for the manifest, the regular pairs of all splits as a task of this name, of which so many are kept.
func (s *Report) RegularTask(name string, kept int) shard.Task {
	t := shard.Task{Name: name, Kept: kept, Dropped: map[string]int{"displaced": 0, "beyond_limit": 0}}
	taken := 0
	add := func(l sample.RegularLedger) {
		t.Wanted += l.Wanted
		t.Mined += l.Found + l.BeyondLimit + l.Suspects.Sum()
		t.Dropped["displaced"] += l.Displaced
		t.Dropped["beyond_limit"] += l.BeyondLimit + l.Found - l.Wanted
		for reason, n := range l.Suspects.Reasons() {
			t.Dropped[reason] += n
		}
		taken += l.Taken
	}
	add(s.Regular)
	for _, l := range s.Others {
		add(l)
	}
	if len(s.Mixture) > 0 {
		t.Dropped["not_in_mixture"] = taken - kept
	}
	return t
}
