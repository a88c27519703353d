package train

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/train/trial"
)

// Check returns an error for a configuration that an experiment would refuse, before any work is done.
func Check(c *configs.Config, origins map[string]configs.Origin) error {
	if _, err := trial.Measures(c); err != nil {
		return err
	}
	if err := checkSetting(c); err != nil {
		return err
	}
	if c.Train.Ranker != "" {
		if err := checkRanker(c); err != nil {
			return err
		}
	}
	g, err := trial.NewGrid(c, origins)
	if err != nil {
		return err
	}
	for _, s := range slices.Concat(g.Judged, g.Augmented) {
		config, err := s.Apply(c)
		if err != nil {
			return err
		}
		if config.Gen.Vectors == "" {
			config.Gen.Vectors = c.Gen.Vectors // axioms that use term similarities need them
		}
		if err := checkSetting(config); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
		if c.Train.Ranker == "" {
			continue
		}
		if err := checkRanker(config); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}

func checkSetting(c *configs.Config) error {
	if c.Gen.Axioms == "" {
		c = trial.WithoutAxioms(c)
	}
	if err := gen.Check(c); err != nil {
		return err
	}
	o := trial.NetworkOptions(c, 0)
	if err := o.Validate(); err != nil {
		return err
	}
	list, err := quota.ParseAxioms(&c.Gen)
	if err != nil {
		return err
	}
	_, err = trial.ParseSchedule(c.Train.Schedule, c.Train.PairsPerEpoch, list.Pools, c.Gen.Budget)
	return err
}

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
