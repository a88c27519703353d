// Package meaning says under which configuration the value of a key means something: one table, by which commands refuse a value of the
// user's that would be lost in silence.
package meaning

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
)

// Work is what a command makes of a configuration beyond the reading of it; the table of meanings asks for it.
type Work struct {
	Retrieves bool // candidates, and nothing behind them
	NoRun     bool // candidates that a retrieval model finds, whatever gen.run says: a file serves commands that are given no run, too
	Counts    bool // what axioms find, and no pairs
	Diagnoses bool // beside Counts: the texts that a model outside scores
	Draws     bool // pairs
	Writes    bool // shards, whether a ranker reads them or not
	Trains    bool // rankers
	Orders    bool // beside Trains: the run of one that is trained already
	Embeds    bool // word vectors for their own sake
	Asks      bool // axioms about the runs of models, also about documents that axioms make or perturb
	OwnModels bool // beside Asks: no run is named, and our own retrieval models are asked about
	Explains  bool // what axioms say of texts
	Serves    bool // answers to requests
	Sweeps    bool // what each setting of the section sweep asks for
}

// asksRuns reports whether axioms are asked about runs that are named beside the keys.
func (w Work) asksRuns() bool { return w.Asks && !w.OwnModels }

// chain is what the commands from a collection to trained rankers make. A file or the environment serves all of them, so that a value
// there means something if it does to one, or to the command itself.
var chain = []Work{{Retrieves: true}, {NoRun: true}, {Counts: true}, {Draws: true},
	{Draws: true, Writes: true}, {Draws: true, Trains: true}, {Embeds: true}, {Draws: true, Serves: true}}

// Check returns an error for a value that the user gave, that is not the default, and that means nothing to a command under the
// configuration, or under any setting of its sweep.
func (w Work) Check(l *configs.LoadedConfig) error {
	choose, err := configs.ParseChoose(l.Train.Choose)
	if err != nil {
		return err
	}
	cells, err := cellsOf(l)
	if err != nil {
		return err
	}
	for _, k := range configs.Keys() {
		origin := l.Origins[k.Name]
		if !l.Takes[k.Name] || !origin.IsExplicit() {
			continue
		}
		if w.Sweeps && origin.IsFlag() && isAxis(l, k.Name) {
			return errs.BadUsage("leave it out, or take it out of the section sweep",
				"%s has no effect here: each setting of the section sweep has a value of its own", quoteKey(l, k))
		}
		if w.Trains && origin.IsFlag() && isChosen(choose, k.Name) {
			return errs.BadUsage("leave it out, or take it out of train.choose",
				"%s has no effect here: train.choose gives each arm values of its own", quoteKey(l, k))
		}
		if fmt.Sprint(k.Get(&l.Config)) == k.Default {
			continue
		}
		for _, row := range table {
			if !slices.Contains(row.keys, k.Name) {
				continue
			}
			works := []Work{w}
			if !origin.IsFlag() {
				works = append(works, chain...)
			}
			if !row.hasMeaning(cells, works) {
				return errs.BadUsage("leave it out, or see axiomine configs show", "%s has no effect here: %s", quoteKey(l, k), row.why)
			}
		}
	}
	return nil
}

// mattersBeside are keys whose configured value has an effect beside the values that arms choose from: the axioms that are asked of all
// arms, and the vectors that axioms ask.
var mattersBeside = []string{"gen.axioms", "gen.vectors"}

// isChosen reports whether train.choose gives both arms values of a key, beside which the configured one has no effect.
func isChosen(c configs.Choose, key string) bool {
	has := func(axes []configs.Axis) bool {
		return slices.ContainsFunc(axes, func(a configs.Axis) bool { return a.Key == key })
	}
	return !slices.Contains(mattersBeside, key) && (has(c.BothArms) || has(c.Judged) && has(c.Axioms))
}

// isAxis reports whether each setting of the sweep has a value of a key, by an axis or by all of its arms.
func isAxis(l *configs.LoadedConfig, key string) bool {
	sets := func(list []configs.Setting) bool {
		return slices.ContainsFunc(list, func(x configs.Setting) bool { return x.Key == key })
	}
	return slices.ContainsFunc(slices.Concat(l.Sweep.PerAxes, l.Sweep.OverAxes), func(a configs.Axis) bool {
		if a.Key != configs.ArmsKey {
			return a.Key == key
		}
		return !slices.ContainsFunc(a.Values, func(arm string) bool { return !sets(l.Sweep.Arms[arm]) })
	})
}

// hasMeaning reports whether the keys of a row mean something in one of some cells, to a command that does one of some works.
func (r row) hasMeaning(cells []*use, works []Work) bool {
	for _, c := range cells {
		for _, w := range works {
			if c.work = w; r.means(c) {
				return true
			}
		}
	}
	return false
}

// quoteKey names a key as the user gave it.
func quoteKey(l *configs.LoadedConfig, k configs.Key) string {
	origin := string(l.Origins[k.Name])
	if flag, ok := strings.CutPrefix(origin, "flag "); ok {
		return flag + " (" + k.Name + ")"
	}
	return k.Name + " of " + origin
}

// cellsOf returns the configurations that a command may follow: the given one, those of its sweep, and of each of them those that its arms
// choose from.
func cellsOf(l *configs.LoadedConfig) (cells []*use, err error) {
	cells = []*use{newUse(&l.Config, &sources{gen: &l.Gen})}
	if len(l.Sweep.PerAxes)+len(l.Sweep.OverAxes) > 0 {
		for _, settings := range l.Sweep.Settings() {
			c, err := l.Sweep.Lay(l.Config, settings)
			if err != nil {
				return nil, errs.BadUsage("", "sweep: %v", err)
			}
			cells = append(cells, newUse(c, &sources{gen: &c.Gen}))
		}
	}
	for _, base := range slices.Clone(cells) {
		choices, err := choicesOf(base)
		if err != nil {
			return nil, err
		}
		cells = append(cells, choices...)
	}
	return cells, nil
}

// choicesOf returns the configurations that the arms of one choose from, each of the values for both with each of those for one.
func choicesOf(base *use) (cells []*use, err error) {
	choose, err := configs.ParseChoose(base.config.Train.Choose)
	if err != nil {
		return nil, err
	}
	for _, arm := range [][]configs.Axis{choose.Judged, choose.Axioms} {
		for _, settings := range configs.Combinations(slices.Concat(choose.BothArms, arm)) {
			c := *base.config
			for _, x := range settings {
				if err := c.Set(x.Key, x.Value); err != nil {
					return nil, err
				}
			}
			if len(settings) > 0 {
				cells = append(cells, newUse(&c, base.sources))
			}
		}
	}
	return cells, nil
}
