package train

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/trial"
)

// Plan returns the lines that describe an experiment before it runs: the division of the queries, the
// tuning, and the settings that each arm chooses from.
func Plan(ctx context.Context, l *configs.LoadedConfig) ([]string, error) {
	c := &l.Config
	g, err := trial.NewGrid(c, l.Origins)
	if err != nil {
		return nil, err
	}
	source, divisions, lines, err := trial.Divide(ctx, c)
	if err != nil {
		return nil, err
	}
	for _, d := range divisions {
		sizes := lists.Map(d.Topics, func(t collection.Topics) string { return fmt.Sprintf("%d %s", len(t.Queries), t.Split) })
		lines = append(lines, trial.FoldText("queries", d.Fold)+": "+strings.Join(sizes, ", "))
	}
	run := stage.NewRun(c, nil, nil, "plan")
	run.Origins = l.Origins
	chain := &prepare.Preparation{Run: run, Inputs: collection.Inputs{Collection: source}}
	if name, parameters := prepare.ModelText(&c.Gen); prepare.Tunable(chain) {
		lines = append(lines, name+" is tuned on dev")
	} else if chain.Inputs.Collection.Retrieves() {
		lines = append(lines, strings.TrimSuffix(name+" "+parameters, " ")+", not tuned")
	}
	epochs, err := epochTexts(c, g.Augmented)
	if err != nil {
		return nil, err
	}
	units := fmt.Sprintf("for each of %s and %s", terminal.Plural(c.Train.Seeds, "seed", "seeds"),
		terminal.Plural(len(divisions), "division", "divisions"))
	if c.Train.Ranker != "" {
		epochs = []string{fmt.Sprintf("%s of the ranker at most, %s: %s", terminal.Plural(g.Cells(), "call", "calls"), units,
			configs.Portable("train.ranker", c.Train.Ranker))}
	}
	if !g.Chooses() {
		return slices.Concat(lines, []string{"nothing is chosen: every arm has the configured setting"}, epochs), nil
	}
	lines = append(lines, "every arm chooses on dev, "+units,
		fmt.Sprintf("%s: %s of %s", Judged, terminal.Plural(len(g.Judged), "setting", "settings"), valuesText(g.Judged)))
	if len(g.Augmented) > 0 {
		line := fmt.Sprintf("%s: %s of %s", Augmented, terminal.Plural(len(g.Augmented), "setting", "settings"), valuesText(g.Augmented))
		if g.AllowsNoAxioms {
			line += fmt.Sprintf(", and %d without axioms", len(g.Judged)-len(g.Augmented))
		}
		lines = append(lines, line)
	}
	return append(lines, epochs...), nil
}

// epochTexts returns the schedules of the arm with axiomatic pairs, without repeats.
func epochTexts(c *configs.Config, cells []configs.Settings) (epochs []string, err error) {
	for _, s := range cells {
		config, err := s.Apply(c)
		if err != nil {
			return nil, err
		}
		axioms, err := quota.ParseAxioms(&config.Gen)
		if err != nil {
			return nil, err
		}
		schedule, err := trial.ScheduleOf(config, &prepare.Preparation{Axioms: axioms})
		if err != nil {
			return nil, err
		}
		epochs = lists.AddNew(epochs, fmt.Sprintf("%s: %s", Augmented, schedule))
	}
	return epochs, nil
}

// valuesText returns the keys of settings, each with its distinct values.
func valuesText(list []configs.Settings) string {
	var values lists.Groups[string, string]
	for _, s := range list {
		for _, x := range s {
			if !slices.Contains(values.Of[x.Key], x.Value) {
				values.Add(x.Key, x.Value)
			}
		}
	}
	return strings.Join(lists.Map(values.Keys, func(key string) string { return fmt.Sprintf("%s %q", key, values.Of[key]) }), ", ")
}
