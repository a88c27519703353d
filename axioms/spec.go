package axioms

// Spec is an axiom's documentation as data: listings, explanations and the README are made from it, and tests run its
// example.
type Spec struct {
	ID      string // lower-case with dashes
	Title   string
	Family  string // "term frequency", "length normalisation", ...
	Formula string
	Source  string // paper and equation, table or page
	Weak    bool   // fulfilled by equal scores too
	Params  []Param
	Needs   Needs
	Example Example
}

// Param is a parameter with its default.
type Param struct {
	Name    string
	Doc     string
	Unit    string
	Default string   // as it is written in an expression; "none" switches a bound off
	Choices []string // for variant
}

// Needs names what an axiom must be given beyond the query and the documents' terms.
type Needs struct {
	IDF        bool // collection statistics
	Positions  bool
	Scores     bool // the candidates' retrieval scores
	Similarity bool
	Vectors    bool
}

// Example is a worked example in plain words, analysed by splitting at spaces.
type Example struct {
	Query string
	Docs  []string
	Says  string // in one sentence, why
	Want  []int  // the preference on (Docs[0], Docs[1]); for tfc2 one triple, for lnc2 the repeats of Docs[0]
}
