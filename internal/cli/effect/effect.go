// Package effect refuses values of the user's that would be lost in silence: those without an effect in what a command makes.
package effect

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
)

// What commands make beside the stages of gen.
const (
	Training  stage.Name = "train"    // rankers
	Ranking   stage.Name = "rerank"   // beside Training: the run of one that is trained already
	Diagnosis stage.Name = "diagnose" // what axioms say of runs, also about documents that axioms make or perturb
	OwnModels stage.Name = "models"   // beside Diagnosis: the runs are those of our own retrieval models
	Texts     stage.Name = "explain"  // what axioms say of texts
	Answers   stage.Name = "serve"    // to requests
	Settings  stage.Name = "sweep"    // all settings of the section sweep
)

// chain is what the commands from a collection to trained rankers make; stage.Tuning stands for candidates that a model finds whatever
// gen.run says. A file or the environment serves all of them: a value there has an effect if it has one in any of them.
var chain = [][]stage.Name{{stage.Candidates}, {stage.Tuning}, {stage.Mining}, {stage.Sample}, {stage.Sample, stage.Shards},
	{stage.Sample, Training}, {stage.Embedding}, {stage.Sample, Answers}}

// In returns the check of a command that makes something. It refuses a value that the user gave, that is not the default, and that has no
// effect under the configuration, nor under any setting of its sweep or any choice of its arms.
func In(made ...stage.Name) func(*configs.LoadedConfig) error {
	return func(l *configs.LoadedConfig) error {
		choose, err := configs.ParseChoose(l.Train.Choose)
		if err != nil {
			return err
		}
		cells, err := cellsOf(l)
		if err != nil {
			return err
		}
		for _, k := range configs.Keys() {
			origin, value, works := l.Origins[k.Name], fmt.Sprint(k.Get(&l.Config)), [][]stage.Name{made}
			if !l.Takes[k.Name] || !origin.IsExplicit() {
				continue
			}
			refused := func(hint, why string) error {
				if origin.IsFlag() {
					return errs.BadUsage(hint, "%s (%s) has no effect here: %s", strings.TrimPrefix(string(origin), "flag "), k.Name, why)
				}
				return errs.BadUsage(hint, "%s of %s has no effect here: %s", k.Name, origin, why)
			}
			switch {
			case !origin.IsFlag():
				works = append(works, chain...)
			case slices.Contains(made, Settings) && l.Sweep.Fixes(k.Name):
				return refused("leave it out, or take it out of the section sweep", "each setting of the section sweep has a value of its own")
			case slices.Contains(made, Training) && choose.Fixes(k.Name):
				return refused("leave it out, or take it out of train.choose", "train.choose gives each arm values of its own")
			}
			if value == k.Default {
				continue
			}
			list := needsOf(k, value)
			for _, n := range needs {
				if slices.Contains(list, n.name) && !n.isMet(cells, works) {
					return refused("leave it out, or see axiomine configs show", n.why)
				}
			}
		}
		return nil
	}
}

// isMet reports whether a need is met in one of some cells, in one of some works.
func (n need) isMet(cells []use, works [][]stage.Name) bool {
	return slices.ContainsFunc(cells, func(u use) bool {
		return slices.ContainsFunc(works, func(made []stage.Name) bool { u.made = made; return n.met(&u) })
	})
}

// cellsOf returns the configurations that a command may follow: the given one, those of its sweep, and of each of them those that its arms
// choose from.
func cellsOf(l *configs.LoadedConfig) (cells []use, err error) {
	bases := []*configs.Config{&l.Config}
	for _, settings := range l.Sweep.Settings() {
		c, err := l.Sweep.Lay(l.Config, settings)
		if err != nil {
			return nil, errs.BadUsage("", "sweep: %v", err)
		}
		if len(settings) > 0 {
			bases = append(bases, c)
		}
	}
	for _, base := range bases {
		choose, err := configs.ParseChoose(base.Train.Choose)
		if err != nil {
			return nil, err
		}
		find := sync.OnceValue(func() *collection.Collection {
			if col, err := collection.FindCollection(&base.Gen); err == nil {
				return col
			}
			return new(collection.Collection)
		})
		for _, settings := range append([][]configs.Setting{nil}, choose.Settings()...) {
			c := *base
			for _, x := range settings {
				if err := c.Set(x.Key, x.Value); err != nil {
					return nil, err
				}
			}
			cells = append(cells, use{Config: &c, find: find})
		}
	}
	return cells, nil
}
