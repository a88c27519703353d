package dataset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/errs"
)

// asking is the drawer of the queries that three-class tasks are asked of, as Klose (2021, 4.1) takes 700 of all his sets:
// of each split those of smallest hash, so that more of them hold fewer. Only the training queries' labels count.
func (c *Sampler) asking(d *Drawer, training string, report *account.Report) (*Drawer, error) {
	list, err := quota.ParseClassQueries(&c.Config.Gen)
	if err != nil || list == nil {
		return d, err
	}
	of := *d
	of.Queries, of.Labels, of.Hard = nil, []bool{}, nil
	met := map[string]bool{}
	for _, want := range list {
		at := slices.IndexFunc(c.Splits, func(s prepare.Split) bool { return s.Name == want.Split })
		queries := c.Splits[at].Queries
		if len(queries) < want.N {
			report.Warnings = append(report.Warnings, fmt.Sprintf("class_queries: %s=%d wanted, %d there", want.Split, want.N, len(queries)))
			report.Unmet = append(report.Unmet, account.Unmet{Key: configs.ClassQueriesKey, What: "queries of " + want.Split, Wanted: want.N,
				There: len(queries)})
		}
		labelled := make([]bool, len(queries))
		if want.Split == training {
			labelled = d.Labelled()
		}
		for _, place := range firstByHash(queries, want.N, d.Options.Seed) {
			if q := queries[place]; !met[q.ID] {
				met[q.ID] = true
				of.Queries, of.Labels = append(of.Queries, q), append(of.Labels, labelled[place])
			}
		}
	}
	return &of, nil
}

// checkClassQueries refuses queries of a split that is not there.
func (c *Sampler) checkClassQueries() error {
	list, err := quota.ParseClassQueries(&c.Config.Gen)
	if err != nil {
		return err
	}
	var names []string
	for i := range c.Splits {
		names = append(names, c.Splits[i].Name)
	}
	for _, want := range list {
		if !slices.Contains(names, want.Split) {
			return errs.BadUsage(errs.Suggestion(want.Split, names...)+"there are "+strings.Join(names, ", "),
				"gen.class_queries: there is no split %s", want.Split)
		}
	}
	return nil
}

// firstByHash gives the places of the n queries of smallest hash, in their order.
func firstByHash(queries []mine.Query, n int, seed uint64) []int {
	ids := make([]string, len(queries))
	for i := range queries {
		ids[i] = queries[i].ID
	}
	places := slices.Clone(sample.JudgedSubset(ids, n, seed))
	slices.Sort(places)
	return places
}

// further gives n more queries that share no word with those that were asked: with Klose 100 training queries, so that a test
// set of theirs tells what was learned from what was kept in mind.
func further(queries, asked []mine.Query, n int, seed uint64) (more []mine.Query) {
	unlike := uniqueQueries(queries, asked) // an asked query shares its words with itself
	for _, place := range firstByHash(unlike, n, seed) {
		more = append(more, unlike[place])
	}
	return more
}

// others are the queries that were not asked.
func others(queries, asked []mine.Query) (left []mine.Query) {
	met := map[string]bool{}
	for i := range asked {
		met[asked[i].ID] = true
	}
	for _, q := range queries {
		if !met[q.ID] {
			left = append(left, q)
		}
	}
	return left
}
