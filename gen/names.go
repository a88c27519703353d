package gen

import (
	"github.com/axiomine/axiomine/axioms"
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
