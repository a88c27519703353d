package affinity

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/experiment/arms"
	"github.com/axiomine/axiomine/internal/experiment/record"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/experiment/report/affinities"
	"github.com/axiomine/axiomine/internal/experiment/settings"
	"github.com/axiomine/axiomine/train/eval"
)

// record returns the record without the clusters.
func (a *affinity) record(command string) *affinities.Affinity {
	r := &affinities.Affinity{SchemaVersion: report.SchemaVersion, Command: command, Seeds: arms.Seeds(a.Explorer.Config),
		Versions: configs.Versions(), Protocol: record.Protocol(a.Explorer)}
	all := make([]int, len(a.pools))
	for i := range all {
		all[i] = i
	}
	r.Axioms = a.names(all)
	for _, s := range a.sets {
		r.Sets = append(r.Sets, a.setRecord(s))
	}
	for _, o := range r.Sets[0].Obeyed {
		switch {
		case o.Instances == 0 && o.TiesLeftOut > 0:
			a.caution("%s has only ties on dev: what helps it cannot be seen", o.Axiom)
		case o.Instances == 0:
			a.caution("%s has no instance on dev: what helps it cannot be seen", o.Axiom)
		}
	}
	return r
}

// setRecord returns a set's record, over seeds and folds.
func (a *affinity) setRecord(s *axiomSet) affinities.AxiomSet {
	seeds := arms.Seeds(a.Explorer.Config)
	set := affinities.AxiomSet{Axioms: a.names(s.pools), Setting: s.setting.Portable(), Seeds: make([]float64, len(seeds))}
	for i := range a.pools {
		set.Obeyed = append(set.Obeyed, affinities.ObeyedCounts{AxiomFulfilment: report.AxiomFulfilment{Axiom: a.tasks.Pools[i].Name},
			Seeds: make([]report.AxiomFulfilment, len(seeds))})
	}
	for draw, u := range s.units {
		seed := slices.Index(seeds, u.Draw.Seed)
		set.Seeds[seed] += u.Cells[0].Dev / float64(len(a.Explorer.Division.Folds))
		set.Epochs += u.Cells[0].Epochs
		set.Pairs += u.Cells[0].Pairs
		for i, n := range s.counts[draw] {
			set.Obeyed[i].Add(seed, report.AxiomFulfilment{Fulfilled: n.Fulfilled, Instances: n.Instances, TiesLeftOut: n.TiesLeftOut})
		}
	}
	set.Dev = eval.Mean(set.Seeds)
	return set
}

// suggest sets the suggestion: the cluster that ranks dev best, or no axioms if judged pairs alone do,
// and the command of its experiment.
func (a *affinity) suggest(r *affinities.Affinity, alone func(*configs.Config) (string, error)) error {
	best := r.Suggest()
	r.Suggestion = affinities.Suggestion{Axioms: best.Axioms, Dev: best.Dev}
	setting := settings.Setting{{Key: settings.AxiomsKey, Value: ""}}
	if len(best.Axioms) > 0 { // as it was trained: the record's settings lack the folders of files
		setting = a.sets[slices.IndexFunc(r.Sets, func(s affinities.AxiomSet) bool { return slices.Equal(s.Axioms, best.Axioms) })].setting
	}
	c, err := setting.Apply(a.userConfig)
	if err != nil {
		return err
	}
	portable := settings.Setting(setting.Portable())
	for _, k := range configs.Keys() {
		value := portable.Value(k.Name, fmt.Sprint(k.Get(a.userConfig)))
		if k.Name == settings.AxiomsKey || k.Name == "gen.ratio" && len(best.Axioms) > 0 || value != fmt.Sprint(k.Get(a.userConfig)) {
			r.Suggestion.Setting = append(r.Suggestion.Setting, configs.Setting{Key: k.Name, Value: value})
		}
	}
	r.Suggestion.Command, err = alone(c)
	return err
}

// writeAffinity writes the record and its reports.
func (a *affinity) writeAffinity(r *affinities.Affinity) error {
	out := a.Explorer.Division.Chain.Run.Out
	files, err := report.WriteFiles(out, "affinity.json", "affinity", r)
	if err != nil {
		return err
	}
	return out.Finish("affinity", "affinity", files)
}
