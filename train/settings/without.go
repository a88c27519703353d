package settings

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
)

// WithoutAxioms returns a configuration without keys of axiomatic pairs, as that of the judged arm.
func WithoutAxioms(c *configs.Config) *configs.Config {
	out := *c
	g, t := &out.Gen, &out.Train
	g.Axioms, g.DeltaStar, g.Ratio, g.Pairs, g.Weights, g.ViolatedBy = "", "", "1:1", "", "none", ""
	g.Strategy, g.Budget, g.Made = sample.Paired, sample.Append, "test"
	if quota.DrawRun(g) != "" {
		g.Sample = sample.Defaults().Draw // no run orders judged pairs
	}
	t.Schedule, t.AxiomMargin, t.AxiomWeight = "mixed", "1", "1"
	return &out
}

// WithPools returns the configuration of an arm with axiomatic pairs. Without axioms it has no keys of
// theirs.
func WithPools(c *configs.Config) *configs.Config {
	if c.Gen.Axioms == "" {
		return WithoutAxioms(c)
	}
	return c
}
