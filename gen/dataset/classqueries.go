package dataset

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
)

// classDrawer returns the drawer of the queries for three-class tasks, as Klose (2021, 4.1) takes 700 of all sets: of each split those
// with the smallest hash, so that a larger number contains a smaller one. Only the training queries' labels count.
func classDrawer(g *configs.Gen, splits []prepare.Split, d *Drawer, training string, report *account.Report) (*Drawer, error) {
	list, err := quota.ParseClassQueries(g)
	if err != nil || list == nil {
		return d, err
	}
	drawer := *d
	drawer.Queries, drawer.Labels, drawer.Scores = nil, []bool{}, nil
	isTaken := map[string]bool{}
	for _, want := range list {
		i := slices.IndexFunc(splits, func(s prepare.Split) bool { return s.Name == want.Split })
		queries := splits[i].Queries
		if len(queries) < want.N {
			report.Warn("class_queries: %s=%d wanted, %d there", want.Split, want.N, len(queries))
			report.Ask(account.Unmet{Key: configs.ClassQueriesKey, Subject: "queries of " + want.Split, Wanted: want.N, There: len(queries)})
		}
		hasLabels := make([]bool, len(queries))
		if want.Split == training {
			hasLabels = d.HasLabels()
		}
		for _, place := range firstByHash(queries, want.N, d.Options.Seed) {
			if q := queries[place]; !isTaken[q.ID] {
				isTaken[q.ID] = true
				drawer.Queries, drawer.Labels = append(drawer.Queries, q), append(drawer.Labels, hasLabels[place])
			}
		}
	}
	return &drawer, nil
}

// checkClassQueries refuses queries of a split that is not there.
func checkClassQueries(c *configs.Config, splits []prepare.Split) error {
	var names []string
	for i := range splits {
		names = append(names, splits[i].Name)
	}
	return quota.CheckClassSplits(c, names)
}

// firstByHash returns the places of the n queries of smallest hash, in their order.
func firstByHash(queries []mine.Query, n int, seed uint64) []int {
	ids := make([]string, len(queries))
	for i := range queries {
		ids[i] = queries[i].ID
	}
	places := slices.Clone(sample.JudgedSubset(ids, n, seed))
	slices.Sort(places)
	return places
}

// moreQueries returns n more queries that share no word with the used ones: 100 training queries with Klose. A test set of them shows
// what a model learnt and did not memorise.
func moreQueries(queries, used []mine.Query, n int, seed uint64) (more []mine.Query) {
	unlike := uniqueQueries(queries, used) // an asked query shares its words with itself
	for _, place := range firstByHash(unlike, n, seed) {
		more = append(more, unlike[place])
	}
	return more
}

// withoutQueries returns the queries that are not among the used ones.
func withoutQueries(queries, used []mine.Query) (left []mine.Query) {
	isUsed := map[string]bool{}
	for i := range used {
		isUsed[used[i].ID] = true
	}
	for _, q := range queries {
		if !isUsed[q.ID] {
			left = append(left, q)
		}
	}
	return left
}
