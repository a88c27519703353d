package quota

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
)

// trainingQueries in gen.class_queries: three-class tasks are asked of all queries that are trained on.
const trainingQueries = "train"

// ClassQueries is gen.class_queries: how many queries of a split three-class tasks are asked of; nil for the training queries.
type ClassQueries []QueriesOf

// total returns how many queries of all splits are wanted.
func (c ClassQueries) total() (n int) {
	for _, split := range c {
		n += split.N
	}
	return n
}

// QueriesOf is a number of a split's queries.
type QueriesOf struct {
	Split string
	N     int
}

// ParseClassQueries reads "train", or train=100,dev=100,test=400.
func ParseClassQueries(g *configs.Gen) (list ClassQueries, err error) {
	if g.UniqueQueries < 0 || g.UniqueTest < 0 {
		return nil, errs.BadUsage("give 0 or a positive number", "gen.unique_queries: %d, gen.unique_test: %d", g.UniqueQueries, g.UniqueTest)
	}
	if g.ClassQueries == trainingQueries {
		if g.UniqueQueries > 0 && g.Mixture != "" {
			return nil, errs.BadUsage("say with --set class_queries=SPLIT=N,SPLIT=N how many of each split",
				"gen.unique_queries: every training query is asked already")
		}
		return nil, nil
	}
	for _, part := range configs.List(g.ClassQueries) {
		split, number, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || split == "" {
			return nil, errs.BadUsage(errs.Suggestion(part, trainingQueries)+
				"use train, or numbers by split such as train=100,dev=100,test=400", "gen.class_queries: %q", part)
		}
		for _, other := range list {
			if other.Split == split {
				return nil, errs.BadUsage("name it once", "gen.class_queries: the split %s stands there twice", split)
			}
		}
		list = append(list, QueriesOf{split, n})
	}
	if len(list) == 0 {
		return nil, errs.BadUsage("use train, or numbers by split such as train=100,dev=100,test=400", "gen.class_queries is empty")
	}
	return list, nil
}

// CheckClassSplits refuses gen.class_queries where it names a split that is not among those that there are. The split of gen.train_on
// will be called train.
func CheckClassSplits(c *configs.Config, has []string) error {
	g := &c.Gen
	list, err := ParseClassQueries(g)
	if err != nil {
		return err
	}
	if g.TrainOn != "" {
		has = append(slices.Clone(has), trainingQueries)
	}
	for _, want := range list {
		if !slices.Contains(has, want.Split) {
			hint := errs.Suggestion(want.Split, has...) + "there are " + strings.Join(has, ", ")
			if len(has) == 1 {
				hint += fmt.Sprintf(`; --set class_queries=%s=%d takes as many, or --splits "hash 80/10/10" divides the queries`, has[0], list.total())
			}
			return errs.BadUsage(hint, "gen.class_queries: there is no split %s", want.Split)
		}
	}
	return nil
}
