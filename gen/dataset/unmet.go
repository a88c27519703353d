package dataset

import (
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/ledger"
	"github.com/axiomine/axiomine/gen/sample"
)

// The keys that ask for amounts of rows and queries.
const (
	pairsKey         = "gen.pairs"
	ratioKey         = "gen.ratio"
	regularKey       = "gen.regular"
	judgedQueriesKey = "gen.judged_queries"
	madeQueriesKey   = "gen.made_queries"
	classQueriesKey  = "gen.class_queries"
	classTestKey     = "gen.class_test"
	uniqueQueriesKey = "gen.unique_queries"
	uniqueTestKey    = "gen.unique_test"
)

// unmet lists the amounts that the training rows do not reach: queries first, then judged pairs, then axiomatic ones.
func (d *Drawer) unmet(g *configs.Gen, topics []collection.Topics, report *ledger.Report) (list []ledger.Unmet) {
	add := func(key, what string, wanted, there int) {
		list = append(list, ledger.Unmet{Key: key, What: what, Wanted: wanted, There: there}.List()...)
	}
	if g.QueriesFrom != configs.QueriesGiven {
		add(madeQueriesKey, "made queries", g.MadeQueries, countMade(topics))
	}
	add(judgedQueriesKey, "training queries with a judged pair", d.Judged, d.countJudged())
	if asked, err := strconv.Atoi(g.Regular); err == nil {
		add(regularKey, "judged pairs", asked, report.Regular.Found)
	}
	for i, p := range report.Pools {
		add(amountKey(d.Axioms.Pools[i]), p.Name, p.Wanted, p.Wanted-p.Shortfall)
	}
	return list
}

// amountKey returns the key that asks for the pairs of a pool.
func amountKey(p sample.Pool) string {
	if p.Pairs > 0 {
		return pairsKey
	}
	return ratioKey
}

// testKey returns the key that asks for the rows of a test set.
func testKey(g *configs.Gen, set string) string {
	if g.UniqueTest > 0 && strings.HasPrefix(set, "unique-") {
		return uniqueTestKey
	}
	return classTestKey
}

// countMade returns the number of queries that were made of documents.
func countMade(topics []collection.Topics) (n int) {
	for _, t := range topics {
		if t.Made {
			n += len(t.Queries)
		}
	}
	return n
}
