package catalogue

import (
	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs/page"
)

// Meanings returns for a page the meanings of the names that are axioms, each once, in their order. A name that is none, such as one
// of a record that was written by hand, has no meaning.
func Meanings(names []string) []page.Meaning {
	var list []page.Meaning
	known := map[string]bool{}
	for _, name := range names {
		a, err := axioms.Parse(name)
		if err != nil || known[name] {
			continue
		}
		known[name] = true
		s := a.Spec()
		list = append(list, page.Meaning{Axiom: name, Title: s.Title, Rule: s.Formula, Source: s.Source})
	}
	return list
}
