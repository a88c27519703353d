package affinity

import (
	"context"
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/experiment/arms"
	"github.com/axiomine/axiomine/internal/experiment/division"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train"
)

// affinityOf returns the configuration of the trainings, and its axioms.
func affinityOf(c *configs.Config, origins map[string]configs.Origin) (*configs.Config, *quota.Axioms, error) {
	if origins["train.choose"].IsExplicit() && c.Train.Choose != configs.ChooseNone {
		return nil, nil, errs.BadUsage("leave --choose out", "every set of axioms is trained at the configured setting: nothing is chosen")
	}
	if c.Train.Ranker != "" {
		return nil, nil, errs.BadUsage("leave --ranker out", "affinity trains the DRMM")
	}
	if c.Gen.Strategy != sample.Paired {
		return nil, nil, errs.BadUsage("use --strategy paired", "affinity needs a pool for each axiom")
	}
	config := *c
	config.Train.Choose = configs.ChooseNone
	tasks, err := quota.ParseAxioms(&config.Gen)
	if err != nil {
		return nil, nil, err
	}
	if len(tasks.Pools) < 2 {
		return nil, nil, errs.BadUsage("name some with --axioms \"tfc1, m-tdc, prox1\"",
			"affinity needs two axioms that pairs can be drawn of, here is %d", len(tasks.Pools))
	}
	return &config, tasks, nil
}

// Plan makes the checks that an affinity begins with. It returns a line each for its cost and the
// division of the queries.
func Plan(ctx context.Context, l *configs.LoadedConfig) ([]string, error) {
	config, tasks, err := affinityOf(&l.Config, l.Origins)
	if err != nil {
		return nil, err
	}
	if err := arms.Check(config, l.Origins); err != nil {
		return nil, err
	}
	variant := *l
	variant.Config = *config
	lines, err := train.Plan(ctx, &variant)
	if err != nil {
		return nil, err
	}
	_, divisions, _, err := division.Divide(ctx, config)
	return append(lines, costText(len(tasks.Pools), config.Train.Seeds*len(divisions))), err
}

// costText returns the number of trainings for n axioms on draws of judged queries, one per seed and
// fold. A cluster that is not a pair has at least three axioms.
func costText(n, draws int) string {
	pairs := n * (n - 1) / 2
	return fmt.Sprintf("%s, %d for each seed and fold: judged pairs alone, %s, %s of axioms; "+
		"then one for each cluster of three or more, at most %d", terminal.Plural(draws*(1+n+pairs), "training", "trainings"), 1+n+pairs,
		terminal.Plural(n, "axiom", "axioms"), terminal.Plural(pairs, "pair", "pairs"), draws*(n/3))
}
