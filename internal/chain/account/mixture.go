package account

import (
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Mix accounts for the pairs of the ranking task that a mixture leaves out of a set's rows. training says whether the set is that of the
// training split.
func (s *Report) Mix(set, task string, training bool, rows *pairs.Table) {
	numJudged, numAssumed := 0, 0
	byAxiom := map[string]int{}
	for _, r := range rows.All() {
		switch {
		case r.Task != task || r.Pass > 0:
		case r.Axiom != "":
			byAxiom[r.Axiom]++
		case r.NegativeSource() == pairs.NegativeJudged:
			numJudged++
		default:
			numAssumed++
		}
	}
	if !training {
		l := s.OtherSplits[set]
		l.Mix(numJudged, numAssumed)
		s.OtherSplits[set] = l
		return
	}
	s.Regular.Mix(numJudged, numAssumed)
	for i := range s.Pools {
		s.Pools[i].NotInMixture = s.Pools[i].Taken - byAxiom[s.Pools[i].Name]
	}
}
