package configs

import (
	"fmt"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/configs/fault"
	"gopkg.in/yaml.v3"
)

// publishedKey is the section of a file that lists what was published of the experiment it describes.
const publishedKey = "published"

// Published is a number that a source reports of an experiment, to be shown beside ours, or, without Of, a remark such as
// that its numbers are not at hand.
type Published struct {
	Of      string            `yaml:"of"`      // a system of the record, or "rows of TASK"
	Measure string            `yaml:"measure"` // of a system
	Value   float64           `yaml:"value"`
	Where   map[string]string `yaml:"where"` // values of the configuration under which it holds
	Source  string            `yaml:"source"`
}

// readPublished reads a list of numbers with their sources.
func readPublished(file string, body *yaml.Node, known map[string]Field) ([]Published, error) {
	var list []Published
	if err := body.Decode(&list); err != nil {
		return nil, fault.BadUsage("write published: [{of: SYSTEM, measure: M, value: X, source: ..}]", "%s:%d: published: %v", file, body.Line, err)
	}
	for _, p := range list {
		if p.Source == "" || (p.Of == "") != (p.Value == 0) {
			return nil, fault.BadUsage("give a source, and a value with what it is of", "%s:%d: published: %q has no source, or no value", file, body.Line, p.Of)
		}
		for _, key := range slices.Sorted(maps.Keys(p.Where)) {
			if _, ok := known[key]; !ok {
				return nil, fault.BadUsage("did you mean "+fault.Nearest(key, slices.Sorted(maps.Keys(known)))+"?", "%s:%d: unknown key %s", file, body.Line, key)
			}
		}
	}
	return list, nil
}

// Holds says whether the configuration is one under which the number was reported.
func (p *Published) Holds(c *Config) bool {
	for _, f := range Fields() {
		if want, ok := p.Where[f.Key]; ok && fmt.Sprint(f.Get(c)) != want {
			return false
		}
	}
	return true
}
