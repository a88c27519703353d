// Package affinities records which axioms help which, with its page and texts.
package affinities

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Affinity is the record of which axioms help which, kept as affinity.json. All numbers are of dev queries. Like Result
// it holds no time, no host and no path outside its commands.
//
//	{schema_version, command, seeds, versions, protocol, axioms: [NAME], threshold,
//	 sets: [{axioms, setting, dev, seeds: [dev by seed], obeyed: [{axiom, fulfilled, instances, seeds: [..]}], epochs, pairs}],
//	 affinities: [{axiom, with, alone, joint, affinity, instances, seeds: [by seed]}], merges: [{a, b, affinity}],
//	 clusters: [[NAME]], suggestion: {axioms, setting, dev, command}, findings, warnings}
type Affinity struct {
	SchemaVersion int               `json:"schema_version"`
	Command       string            `json:"command"`
	Seeds         []uint64          `json:"seeds"`
	Versions      map[string]string `json:"versions"`
	Protocol      report.Protocol   `json:"protocol"`
	Axioms        []string          `json:"axioms"`
	Threshold     float64           `json:"threshold"` // clusters are merged while their mean affinity is above it
	Sets          []AxiomSet        `json:"sets"`      // none, each, every two in the axioms' order; then clusters of three or more
	Affinities    []Influence       `json:"affinities"`
	Merges        []Merge           `json:"merges"`   // from axioms to one cluster, as numbers in Axioms
	Clusters      [][]string        `json:"clusters"` // in the axioms' order
	Suggestion    Suggestion        `json:"suggestion"`
	Findings      []string          `json:"findings"`
	Unmet         []report.Unmet    `json:"unmet,omitempty"` // requested amounts that are not reached
	Warnings      []string          `json:"warnings,omitempty"`
}

// ListUnmet returns the requested amounts that the experiment does not reach.
func (a *Affinity) ListUnmet() []report.Unmet { return a.Unmet }

// AxiomSet is the result of training on a set of axioms and the judged pairs.
type AxiomSet struct {
	Axioms  []string          `json:"axioms"`  // empty: judged pairs alone
	Setting []configs.Setting `json:"setting"` // of the keys that differ from set to set
	Dev     float64           `json:"dev"`     // mean of the main measure over seeds and folds
	Seeds   []float64         `json:"seeds"`   // by seed
	Obeyed  []ObeyedCounts    `json:"obeyed"`  // of every axiom's dev instances, in the axioms' order
	Epochs  int               `json:"epochs"`  // cost: of all seeds and folds together
	Pairs   int               `json:"pairs"`   // cost: training pairs in all epochs
}

// ObeyedCounts counts an axiom's dev instances over seeds and folds, and by seed.
type ObeyedCounts struct {
	report.AxiomFulfilment
	Seeds []report.AxiomFulfilment `json:"seeds"`
}

// Add adds a training's counts under a seed, given by its position.
func (o *ObeyedCounts) Add(seed int, counts report.AxiomFulfilment) {
	for _, n := range []*report.AxiomFulfilment{&o.AxiomFulfilment, &o.Seeds[seed]} {
		n.Axiom = o.Axiom
		n.Fulfilled += counts.Fulfilled
		n.Instances += counts.Instances
		n.TiesLeftOut += counts.TiesLeftOut
	}
}

// Influence is the affinity of axiom Partner onto Axiom: Joint - Alone. Both are shares of Axiom's dev
// instances that are obeyed, when Axiom is trained with the other axiom and without.
type Influence struct {
	Axiom     string    `json:"axiom"`
	Partner   string    `json:"with"`
	Alone     float64   `json:"alone"`
	Joint     float64   `json:"joint"`
	Affinity  float64   `json:"affinity"`
	Instances int       `json:"instances"` // over seeds and folds
	Seeds     []float64 `json:"seeds"`     // by seed
}

// Merge is a step of the clustering: two clusters, as numbers of axioms, and the mean affinity between their members.
type Merge struct {
	A        []int   `json:"a"`
	B        []int   `json:"b"`
	Affinity float64 `json:"affinity"`
}

// Suggestion is the suggested mixture: its axioms, its keys and the command of its experiment. It has
// no axioms if judged pairs alone rank dev best.
type Suggestion struct {
	Axioms  []string          `json:"axioms"`
	Setting []configs.Setting `json:"setting"`
	Dev     float64           `json:"dev"`
	Command string            `json:"command"`
}

