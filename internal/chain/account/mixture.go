package account

import (
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// MixtureRows counts the rows of the training split by task; empty where there is no mixture.
type MixtureRows map[string]int

// text returns how many rows of how many tasks there are.
func (m MixtureRows) text() string {
	rows := 0
	for _, n := range m {
		rows += n
	}
	return terminal.Plural(rows, "row", "rows") + " of " + terminal.Plural(len(m), "task", "tasks")
}

// takesRegular reports whether regular pairs can be rows: a mixture takes them in its ranking task alone.
func (m MixtureRows) takesRegular() bool { return len(m) == 0 || m[quota.RankingTask] > 0 }

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
