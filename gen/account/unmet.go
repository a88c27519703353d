package account

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Unmet is an amount that a data set does not reach.
type Unmet struct {
	Key     string `json:"key"`    // the configuration key that asks for the amount, such as gen.pairs
	Subject string `json:"what"`   // kind of things that are counted: an axiom, judged pairs, queries
	Wanted  int    `json:"wanted"` // the number asked for
	There   int    `json:"there"`  // the number that the data have
}

// String returns a clause with the subject, the key and both numbers.
func (u Unmet) String() string {
	return fmt.Sprintf("%s: %s asks for %s, there are %s", u.Subject, u.Key, terminal.Group(u.Wanted), terminal.Group(u.There))
}

// Asked returns the amounts of judged queries and judged pairs that g asks for, each with the number that there is.
func Asked(g *configs.Gen, judgedQueries, judgedPairs int) (list []Unmet) {
	if g.JudgedQueries > 0 {
		list = append(list, Unmet{configs.JudgedQueriesKey, "training queries with a judged pair", g.JudgedQueries, judgedQueries})
	}
	if n, err := strconv.Atoi(g.Judged); err == nil {
		list = append(list, Unmet{configs.JudgedKey, "judged pairs", n, judgedPairs})
	}
	return list
}

// Ask adds a row for each requested amount.
func (s *Report) Ask(list ...Unmet) {
	for _, u := range list {
		s.Rows = append(s.Rows, Row{What: u.Subject, Key: u.Key, Asked: u.Wanted, Found: u.There, Drawn: u.There, Short: max(0, u.Wanted-u.There)})
	}
}

// Unmet returns the amounts that keys ask for and that the rows do not reach.
func (s *Report) Unmet() (list []Unmet) {
	for _, r := range s.Rows {
		if r.Key != "" && r.Short > 0 {
			list = append(list, Unmet{r.Key, cmp.Or(r.Axiom, r.What), r.Asked, r.Asked - r.Short})
		}
	}
	return list
}

// AmountKey returns the key that asks for the pairs of a pool.
func AmountKey(p sample.Pool) string {
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

// CheckReached returns an error of exit code 4 if the user asked for an amount that the data do not reach and gen.on_shortage is fail.
// Amounts of defaults and presets only cause warnings. result is the beginning of the hint: what exists although amounts are missing.
func CheckReached(l *configs.LoadedConfig, unmet []Unmet, result string) error {
	if l.Gen.OnShortage != quota.Fail {
		return nil
	}
	var short []string
	for _, u := range unmet {
		if asksFor(l, u.Key) {
			short = append(short, u.String())
		}
	}
	if len(short) == 0 {
		return nil
	}
	return errs.Short(result+" with what there is; ask for less, or give --on-shortage accept", "fewer than asked: %s",
		strings.Join(short, "; "))
}

// asksFor reports whether the user gave a value of a key, or several values to vary or to choose from.
func asksFor(l *configs.LoadedConfig, key string) bool {
	if l.Origins[key].IsExplicit() || l.SweepBy.IsExplicit() && l.Sweep.Varies(key) {
		return true
	}
	choose, err := configs.ParseChoose(l.Train.Choose)
	if err != nil || !l.Origins["train.choose"].IsExplicit() {
		return false
	}
	return slices.ContainsFunc(slices.Concat(choose.BothArms, choose.Judged, choose.Axioms), func(a configs.Axis) bool { return a.Key == key })
}

// AddUnmet returns list with the amounts of more, each key and subject once. If an amount is unmet twice, the larger gap stays.
func AddUnmet(list []Unmet, more ...Unmet) []Unmet {
	for _, u := range more {
		i := slices.IndexFunc(list, func(v Unmet) bool { return v.Key == u.Key && v.Subject == u.Subject })
		switch {
		case i < 0:
			list = append(list, u)
		case u.Wanted-u.There > list[i].Wanted-list[i].There:
			list[i] = u
		}
	}
	return list
}
