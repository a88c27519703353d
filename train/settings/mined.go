package settings

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/gen/sample"
)

// MinesMistakes says whether some setting draws pairs by the mistakes of the judged arm.
func (g *Grid) MinesMistakes(c *configs.Config) bool {
	return slices.ContainsFunc(append([]Setting{nil}, g.Augmented...), func(s Setting) bool {
		gen := &c.Gen
		hard := s.Value("gen.sample", gen.Sample) == sample.Hard && s.Value("gen.hard_run", gen.HardRun) == pools.JudgedArm
		return hard || s.Value("gen.violated_by", gen.ViolatedBy) == pools.JudgedArm
	})
}

// Axioms are the axioms of every setting, for what is prepared once: made documents, lengths in word pieces.
func (g *Grid) Axioms(c *configs.Config) (*pools.Axioms, error) {
	var list []*configs.Config
	for _, s := range append([]Setting{nil}, g.Augmented...) {
		own, err := s.Over(c)
		if err != nil {
			return nil, err
		}
		if own.Gen.Axioms == "" {
			continue
		}
		own.Gen.Mixture = "" // of data sets
		list = append(list, own)
	}
	return pools.Together(list)
}
