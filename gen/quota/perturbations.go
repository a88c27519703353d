package quota

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/perturb"
	"github.com/axiomine/axiomine/internal/errs"
)

// ParsePerturbed returns the axioms of gen.perturb.
func ParsePerturbed(g *configs.Gen) (list []axioms.Axiom, err error) {
	for _, entry := range topLevel(g.Perturb) {
		a, err := axioms.Parse(entry)
		if err == nil {
			err = perturb.Check(a)
		}
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(b axioms.Axiom) bool { return a.String() == b.String() }) {
			return nil, errs.BadUsage("name it once", "axiom %s stands twice in gen.perturb", a)
		}
		list = append(list, a)
	}
	return list, nil
}
