package axioms

import "slices"

// Explainer is an axiom that names its conditions. All axioms of this package and expressions over them are.
type Explainer interface {
	Axiom
	// Explain says what the axiom makes of c's documents, and why: two for a Preference, three for a Triple, one for a
	// Generative.
	Explain(c *Case) *Explanation
}

// Case is what an axiom is asked to explain.
type Case struct {
	Query      Query
	Docs       []Doc
	Names      []string // of the documents, such as d1 and d2
	Among      []Doc    // the query's candidates, whose scores a margin may be measured by; without them those of Docs
	Pieces     []int    // the documents' lengths in word pieces; only for axioms whose Needs name them
	Collection *Collection
	Word       func(term uint32) string
}

// Explanation is an axiom's answer with the conditions of its definition and their numbers.
type Explanation struct {
	Axiom         string         `json:"axiom"`
	Facts         []string       `json:"facts,omitempty"` // numbers behind the conditions: votes, similarities, positions
	Preconditions []Condition    `json:"preconditions,omitempty"`
	Preferences   []Alternative  `json:"preferences,omitempty"` // for a Preference the two orders
	Parts         []*Explanation `json:"parts,omitempty"`       // of an expression
	Verdict       Verdict        `json:"-"`                     // on the pair, of a Preference
	Answer        string         `json:"answer"`
}

// Condition is a condition of an axiom with its numbers.
type Condition struct {
	Text    string `json:"text"`
	Holds   bool   `json:"holds"`
	Decides bool   `json:"decides,omitempty"` // the answer hangs on it
}

// Alternative is something that the axiom may prefer, with its conditions: all must hold.
type Alternative struct {
	Text       string      `json:"text"` // "d1 above d2"
	Conditions []Condition `json:"conditions"`
}

func (a *Alternative) holds() bool { return len(failing(a.Conditions)) == 0 }

// failing is the list from its first condition that does not hold.
func failing(list []Condition) []Condition {
	at := slices.IndexFunc(list, func(c Condition) bool { return !c.Holds })
	if at < 0 {
		return nil
	}
	return list[at:]
}

// last marks the last condition of a list as deciding.
func last(list []Condition) {
	if n := len(list); n > 0 {
		list[n-1].Decides = true
	}
}

// settle gives the verdict on a pair from the conditions alone. What decides is the first precondition that fails; of the
// order preferred the condition named last; and where none is preferred, the first one that fails for each order.
func (e *Explanation) settle() {
	if failed := failing(e.Preconditions); failed != nil {
		failed[0].Decides = true
		e.Verdict, e.Answer = Void, "no preference: the precondition does not hold"
		return
	}
	first, second := &e.Preferences[0], &e.Preferences[1]
	e.Verdict = either(first.holds(), second.holds())
	switch e.Verdict {
	case First:
		e.Answer = first.Text
		last(first.Conditions)
	case Second:
		e.Answer = second.Text
		last(second.Conditions)
	default:
		e.Answer = "no preference"
		for _, a := range []*Alternative{first, second} {
			if failed := failing(a.Conditions); failed != nil {
				failed[0].Decides = true
			} else {
				last(a.Conditions)
			}
		}
	}
}

// Explain names the length bound and the axiom's own conditions.
func (a *preference) Explain(c *Case) *Explanation {
	b := newBinding(&a.values, c.Query, c.Collection, a.within)
	t := newTrace(a, b, c)
	t.judge = a.bind(newBinding(&a.values, c.Query, c.Collection, a.within))
	docs := c.Docs
	if a.has(spreadParam.Name) && a.number(spreadParam.Name) > 0 {
		docs = slices.Concat(docs, c.Among)
	}
	t.judge.Load(docs)
	t.bounded()
	a.explain(t)
	t.e.settle()
	return &t.e
}

// Explain names the conditions under which the documents, in the order of their counts, are an instance.
func (a *triple) Explain(c *Case) *Explanation {
	t := newTrace(a, newBinding(&a.values, c.Query, c.Collection, a.within), c)
	t.bounded()
	a.explain(t)
	t.e.Answer = "an instance"
	if failed := failing(t.e.Preconditions); failed != nil {
		failed[0].Decides = true
		t.e.Answer = "no instance"
	}
	return &t.e
}

// Explain names the conditions under which each document is made.
func (a *generative) Explain(c *Case) *Explanation {
	t := newTrace(a, newBinding(&a.values, c.Query, c.Collection, Unbounded), c)
	a.explain(t)
	t.e.Answer = "nothing is made"
	if failed := failing(t.e.Preconditions); failed != nil {
		failed[0].Decides = true
		return &t.e
	}
	answer := ""
	for i := range t.e.Preferences {
		alternative := &t.e.Preferences[i]
		if failed := failing(alternative.Conditions); failed != nil {
			failed[0].Decides = true
			continue
		}
		last(alternative.Conditions)
		if answer != "" {
			answer += ", "
		}
		answer += alternative.Text
	}
	if answer != "" {
		t.e.Answer = answer
	}
	return &t.e
}
