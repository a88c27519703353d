package plan

import "fmt"

// What becomes of a pair whose negative the teacher scores above its positive: a label must not stand against the pair's order.
const (
	ConflictDrop = "drop"
	ConflictClip = "clip" // the negative's score becomes the positive's
)

// Conflicts says how often the scores that a format teaches stand against the order of a split's pairs.
type Conflicts struct {
	Format    string `json:"format"`    // the output format
	Task      string `json:"task"`      // the task of the pairs
	Split     string `json:"split"`     // train, dev or test
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
func (p *Plan) scores(r Row) (pos, neg *float64) {
	if p.In.Teacher == nil {
		return r.PosScore, r.NegScore
	}
	of := func(doc string) *float64 {
		if score, ok := p.In.Teacher.Score(r.QueryID, doc); ok {
			return &score
		}
		return nil
	}
	return of(r.PosID), of(r.NegID)
}

// Taught are the scores of a pair as files have them: the negative's is not above the positive's.
func (p *Plan) Taught(r Row) (pos, neg float64) {
	a, b := p.scores(r)
	return *a, min(*a, *b)
}

// Scored is a task without the pairs that lack one of their documents' scores and, under drop, those that the scores contradict;
// it counts them.
func (p *Plan) Scored(format string, t Task) Task {
	drop := p.Options.TeacherConflict == ConflictDrop
	var views []View[Row]
	keep := func(r Row) (scored, agrees bool) {
		pos, neg := p.scores(r)
		scored = pos != nil && neg != nil
		return scored, scored && *pos >= *neg
	}
	for _, v := range t.Views {
		told := Conflicts{Format: format, Task: t.name, Split: v.Split, Fate: p.Options.TeacherConflict}
		var kept []uint32
		for i := range v.Items.N {
			scored, agrees := keep(v.Items.At(i))
			if !scored {
				p.Note("pairs without two scores left out of "+format, 1)
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
		if p.Conflicts = append(p.Conflicts, told); drop {
			p.Note("pairs that the scores contradict left out of "+format, told.Conflicts)
		}
		if len(kept) > 0 {
			views = append(views, NewView(v.Split, v.Items.pick(kept), p.Options, p.Store.size))
		}
	}
	t.keep = func(r Row) bool {
		scored, agrees := keep(r)
		return agrees || scored && !drop
	}
	t.Views, t.Label = views, t.Label+" scored" // its groups are not those of the task
	return t
}
