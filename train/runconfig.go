package train

import (
	"context"
	"fmt"
	"maps"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/train/report"
)

// RunConfig runs the experiment of a configuration in a new or empty folder, as the command `axiomine train` does, and returns its
// result. Values that the caller changed after loading count as flags of the user: no arm chooses another one. Errors of the input are
// *errs.Error with file and line. After an error or an ended ctx, the folder keeps finished trainings.
func RunConfig(ctx context.Context, l *configs.LoadedConfig, folder string) (*report.Result, error) {
	const command = "axiomine train"
	changed := *l
	changed.Origins = changedOrigins(l)
	return result.FillNew(folder, func(out *result.Dir) (*report.Result, error) {
		chain, err := Start(&changed, out, nil, command)
		if err != nil {
			return nil, err
		}
		defer chain.Close()
		return Run(ctx, chain, command)
	})
}

// changedOrigins returns the origins of the values. A value whose origin is "default", but that differs from the default, was set by the
// caller: its origin becomes "the program".
func changedOrigins(l *configs.LoadedConfig) map[string]configs.Origin {
	origins := maps.Clone(l.Origins)
	for _, k := range configs.Keys() {
		if origins[k.Name] == "default" && fmt.Sprint(k.Get(&l.Config)) != fmt.Sprint(k.Standard()) {
			origins[k.Name] = "the program"
		}
	}
	return origins
}

// Start begins the experiment of a configuration in a folder, with the origins of its values and its published numbers.
func Start(l *configs.LoadedConfig, out *result.Dir, p *progress.Printer, command string) (*prepare.Preparation, error) {
	chain, err := gen.Start(&l.Config, out, p, command)
	if err != nil {
		return nil, err
	}
	chain.Run.Published, chain.Run.Original, chain.Run.Origins = l.Published, l.Original, l.Origins
	return chain, nil
}

// steps are the steps of an experiment after the retrieval of the candidates. A step has the name of its stage.
var steps = []progress.Step{
	{Name: "train", Title: "training the network, with its word vectors"},
	{Name: "diagnose", Title: "asking the models"},
}

// rankerSteps are the steps of an experiment that trains by a command.
var rankerSteps = []progress.Step{{Name: "train", Title: "calling the ranker"}, steps[1]}

// Steps returns the steps of an experiment, for its progress.
func Steps(c *prepare.Preparation) []progress.Step {
	goals := []stage.Name{stage.Candidates}
	if prepare.Tunable(c) {
		goals = append(goals, stage.Tuning)
	}
	if c.Run.Config.Train.Ranker != "" {
		return append(prepare.Steps(&c.Run.Config.Gen, goals...), rankerSteps...)
	}
	return append(prepare.Steps(&c.Run.Config.Gen, goals...), steps...)
}
