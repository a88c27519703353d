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
		Doc:    "compares documents of about the same length, needs no scores, and prefers the shorter document about as often as the longer",
		Axioms: "m-and(delta_star=0.1), m-tdc(delta_star=0.1), tfc1(delta_star=0.1)",
	},
	{
		Name:   "effect-study",
		Doc:    "the axioms of the study in train/EFFECT.md; tf-lnc prefers the longer document in each of its pairs",
		Axioms: "m-and(delta_star=0.1), m-tdc(delta_star=0.1), tf-lnc",
	},
}
