package arms

import (
	"context"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/train/trial"
)

// CheckRows returns an error if an experiment without axioms has no judged pair in any training split. It finds the candidates of a small
// collection in a temporary folder, without tuning. A large collection is not looked at. Axioms may find pairs where nothing is judged.
func CheckRows(ctx context.Context, l *configs.LoadedConfig) error {
	c := l.Config
	c.Train.TuneRetrieval = "off"
	grid, err := trial.NewGrid(&c, l.Origins)
	if err != nil || len(grid.Augmented) > 0 {
		return err
	}
	measures, err := trial.Measures(&c)
	if err != nil {
		return err
	}
	source, _, _, err := trial.Divide(ctx, &c)
	if err != nil {
		return err
	}
	files, err := source.Inputs()
	if err != nil || !collection.IsSmall(&c.Gen, files) {
		return err
	}
	return result.Scratch(func(out *result.Dir) error {
		run := stage.NewRun(&c, out, nil, "plan")
		run.Origins, run.Original = l.Origins, l.Original
		chain, err := prepare.Start(run)
		if err != nil {
			return err
		}
		d, err := trial.ReadDivision(ctx, chain)
		if err != nil {
			return err
		}
		defer d.Chain.Close()
		if d, err = d.Retrieve(ctx, measures[0]); err != nil {
			return err
		}
		c.Gen.TrainOn = ""
		for _, f := range d.Folds {
			if chain, err = f.Source.Chain.WithConfig(&c); err != nil {
				return err
			}
			chain.Splits = []prepare.Split{{Name: "train", Queries: f.Train}}
			if _, err = dataset.DescribeRequest(chain); err == nil {
				return nil
			}
		}
		return err
	})
}
