package axioms

// Spec is an axiom's documentation as data: listings, explanations and the README are made from it, and tests run its
// example. An axiom's Spec is that of the variant in use.
type Spec struct {
	ID      string // lower-case with dashes
	Title   string
	Family  string // "term frequency", "length normalisation", ...
	Formula string
	// Unconditional is the formula of precondition=none, which compares every pair; empty for an axiom without a precondition.
	Unconditional string
	Source        string // paper and equation, table or page
	Weak          bool   // fulfilled by equal scores too
	Ordered       bool   // the order of the query's tokens matters

	// SameLength is the precondition |d1| ~10% |d2| of Klose (2021), beside the bounds given as parameters.
	SameLength bool

	Params  []param
	Needs   Needs
	Example Example
}

// Param is a parameter with its default.
type param struct {
	Name       string
	Doc        string
	Unit       string
	Default    string   // as it is written in an expression; "none" switches a bound off
	Choices    []string // for a parameter that is a word
	Whole      bool     // a whole number
	AllowsNone bool     // "none" is allowed
	Min        float64  // the smallest value allowed
	Max        float64  // the largest value allowed
}

// Needs lists the data that an axiom reads beyond the query and the documents' terms.
type Needs struct {
	IDF        bool // collection statistics
	Positions  bool
	Scores     bool // the candidates' retrieval scores
	Ranks      bool // the candidates' places in the run
	Grades     bool // the judgements
	Similarity bool
	Vectors    bool
	Pieces     bool // lengths in word pieces
	Sentences  bool // counts over the sentences of the documents' texts
	File       bool // a file of the user's, and the ids of queries and documents
}

// union returns the needs of two axioms together.
func (n Needs) union(m Needs) Needs {
	return Needs{
		IDF:        n.IDF || m.IDF,
		Positions:  n.Positions || m.Positions,
		Scores:     n.Scores || m.Scores,
		Ranks:      n.Ranks || m.Ranks,
		Grades:     n.Grades || m.Grades,
		Similarity: n.Similarity || m.Similarity,
		Vectors:    n.Vectors || m.Vectors,
		Pieces:     n.Pieces || m.Pieces,
		Sentences:  n.Sentences || m.Sentences,
		File:       n.File || m.File,
	}
}

// param returns the parameter of that name, so that a variant can change its default.
func (s *Spec) param(name string) *param {
	for i := range s.Params {
		if s.Params[i].Name == name {
			return &s.Params[i]
		}
	}
	panic("axioms: " + s.ID + " has no parameter " + name)
}
