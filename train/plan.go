package train

import (
	"context"
	"fmt"
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
	collection, err := gen.FindCollection(&c.Gen)
	if err != nil {
		return nil, err
	}
	var rep corpus.Report
	given, err := collection.ReadTopics(ctx, &rep)
	if err != nil {
		return nil, err
	}
	divisions, lines, err := gen.Divisions(&c.Gen, given)
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
	lines = append(lines, fmt.Sprintf("every arm chooses among %d settings on dev, for each of %d seeds and %d divisions; without axioms the last key is another start", max(len(g.judged), len(g.augmented)),
		c.Train.Seeds, len(divisions)))
	for _, s := range g.judged {
		lines = append(lines, "judged: "+s.String())
	}
	for _, s := range g.augmented {
		lines = append(lines, "judged + axioms: "+s.String())
	}
	if g.none {
		lines = append(lines, "judged + axioms: what the judged arm chose, without axioms")
	}
	return lines, nil
}
