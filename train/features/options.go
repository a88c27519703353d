package features

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/train/drmm"
)

// Options returns the options of a configuration's DRMM under a seed.
func Options(c *configs.Config, seed uint64) drmm.Options {
	t := &c.Train
	o := drmm.Options{Mode: drmm.Mode(t.Histogram), Gating: drmm.Gating(t.Gating), Batch: t.BatchSize, LearningRate: t.LearningRate,
		Margin: t.Margin, GateStart: t.GateStart, CosineScale: t.CosineScale, Seed: seed, Restart: t.Restart,
		Engine: drmm.Engine(t.Engine)}
	if t.Features == "extra" {
		o.Extras = numExtras
	}
	return o
}
