package shard

import "fmt"

// What becomes of a pair whose negative the teacher scores above its positive: a label must not stand against the pair's order.
const (
	ConflictDrop = "drop"
	ConflictClip = "clip" // the negative's score becomes the positive's
)

// Conflicts says how often the scores that a format teaches stand against the order of a split's pairs.
type Conflicts struct {
	Format    string `json:"format"`
	Task      string `json:"task"`
	Split     string `json:"split"`
	Pairs     int    `json:"pairs"`     // with two scores
	Conflicts int    `json:"conflicts"` // of which the negative's is the higher
	Fate      string `json:"fate"`      // of these: drop or clip
}

// String is the finding in a sentence, but for the format.
func (c Conflicts) String() string {
	fate := map[string]string{ConflictDrop: "they are left out", ConflictClip: "their scores are made equal"}[c.Fate]
	return fmt.Sprintf("the scores contradict %d of %d pairs of %s: %s", c.Conflicts, c.Pairs, c.Split, fate)
}

// scores are the teacher's of a pair's documents; nil for what it does not score.
func (p *plan) scores(r row) (pos, neg *float64) {
	if p.in.Teacher == nil {
		return r.PosScore, r.NegScore
	}
	of := func(doc string) *float64 {
		if score, ok := p.in.Teacher.Score(r.QueryID, doc); ok {
			return &score
		}
		return nil
	}
	return of(r.PosID), of(r.NegID)
}

// taught are the scores of a pair as files have them: the negative's is not above the positive's.
func (p *plan) taught(r row) (pos, neg float64) {
	a, b := p.scores(r)
	return *a, min(*a, *b)
}

// scored is a task without the pairs that lack one of their documents' scores and, under drop, those that the scores contradict;
// it counts them.
func (p *plan) scored(format string, t task) task {
	drop := p.options.TeacherConflict == ConflictDrop
	var views []view[row]
	keep := func(r row) (scored, agrees bool) {
		pos, neg := p.scores(r)
		scored = pos != nil && neg != nil
		return scored, scored && *pos >= *neg
	}
	for _, v := range t.views {
		told := Conflicts{Format: format, Task: t.name, Split: v.split, Fate: p.options.TeacherConflict}
		var kept []uint32
		for i := range v.items.n {
			scored, agrees := keep(v.items.at(i))
			if !scored {
				p.note("pairs without two scores left out of "+format, 1)
				continue
			}
			told.Pairs++
			if !agrees {
				told.Conflicts++
			}
			if agrees || !drop {
				kept = append(kept, uint32(i))
			}
		}
		if p.conflicts = append(p.conflicts, told); drop {
			p.note("pairs that the scores contradict left out of "+format, told.Conflicts)
		}
		if len(kept) > 0 {
			views = append(views, newView(v.split, v.items.pick(kept), p.options, p.store.size))
		}
	}
	t.keep = func(r row) bool {
		scored, agrees := keep(r)
		return agrees || scored && !drop
	}
	t.views, t.label = views, t.label+" scored" // its groups are not those of the task
	return t
}
