package gencmd

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
)

// Check refuses a configuration that a stage would refuse.
func Check(c *configs.Config) error { return gen.Check(c) }

// Lists are the values of keys that name axioms and output formats, for completion.
func Lists() map[string][]string {
	return map[string][]string{"gen.axioms": gen.AxiomNames(), "gen.perturb": gen.PerturbNames(),
		"tokenize.output_format": gen.OutputFormats()}
}
