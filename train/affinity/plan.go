package affinity

import (
	"context"
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/division"
)

// affinityOf is the configuration under which every set of axioms is trained, and its axioms.
func affinityOf(c *configs.Config, origins map[string]configs.Origin) (*configs.Config, *pools.Axioms, error) {
	if origins["train.choose"].Own() && c.Train.Choose != configs.ChooseNone {
		return nil, nil, fault.BadUsage("leave --choose out", "every set of axioms is trained at the configured setting: nothing is chosen")
	}
	if c.Train.Ranker != "" {
		return nil, nil, fault.BadUsage("leave --ranker out", "affinity trains the DRMM")
	}
	if c.Gen.Strategy != sample.Paired {
		return nil, nil, fault.BadUsage("use --strategy paired", "affinity needs a pool for each axiom")
	}
	own := *c
	own.Train.Choose = configs.ChooseNone
	tasks, err := pools.ParseAxioms(&own.Gen)
	if err != nil {
		return nil, nil, err
	}
	if len(tasks.Pools) < 2 {
		return nil, nil, fault.BadUsage("name some with --axioms \"tfc1, m-tdc, prox1\"",
			"affinity needs two axioms that pairs can be drawn of, here is %d", len(tasks.Pools))
	}
	return &own, tasks, nil
}

// Plan says what an affinity costs, after the checks that it begins with, and how the queries are divided: a line each.
func Plan(ctx context.Context, l *configs.Loaded) ([]string, error) {
	own, tasks, err := affinityOf(&l.Config, l.Origins)
	if err != nil {
		return nil, err
	}
	if err := arms.Check(own, l.Origins); err != nil {
		return nil, err
	}
	planned := *l
	planned.Config = *own
	lines, err := train.Plan(ctx, &planned)
	if err != nil {
		return nil, err
	}
	_, divisions, _, err := division.Divided(ctx, own)
	return append(lines, costText(len(tasks.Pools), own.Train.Seeds*len(divisions))), err
}

// costText counts the trainings for n axioms on draws of judged queries, one for each seed and fold. A cluster that is not a pair has
// three axioms at least.
func costText(n, draws int) string {
	pairs := n * (n - 1) / 2
	return fmt.Sprintf("%d trainings, %d for each seed and fold: judged pairs alone, %d axioms, %d pairs of axioms; "+
		"then one for each cluster of three or more, at most %d",
		draws*(1+n+pairs), 1+n+pairs, n, pairs, draws*(n/3))
}
