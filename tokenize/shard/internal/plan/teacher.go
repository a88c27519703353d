package plan

// Contradictory begins the key of the count of the pairs that Conflicts counts.
const Contradictory = "pairs that the scores contradict"

// scores returns the teacher's scores of a pair's documents; nil for a document without a score.
func scores(in *Input, r Row) (pos, neg *float64) {
	if in.Teacher == nil {
		return r.PosScore, r.NegScore
	}
	scoreOf := func(doc string) *float64 {
		if score, ok := in.Teacher.Score(r.QueryID, doc); ok {
			return &score
		}
		return nil
	}
	return scoreOf(r.PosID), scoreOf(r.NegID)
}

// TaughtScores returns the teacher's scores of a pair of a task of TaskWithScores. Other pairs may have no scores, and it panics then.
func (p *Plan) TaughtScores(r Row) (pos, neg float64) {
	a, b := scores(p.In, r)
	return *a, *b
}

// TaskWithScores returns a task without the pairs that lack a score and without the pairs that the scores contradict. It counts both.
func (p *Plan) TaskWithScores(format string, t Task) Task {
	var views []View[Row]
	for _, v := range t.Views {
		count := Conflicts{Format: format, Task: t.name, Split: v.Split}
		var numbers []uint32
		for i := range v.Items.N {
			switch pos, neg := scores(p.In, v.Items.Item(i)); {
			case pos == nil || neg == nil:
				p.Note("pairs without two scores left out of "+format, 1)
			case *pos >= *neg:
				numbers = append(numbers, uint32(i))
			default:
				count.Conflicts++
			}
		}
		count.Pairs = len(numbers) + count.Conflicts
		p.Conflicts = append(p.Conflicts, count)
		p.Note(Contradictory+" left out of "+format, count.Conflicts)
		if len(numbers) > 0 {
			views = append(views, NewView(v.Split, v.Items.pick(numbers), p.Options, p.Store.size))
		}
	}
	t.keep = func(r Row) bool {
		pos, neg := scores(p.In, r)
		return pos != nil && neg != nil && *pos >= *neg
	}
	t.Views, t.Label = views, t.Label+" scored" // Plan.Groups must not find the groups of the whole task
	return t
}
