package train

import (
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/gen/tune"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// steps are the steps of an experiment after its candidates are retrieved. Their names are those of its
// stages.
var steps = []progress.Step{
	{Name: "train", Title: "training the network"},
	{Name: "diagnose", Title: "asking the models"},
}

// stepsRanker are the same steps for a command.
var stepsRanker = []progress.Step{{Name: "train", Title: "calling the ranker"}, steps[1]}

// Steps returns the steps of an experiment, for its progress.
func Steps(c *prepare.Preparation) []progress.Step {
	goals := []stage.Name{stage.Candidates}
	if tune.Tunable(c) {
		goals = append(goals, stage.Tuning)
	}
	if c.Run.Config.Train.Ranker != "" {
		return append(prepare.Steps(&c.Run.Config.Gen, goals...), stepsRanker...)
	}
	return append(prepare.Steps(&c.Run.Config.Gen, goals...), steps...)
}
