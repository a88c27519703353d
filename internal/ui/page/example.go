package page

// Example is a query with documents, and why they are shown: one is preferred to the other, or a check flags the row.
type Example struct {
	Axiom   string // "" for a regular pair
	Meaning string // of the axiom; the page fills it in
	Source  string // where the preference comes from
	Query   Passage
	Docs    []Passage // of a preference two, of which one is preferred, or neither
	Why     []string  // the conditions that hold, with their numbers
}

// Passage is a text with its evidence marked.
type Passage struct {
	Role      string // "d1"
	Preferred bool   // it is the preferred one of an example
	ID        string
	Text      []Part
	Whole     []Part // what unfolds below a text that is cut; nil if none is
}

// Part is a stretch of a text.
type Part struct {
	Text     string
	Evidence bool
}
