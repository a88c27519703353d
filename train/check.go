package train

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/quota"
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
	}
	return nil
}

// checkSetting returns an error for one setting of the grid that an experiment would refuse.
func checkSetting(c *configs.Config) error {
	if err := checkTraining(c); err != nil || c.Train.Ranker == "" {
		return err
	}
	return checkRanker(c)
}

func checkTraining(c *configs.Config) error {
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
