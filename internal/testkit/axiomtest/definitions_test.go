package axiomtest

import (
	"maps"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// catalogued names every axiom, and every reading that is not its default, as definitions does.
func catalogued() (names []string) {
	for _, a := range slices.Concat(axioms.All(), axioms.FileAxioms()) {
		id := a.Spec().ID
		names = append(names, id)
		for _, p := range a.Spec().Params {
			if p.Name != "variant" {
				continue
			}
			for _, choice := range p.Choices {
				if choice != p.Default {
					names = append(names, id+"/"+choice)
				}
			}
		}
	}
	slices.Sort(names)
	return names
}

func TestEveryAxiomIsDefined(t *testing.T) {
	if want, got := catalogued(), slices.Sorted(maps.Keys(definitions)); !slices.Equal(got, want) {
		t.Errorf("defined are\n%v, the catalogue has\n%v", got, want)
	}
}

// TestDefinitionsDiffer: of every two definitions the worlds hold documents of which they say different things, so that an
// axiom with the rule of another one fails.
func TestDefinitionsDiffer(t *testing.T) {
	alike := map[[2]string]bool{}
	for a, r := range definitions {
		for b, other := range definitions {
			alike[[2]string{a, b}] = a < b && r.prefers != nil && other.prefers != nil
		}
	}
	alike[[2]string{"len-m-tdc", "m-tdc/bondarenko"}] = false     // they differ in the bounds that can be set
	alike[[2]string{"anti-reg/klose", "reg/klose-table"}] = false // exchanged
	alike[[2]string{"anti-reg/klose-table", "reg/klose"}] = false
	maps.DeleteFunc(alike, func(_ [2]string, is bool) bool { return !is })
	for seed := 0; seed < 1000 && len(alike) > 0; seed++ {
		w, said := rapid.Custom(anyWorld).Example(seed), map[string][]axioms.Verdict{}
		says := func(name string) []axioms.Verdict {
			if said[name] == nil {
				said[name] = saidOfAll(w, name)
			}
			return said[name]
		}
		maps.DeleteFunc(alike, func(names [2]string, _ bool) bool { return !slices.Equal(says(names[0]), says(names[1])) })
	}
	if len(alike) > 0 {
		t.Errorf("they say the same of all documents: %v", slices.Collect(maps.Keys(alike)))
	}
}

func saidOfAll(w *world, name string) (said []axioms.Verdict) {
	r := definitions[name]
	for _, x := range w.docs {
		for _, y := range w.docs {
			said = append(said, r.verdict(w, settings{}, x, y))
		}
	}
	return said
}

func TestOperatorsAreThoseOfTheParser(t *testing.T) {
	for _, text := range []string{"and + div", "and & div", "and | div", "majority(and, div)", "-and", "normalize(and)"} {
		a := must.Get(axioms.Parse(text))(t)
		if operators[a.Spec().Title] == nil {
			t.Errorf("%s is not defined", text)
		}
	}
}