// findSet returns the result of training on some axioms, by number.
func (a *Affinity) findSet(numbers ...int) *AxiomSet {
	names := []string{}
	for _, i := range numbers {
		names = append(names, a.Axioms[i])
	}
	for i := range a.Sets {
		if slices.Equal(a.Sets[i].Axioms, names) {
			return &a.Sets[i]
		}
	}
	return nil
}

// influence compares the obeyed share of axiom i with j and without. ok is false if the axiom has no
// instance.
func (a *Affinity) influence(i, j int) (o Influence, ok bool) {
	alone, joint := a.findSet(i).Obeyed[i], a.findSet(min(i, j), max(i, j)).Obeyed[i]
	o = Influence{Axiom: a.Axioms[i], Partner: a.Axioms[j], Alone: alone.Share(), Joint: joint.Share(),
		Affinity:  joint.Share() - alone.Share(),
		Instances: joint.Instances, Seeds: []float64{}}
	for k := range alone.Seeds {
		o.Seeds = append(o.Seeds, joint.Seeds[k].Share()-alone.Seeds[k].Share())
	}
	return o, min(alone.Instances, joint.Instances) > 0
}

// Mean returns the affinity between two axioms: the mean of both directions. A direction without
// instances counts 0.
func (a *Affinity) Mean(i, j int) float64 {
	ij, _ := a.influence(i, j)
	ji, _ := a.influence(j, i)
	return (ij.Affinity + ji.Affinity) / 2
}

// Members returns the clusters after the merges above the threshold, as numbers of axioms, sorted by
// their first ones.
func (a *Affinity) Members() [][]int {
	var list [][]int
	for i := range a.Axioms {
		list = append(list, []int{i})
	}
	for _, m := range a.Merges {
		if m.Affinity <= a.Threshold {
			break // later ones are no larger: average linkage has no inversions
		}
		list = slices.DeleteFunc(list, func(c []int) bool { return slices.Equal(c, m.A) || slices.Equal(c, m.B) })
		list = append(list, slices.Sorted(slices.Values(slices.Concat(m.A, m.B))))
	}
	slices.SortFunc(list, func(x, y []int) int { return x[0] - y[0] })
	return list
}

// Suggest returns the set with the largest dev measure among judged pairs alone and the clusters, the
// first of equals.
func (a *Affinity) Suggest() *AxiomSet {
	best := a.findSet()
	for _, members := range a.Members() {
		if s := a.findSet(members...); s.Dev > best.Dev {
			best = s
		}
	}
	return best
}

// Conclude sets everything that follows from the sets, the merges and the suggestion.
func (a *Affinity) Conclude(cautions []string) {
	a.Affinities, a.Clusters, a.Findings, a.Warnings = []Influence{}, [][]string{}, []string{}, cautions
	var most, least Influence
	for i := range a.Axioms {
		for j := range a.Axioms {
			if i == j {
				continue
			}
			o, ok := a.influence(i, j)
			if !ok {
				continue
			}
			a.Affinities = append(a.Affinities, o)
			if o.Affinity > most.Affinity {
				most = o
			}
			if o.Affinity < least.Affinity {
				least = o
			}
		}
	}
	for _, members := range a.Members() {
		a.Clusters = append(a.Clusters, a.findSet(members...).Axioms)
	}
	say := func(f page.Finding) { a.Findings = append(a.Findings, f.String()) }
	s, baseline := a.Suggestion, a.findSet()
	if main := a.Protocol.Main; len(s.Axioms) == 0 {
		say(page.Finding{Claim: "Dev takes none of the clusters",
			Evidence: fmt.Sprintf("judged pairs alone rank %s with %s %s, the best cluster with %s", devText(a.Protocol), main,
				page.Short(baseline.Dev), page.Short(a.bestCluster()))})
	} else {
		say(page.Finding{Claim: "Dev suggests " + terminal.JoinAnd(s.Axioms),
			Evidence: fmt.Sprintf("%s %s on %s, judged pairs alone %s", main, page.Short(s.Dev), devText(a.Protocol),
				page.Short(baseline.Dev))})
	}
	if best := bestSet(a.Sets); best.Dev > s.Dev {
		say(page.Finding{Claim: "Best on dev of all sets, clusters or not",
			Evidence: fmt.Sprintf("%s, %s %s", terminal.JoinAnd(best.Axioms),
				a.Protocol.Main, page.Short(best.Dev))})
	}
	helps, harms := countSigns(a.Affinities)
	say(page.Finding{Claim: fmt.Sprintf("Of %s of one axiom onto another %s and %s",
		terminal.Plural(len(a.Affinities), "affinity", "affinities"), terminal.Plural(helps, "is positive", "are positive"),
		terminal.Plural(harms, "is negative", "are negative")),
		Evidence: extremesText(most, least)})
	if len(a.Seeds) == 1 {
		say(page.Finding{Claim: "One seed", Evidence: "small affinities may be chance; --seeds 5 shows how far they move"})
	}
}

