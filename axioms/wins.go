package axioms

import "slices"

// winJudge is a Judge that counts the preferences of all pairs faster than row by row.
type winJudge interface {
	// addWins adds what Wins adds, or returns false and does nothing.
	addWins(wins []int32) bool
}

// Wins adds to wins[i] the preferences that candidate i wins among the candidates less those that it loses. wins has one
// element for each candidate.
func Wins(j Judge, wins []int32) {
	if fast, ok := j.(winJudge); ok && len(wins) > 0 && fast.addWins(wins) {
		return
	}
	rows, row := Rows(j), make([]Verdict, len(wins))
	for i := range wins {
		rows.Row(i, row)
		tally(wins, i, row[i+1:])
	}
}

// tally counts the verdicts on candidate i and those after it.
func tally(wins []int32, i int, verdicts []Verdict) {
	sum, rest := int32(0), wins[i+1:][:len(verdicts)]
	for j, v := range verdicts {
		preference := int32(v + oneIf(v == Void)*-Void) // as Verdict.Preference, without a branch
		sum += preference
		rest[j] -= preference
	}
	wins[i] += sum
}

// addWins counts the candidates of each class and height, where there is an order and no bound of length.
func (p *pairwise[F]) addWins(wins []int32) bool {
	return p.ordered && p.window.free && p.order.addWins(wins)
}

// maxCounters is up to how many counters per candidate counting is faster than comparing.
const maxCounters = 16

// addWins returns false, and does nothing, where there are too many heights.
func (o *order) addWins(wins []int32) bool {
	least, classes := slices.Min(o.heights), int(slices.Max(o.classes))+1
	width := int(slices.Max(o.heights)) - int(least) + 1
	if classes*width > maxCounters*len(wins) {
		return false
	}
	levels := make([]int32, classes*width)
	for i, class := range o.classes {
		if class != incomparable {
			levels[int(class)*width+int(o.heights[i]-least)]++
		}
	}
	for class := range slices.Chunk(levels, width) {
		lower, higher := int32(0), int32(0)
		for _, n := range class {
			higher += n
		}
		for height, n := range class {
			higher -= n
			class[height] = lower - higher
			lower += n
		}
	}
	for i, class := range o.classes {
		if class != incomparable {
			wins[i] += levels[int(class)*width+int(o.heights[i]-least)]
		}
	}
	return true
}
