package train

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/corpus"
)

// Plan says how an experiment would divide the queries of a collection, what would be tuned, and what its arms would choose from: a
// line each.
func Plan(ctx context.Context, l *configs.Loaded) ([]string, error) {
	c := &l.Config
	g, err := gridOf(c, l.Origins)
	if err != nil {
		return nil, err
	}
	collection, divisions, lines, err := divided(ctx, c)
	if err != nil {
		return nil, err
	}
	for i := range divisions {
		d := &divisions[i]
		d.LimitDev(c.Train.DevQueries, c.Gen.MinGrade, uint64(c.Gen.Seed))
		var sizes []string
		for _, t := range d.Topics {
			sizes = append(sizes, fmt.Sprintf("%d %s", len(t.Queries), t.Split))
		}
		lines = append(lines, foldText("queries", d.Fold)+": "+strings.Join(sizes, ", "))
	}
	chain := &gen.Chain{Config: c, Collection: collection, Origins: l.Origins}
	if name, parameters := gen.ModelText(&c.Gen); chain.Tunable() {
		lines = append(lines, name+" is tuned on dev")
	} else if chain.Retrieves() {
		lines = append(lines, strings.TrimSuffix(name+" "+parameters, " ")+", not tuned")
	}
	if !g.chooses() {
		return append(lines, "nothing is chosen: every arm has the configured setting"), nil
	}
	lines = append(lines, fmt.Sprintf("every arm chooses on dev, for each of %d seeds and %d divisions", c.Train.Seeds, len(divisions)),
		fmt.Sprintf("%s: %d settings of %s", Judged, len(g.judged), valuesText(g.judged)))
	if len(g.augmented) > 0 {
		line := fmt.Sprintf("%s: %d settings of %s", Augmented, len(g.augmented), valuesText(g.augmented))
		if g.none {
			line += fmt.Sprintf(", and %d without axioms", len(g.judged)-len(g.augmented))
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// divided reads the queries of a collection and divides them; the lines say how.
func divided(ctx context.Context, c *configs.Config) (*gen.Collection, []gen.Division, []string, error) {
	collection, err := gen.FindCollection(&c.Gen)
	if err != nil {
		return nil, nil, nil, err
	}
	var rep corpus.Report
	given, err := collection.ReadTopics(ctx, &rep)
	if err != nil {
		return nil, nil, nil, err
	}
	divisions, lines, err := gen.Divisions(&c.Gen, given)
	return collection, divisions, lines, err
}

// valuesText lists the keys of settings with their values.
func valuesText(list []setting) string {
	var keys []string
	values := map[string][]string{}
	for _, s := range list {
		for _, x := range s {
			if values[x.Key] == nil {
				keys = append(keys, x.Key)
			}
			if !slices.Contains(values[x.Key], x.Value) {
				values[x.Key] = append(values[x.Key], x.Value)
			}
		}
	}
	var parts []string
	for _, key := range keys {
		parts = append(parts, fmt.Sprintf("%s %q", key, values[key]))
	}
	return strings.Join(parts, ", ")
}