// countSigns counts the affinities above and below 0.
func countSigns(affinities []Influence) (helps, harms int) {
	for _, o := range affinities {
		if o.Affinity > 0 {
			helps++
		} else if o.Affinity < 0 {
			harms++
		}
	}
	return helps, harms
}

func extremesText(most, least Influence) string {
	var parts []string
	if most.Axiom != "" {
		parts = append(parts, fmt.Sprintf("%s helps %s most, %s of its %s on dev instead of %s", most.Partner, most.Axiom, page.Short(most.Joint),
			terminal.Plural(most.Instances, "instance", "instances"), page.Short(most.Alone)))
	}
	if least.Axiom != "" {
		parts = append(parts, fmt.Sprintf("%s harms %s most, %s of %s instead of %s", least.Partner, least.Axiom, page.Short(least.Joint),
			terminal.Group(least.Instances), page.Short(least.Alone)))
	}
	return strings.Join(parts, "; ")
}

// bestSet returns the set with the largest dev measure, the first of equals.
func bestSet(sets []AxiomSet) *AxiomSet {
	best := &sets[0]
	for i := range sets {
		if sets[i].Dev > best.Dev {
			best = &sets[i]
		}
	}
	return best
}

// bestCluster returns the largest dev measure of a cluster.
func (a *Affinity) bestCluster() float64 {
	best := math.Inf(-1)
	for _, members := range a.Members() {
		best = max(best, a.findSet(members...).Dev)
	}
	return best
}

// Read reads the record name of a folder, and checks what the reports rely on.
func Read(folder fs.FS, name string) (*Affinity, error) {
	var a Affinity
	if err := report.Decode(folder, name, &a); err != nil {
		return nil, err
	}
	bad := func(format string, args ...any) error {
		return errs.BadInput(name, 0, "write it again with axiomine train affinity", format, args...)
	}
	n := len(a.Axioms)
	if a.SchemaVersion != report.SchemaVersion {
		return nil, bad("schema_version is %d, this tool reads %d", a.SchemaVersion, report.SchemaVersion)
	}
	for _, s := range a.Sets {
		if !report.Bounded(report.Scores{"": s.Dev}) || len(s.Obeyed) != n || s.Epochs < 0 || s.Pairs < 0 || len(s.Seeds) != len(a.Seeds) {
			return nil, bad("numbers of the set %q are out of bounds", s.Axioms)
		}
		for _, o := range s.Obeyed {
			if o.Fulfilled < 0 || o.Fulfilled > o.Instances || len(o.Seeds) != len(a.Seeds) {
				return nil, bad("%s of %s of %q", terminal.Group(o.Fulfilled), terminal.Plural(o.Instances, "instance", "instances"), o.Axiom)
			}
		}
	}
	for i := range n {
		for j := range i + 1 {
			if a.findSet() == nil || a.findSet(i) == nil || i != j && a.findSet(j, i) == nil {
				return nil, bad("the set of %q and %q is missing", a.Axioms[j], a.Axioms[i])
			}
		}
	}
	for _, m := range a.Merges {
		if !report.IsShare(math.Abs(m.Affinity)) || !areBelow(m.A, n) || !areBelow(m.B, n) {
			return nil, bad("a merge is out of bounds")
		}
	}
	for _, members := range a.Members() {
		if a.findSet(members...) == nil {
			return nil, bad("the cluster %v is missing", members)
		}
	}
	return &a, nil
}

// areBelow reports whether all numbers are from 0 to n - 1.
func areBelow(numbers []int, n int) bool {
	return !slices.ContainsFunc(numbers, func(i int) bool { return i < 0 || i >= n })
}
