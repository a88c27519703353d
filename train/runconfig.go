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

// RunConfig runs the experiment of a configuration in a folder, as the command `axiomine train` does, and returns its result. Values that
// the caller changed after loading count as given by the user, as those of flags do: no arm chooses another one. The folder is made; it is
// an error if it holds anything. Errors of the input are *errs.Error with file and line. An error or an ended ctx leaves finished
// trainings in the folder.
func RunConfig(ctx context.Context, l *configs.LoadedConfig, folder string) (*report.Result, error) {
	out, err := result.Claim(folder, result.Fresh)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	const command = "axiomine train"
	own := *l
	own.Origins = withChanges(l)
	chain, err := Start(&own, out, nil, command)
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	measured, err := Run(ctx, chain, command)
	if err != nil {
		return nil, err
	}
	return measured, out.Settle()
}

// withChanges returns where the values of a configuration came from: those that are said to be defaults and are others came from the
// program.
func withChanges(l *configs.LoadedConfig) map[string]configs.Origin {
	origins := maps.Clone(l.Origins)
	for _, k := range configs.Keys() {
		if origins[k.Name] == "default" && fmt.Sprint(k.Get(&l.Config)) != fmt.Sprint(k.Standard()) {
			origins[k.Name] = "the program"
		}
	}
	return origins
}

// Start begins the experiment of a configuration in a folder, with what the configuration knows of its values and of published ones.
func Start(l *configs.LoadedConfig, out *result.Dir, p *progress.Printer, command string) (*prepare.Preparation, error) {
	chain, err := gen.Start(&l.Config, out, p, command)
	if err != nil {
		return nil, err
	}
	chain.Run.Published, chain.Run.Original, chain.Run.Origins = l.Published, l.Original, l.Origins
	return chain, nil
}

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
	if prepare.Tunable(c) {
		goals = append(goals, stage.Tuning)
	}
	if c.Run.Config.Train.Ranker != "" {
		return append(prepare.Steps(&c.Run.Config.Gen, goals...), stepsRanker...)
	}
	return append(prepare.Steps(&c.Run.Config.Gen, goals...), steps...)
}
