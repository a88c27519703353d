package catalogue

import (
	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/ui/page"
)

// Meanings returns for a page the meanings of the names that are axioms, each once, in their order.
// Other names, such as those of a record written by hand, are left out.
func Meanings(names []string) []page.Meaning {
	var list []page.Meaning
	isListed := map[string]bool{}
	for _, name := range names {
		a, err := axioms.Parse(name)
		if err != nil || isListed[name] {
			continue
		}
		isListed[name] = true
		s := a.Spec()
		list = append(list, page.Meaning{Axiom: name, Title: s.Title, Rule: s.Formula, Source: s.Source})
	}
	return list
}
