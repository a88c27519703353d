package page

// Example is two documents of which one is preferred for a query, and why.
type Example struct {
	Axiom   string // "" for a regular pair
	Meaning string // of the axiom; the page fills it in
	Source  string // where the preference comes from
	Query   Passage
	Docs    [2]Passage // one preferred, or neither
	Why     []string   // the conditions that hold, with their numbers
}

// Passage is a text with its evidence marked.
type Passage struct {
	Role      string // "d1"
	Preferred bool   // it is the preferred one of an example
	ID        string
	Text      []Part
}

// Part is a stretch of a text.
type Part struct {
	Text     string
	Evidence bool
}
