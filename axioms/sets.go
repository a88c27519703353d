package axioms

// Set is a named list of axioms for ParseList.
type Set struct {
	Name   string
	Doc    string
	Axioms string // a list of expressions
}

// Sets are the named sets.
var Sets = []Set{
	{
		Name:   "length-safe",
		Doc:    "needs no scores and cannot be satisfied by preferring long documents",
		Axioms: "m-and(delta_star=0.1), m-tdc(delta_star=0.1), tf-lnc",
	},
}
