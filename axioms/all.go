package axioms

// table lists every axiom, in the order in which they are shown.
var table = newTable(
	tfc1, tfc2, tfc3, mtdc, lenMTDC,
	lb1,
	lnc1, lnc2, tflnc, ln2,
	stmc1, stmc2, stmc3,
	reg, antiReg, aspectReg, div, lenDiv, and, lenAnd, mand, lenMAnd,
	prox1, prox2, prox3, prox4, prox5, tp,
	rsTF, rsTFIDF, rsBM25, rsQL, rsPL2,
	coh1, corr1, cov1, asl,
	orig, oracle,
)

// axiomTable finds definitions by name.
type axiomTable struct {
	all    []*definition
	byName map[string]*definition
}

// newTable builds a table and panics where two axioms have one name.
func newTable(all ...*definition) axiomTable {
	t := axiomTable{all, make(map[string]*definition, len(all))}
	for _, d := range all {
		if t.byName[d.spec.ID] != nil {
			panic("axioms: two axioms are called " + d.spec.ID)
		}
		t.byName[d.spec.ID] = d
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
