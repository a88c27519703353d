package meaning

import (
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/chain/quota"
)

// axiomKeys are the axioms and the mixture that a configuration names. What cannot be read counts as all that is asked for: other checks
// tell of that.
type axiomKeys struct{ config *configs.Config }

// asksBM25 reports whether axioms ask for the parameters of BM25.
func (k axiomKeys) asksBM25() bool {
	text := k.config.Gen.Axioms + k.config.Gen.Mixture
	return strings.Contains(text, "{k1}") || strings.Contains(text, "{b}")
}

// makeDocuments reports whether an axiom makes documents.
func (k axiomKeys) makeDocuments() bool {
	list, err := quota.Together([]*configs.Config{k.config})
	return err != nil || len(mine.Generatives(list.All)) > 0
}

// need reports whether an axiom needs something.
func (k axiomKeys) need(condition func(axioms.Needs) bool) bool {
	list, err := quota.Together([]*configs.Config{k.config})
	return err != nil || slices.ContainsFunc(list.All, func(a axioms.Axiom) bool { return condition(a.Spec().Needs) })
}

// numPools returns how many axioms of gen.axioms pairs are drawn for; many where that cannot be read.
func (k axiomKeys) numPools() int {
	list, err := quota.ParseAxioms(&k.config.Gen)
	if err != nil {
		return math.MaxInt32
	}
	return len(list.Drawn)
}

// numPairTasks returns how many tasks of pairs the mixture has.
func (k axiomKeys) numPairTasks() (n int) {
	m, err := quota.ParseMixture(&k.config.Gen)
	if err != nil || m == nil {
		return 0
	}
	for _, a := range m.Preferences {
		if a != nil {
			n++
		}
	}
	return n
}

// haveClasses reports whether the mixture has a three-class task.
func (k axiomKeys) haveClasses() bool {
	m, err := quota.ParseMixture(&k.config.Gen)
	return err != nil || m != nil && m.ThreeClass()
}
