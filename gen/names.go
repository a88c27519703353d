package gen

import (
	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/perturb"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// AxiomNames lists the axioms and the named sets that gen.axioms takes.
func AxiomNames() []string {
	var names []string
	for _, s := range axioms.Sets {
		names = append(names, s.Name)
	}
	for _, a := range axioms.All() {
		names = append(names, a.Spec().ID)
	}
	return names
}

// PerturbNames lists the axioms that gen.perturb takes.
func PerturbNames() []string { return perturb.Axioms() }

// OutputFormats lists what tokenize.output_format takes.
func OutputFormats() []string { return shard.FormatNames() }
