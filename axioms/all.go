package axioms

// table lists every axiom, in the order in which they are shown.
var table = newTable(
	tfc1, tfc2, mtdc,
	lnc2, tflnc,
	mand, lenMAnd,
	rsBM25,
)

// axiomTable finds definitions by name.
type axiomTable struct {
	all    []*definition
	byName map[string]*definition
}

// newTable refuses two axioms of one name.
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

// All gives every axiom with its defaults, in the order of listings.
func All() []Axiom {
	all := make([]Axiom, len(table.all))
	for i, d := range table.all {
		a, err := d.with(nil)
		if err != nil {
			panic("axioms: the defaults of " + d.spec.ID + ": " + err.Error())
		}
		all[i] = a
	}
	return all
}
