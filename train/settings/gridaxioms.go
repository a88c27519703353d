package settings

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
)

// MinesMistakes reports whether a setting draws pairs by the mistakes of the judged arm.
func (g *Grid) MinesMistakes(c *configs.Config) bool {
	return slices.ContainsFunc(append([]configs.Settings{nil}, g.Augmented...), func(s configs.Settings) bool {
		gen := c.Gen
		gen.Sample = s.Value("gen.sample", gen.Sample)
		return quota.DrawRun(&gen) == quota.JudgedArm || s.Value("gen.violated_by", gen.ViolatedBy) == quota.JudgedArm
	})
}

// Axioms returns the axioms of every setting, for preparing made documents and lengths in word pieces
// once.
func (g *Grid) Axioms(c *configs.Config) (*quota.Axioms, error) {
	var list []*configs.Config
	for _, s := range append([]configs.Settings{nil}, g.Augmented...) {
		config, err := s.Apply(c)
		if err != nil {
			return nil, err
		}
		if config.Gen.Axioms == "" {
			continue
		}
		config.Gen.Mixture = "" // for data sets only
		list = append(list, config)
	}
	return quota.Together(list)
}
