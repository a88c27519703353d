package gen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
)

// trainingQueries in gen.class_queries: three-class tasks are asked of all queries that are trained on.
const trainingQueries = "train"

// classQueries is gen.class_queries: how many queries of a split three-class tasks are asked of; nil for the training queries.
type classQueries []struct {
	split string
	n     int
}

// parseClassQueries reads "train", or train=100,dev=100,test=400.
func parseClassQueries(g *configs.Gen) (list classQueries, err error) {
	if g.UniqueQueries < 0 || g.UniqueTest < 0 {
		return nil, fault.BadUsage("give 0 or a positive number", "gen.unique_queries: %d, gen.unique_test: %d", g.UniqueQueries, g.UniqueTest)
	}
	if g.ClassQueries == trainingQueries {
		if g.UniqueQueries > 0 {
			return nil, fault.BadUsage("say with --class-queries how many of each split", "gen.unique_queries: every training query is asked already")
		}
		return nil, nil
	}
	for _, part := range fields(g.ClassQueries) {
		split, number, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || split == "" {
			return nil, fault.BadUsage("use train, or numbers by split such as train=100,dev=100,test=400", "gen.class_queries: %q", part)
		}
		for _, other := range list {
			if other.split == split {
				return nil, fault.BadUsage("name it once", "gen.class_queries: the split %s stands there twice", split)
			}
		}
		list = append(list, struct {
			split string
			n     int
		}{split, n})
	}
	if len(list) == 0 {
		return nil, fault.BadUsage("use train, or numbers by split such as train=100,dev=100,test=400", "gen.class_queries is empty")
	}
	return list, nil
}

// asking is the drawer of the queries that three-class tasks are asked of, as Klose (2021, 4.1) takes 700 of all his sets:
// of each split those of smallest hash, so that more of them hold fewer. Only the training queries' labels count.
func (c *Chain) asking(d *Drawer, training string, report *SampleReport) (*Drawer, error) {
	list, err := parseClassQueries(&c.Config.Gen)
	if err != nil || list == nil {
		return d, err
	}
	of := *d
	of.Queries, of.labels, of.Hard = nil, []bool{}, nil
	met := map[string]bool{}
	for _, want := range list {
		at := slices.IndexFunc(c.Splits, func(s Split) bool { return s.Name == want.split })
		if at < 0 {
			var names []string
			for i := range c.Splits {
				names = append(names, c.Splits[i].Name)
			}
			return nil, fault.BadUsage("there are "+strings.Join(names, ", "), "gen.class_queries: there is no split %s", want.split)
		}
		queries := c.Splits[at].Queries
		if len(queries) < want.n {
			report.Warnings = append(report.Warnings, fmt.Sprintf("class_queries: %s=%d wanted, %d there", want.split, want.n, len(queries)))
		}
		labelled := make([]bool, len(queries))
		if want.split == training {
			labelled = d.labelled()
		}
		for _, place := range firstByHash(queries, want.n, d.Options.Seed) {
			if q := queries[place]; !met[q.ID] {
				met[q.ID] = true
				of.Queries, of.labels = append(of.Queries, q), append(of.labels, labelled[place])
			}
		}
	}
	return &of, nil
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
