package account

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Unmet is an amount that a data set does not reach.
type Unmet struct {
	Key     string `json:"key"`    // the configuration key that asks for the amount, such as gen.pairs
	Subject string `json:"what"`   // what is counted: an axiom, judged pairs, queries
	Wanted  int    `json:"wanted"` // as asked
	There   int    `json:"there"`  // as many as the data hold
}

// String returns the amount as a clause of a sentence.
func (u Unmet) String() string {
	return fmt.Sprintf("%s: %s asks for %s, there are %s", u.Subject, u.Key, terminal.Group(u.Wanted), terminal.Group(u.There))
}

// CheckAmounts adds the amounts that the training rows do not reach: queries with a judged pair first, then judged pairs, then axiomatic
// ones, of which pools are what is asked.
func (s *Report) CheckAmounts(g *configs.Gen, pools []sample.Pool, judgedQueries int) {
	add := func(key, counted string, target, there int) {
		if there < target {
			s.Unmet = append(s.Unmet, Unmet{Key: key, Subject: counted, Wanted: target, There: there})
		}
	}
	add(configs.JudgedQueriesKey, "training queries with a judged pair", g.JudgedQueries, judgedQueries)
	if n, err := strconv.Atoi(g.Regular); err == nil {
		add(configs.RegularKey, "judged pairs", n, s.Regular.Found)
	}
	for i, p := range s.Pools {
		add(amountKey(pools[i]), p.Name, p.Wanted, p.Wanted-p.Shortfall)
	}
}

// amountKey returns the key that asks for the pairs of a pool.
func amountKey(p sample.Pool) string {
	if p.Pairs > 0 {
		return configs.PairsKey
	}
	return configs.RatioKey
}

// TestKey returns the key that asks for the rows of a test set.
func TestKey(g *configs.Gen, set string) string {
	if g.UniqueTest > 0 && strings.HasPrefix(set, "unique-") {
		return configs.UniqueTestKey
	}
	return configs.ClassTestKey
}
