package axioms

// table lists every axiom by family, in the order in which they are shown.
var table = newTable(
	family{"term frequency", []*definition{tfc1, tfc2, tfc3, mtdc, lenMTDC}},
	family{"lower bound", []*definition{lb1}},
	family{"length normalisation", []*definition{lnc1, lnc2, tflnc, ln2}},
	family{"semantic similarity", []*definition{stmc1, stmc2, stmc3}},
	family{"query aspects", []*definition{reg, antiReg, aspectReg, div, lenDiv, and, lenAnd, mand, lenMAnd}},
	family{"proximity", []*definition{prox1, prox2, prox3, prox4, prox5, tp}},
	family{"retrieval scores", []*definition{rsTF, rsTFIDF, rsBM25, rsQL, rsPL2}},
	family{"answers", []*definition{coh1, corr1, cov1, asl}},
	family{"baselines", []*definition{orig, oracle}},
)

// family is the rules of one file.
type family struct {
	name  string
	rules []*definition
}

// axiomTable finds definitions by name.
type axiomTable struct {
	all    []*definition
	byName map[string]*definition
}

// newTable builds a table and panics where two axioms have one name. It names each axiom's family
// and gives those that compare documents a length bound, with no bound as its default.
func newTable(families ...family) axiomTable {
	t := axiomTable{byName: map[string]*definition{}}
	for _, f := range families {
		for _, d := range f.rules {
			if t.byName[d.spec.ID] != nil {
				panic("axioms: two axioms are called " + d.spec.ID)
			}
			d.spec.Family = f.name
			if d.repeats == nil && !d.spec.has("delta") {
				d.spec.Params = append(lengthBound("none", "none"), d.spec.Params...)
			}
			t.all, t.byName[d.spec.ID] = append(t.all, d), d
		}
	}
	return t
}

// All returns every axiom with its defaults, in the order of listings.
func All() []Axiom {
	all := make([]Axiom, len(table.all))
	for i, d := range table.all {
		a, err := d.instantiate(nil)
		if err != nil {
			panic("axioms: the defaults of " + d.spec.ID + ": " + err.Error())
		}
		all[i] = a
	}
	return all
}
