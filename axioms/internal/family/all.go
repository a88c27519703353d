// Package family holds the definitions of all axioms: a file for each family.
package family

import "github.com/axiomine/axiomine/axioms/internal/rule"

// Table lists every axiom by family, in the order of listings.
var Table = newTable(
	family{"term frequency", []*rule.Definition{tfc1, tfc2, tfc3, mtdc, lenMTDC}},
	family{"lower bound", []*rule.Definition{lb1}},
	family{"length normalisation", []*rule.Definition{lnc1, lnc2, tflnc, ln2}},
	family{"semantic similarity", []*rule.Definition{stmc1, stmc2, stmc3}},
	family{"query aspects", []*rule.Definition{reg, antiReg, aspectReg, div, lenDiv, and, lenAnd, mand, lenMAnd}},
	family{"proximity", []*rule.Definition{prox1, prox2, prox3, prox4, prox5, tp}},
	family{"retrieval scores", []*rule.Definition{rsTF, rsTFIDF, rsBM25, rsQL, rsPL2}},
	family{"baselines", []*rule.Definition{orig, oracle}},
	family{"files", []*rule.Definition{runFile, prefsFile}}, // their first argument is the name of a file that the user gives
)

// family lists the axioms of one Go file of this package.
type family struct {
	name  string
	rules []*rule.Definition
}

// axiomTable finds definitions by name.
type axiomTable struct {
	All    []*rule.Definition
	ByName map[string]*rule.Definition
}

// newTable builds a table and panics if two axioms have the same name. It sets each axiom's family. An axiom that compares documents
// gets the parameters of a length bound, with none as their default, unless it has its own.
func newTable(families ...family) axiomTable {
	t := axiomTable{ByName: map[string]*rule.Definition{}}
	for _, f := range families {
		for _, d := range f.rules {
			if t.ByName[d.Spec.ID] != nil {
				panic("axioms: two axioms are called " + d.Spec.ID)
			}
			d.Spec.Family = f.name
			if d.Repeats == nil && !d.Spec.Has("delta") {
				d.Spec.Params = append(rule.LengthBound("none", "none"), d.Spec.Params...)
			}
			t.All, t.ByName[d.Spec.ID] = append(t.All, d), d
		}
	}
	return t
}
