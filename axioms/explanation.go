package axioms

import (
	"slices"
	"strings"
)

// Explainer is an axiom that lists its conditions. All axioms of this package and expressions over
// them are Explainers.
type Explainer interface {
	Axiom
	// Explain returns the axiom's answer on c's documents and the conditions behind it. c has two
	// documents for a Preference, three for a Triple, one for a Generative.
	Explain(c *Case) *Explanation
}

// Case is the input of an explanation.
type Case struct {
	Query      Query
	Docs       []Doc
	Names      []string // of the documents, such as d1 and d2
	Candidates []Doc    // the query's candidates; their scores scale margin_sd; without them those of Docs do
	Pieces     []int    // the documents' lengths in word pieces; only for axioms whose Needs name them
	Collection *Collection
	Word       func(term uint32) string
}

// list returns terms in parentheses, the first few of many, and "" for no terms.
func (c *Case) list(terms []uint32) string {
	var words []string
	for _, term := range terms[:min(len(terms), 5)] {
		words = append(words, c.Word(term))
	}
	switch {
	case len(terms) == 0:
		return ""
	case len(terms) > len(words):
		words = append(words, "...")
	}
	return " (" + strings.Join(words, ", ") + ")"
}

// Explanation is an axiom's answer with the conditions of its definition and their numbers.
type Explanation struct {
	Axiom         string         `json:"axiom"`
	Facts         []string       `json:"facts,omitempty"` // numbers behind the conditions: votes, similarities, positions
	Preconditions []Condition    `json:"preconditions,omitempty"`
	Preferences   []alternative  `json:"preferences,omitempty"` // for a Preference the two orders
	Parts         []*Explanation `json:"parts,omitempty"`       // of an expression
	Verdict       Verdict        `json:"-"`                     // on the pair, of a Preference
	Answer        string         `json:"answer"`
}

// Condition is a condition of an axiom with its numbers.
type Condition struct {
	Text    string `json:"text"`
	Holds   bool   `json:"holds"`
	Decides bool   `json:"decides,omitempty"` // the answer depends on it
}

// alternative is something that the axiom may prefer, with its conditions. All must hold.
type alternative struct {
	Text       string      `json:"text"` // "d1 above d2"
	Conditions []Condition `json:"conditions"`
}

func (a *alternative) holds() bool { return firstFailure(a.Conditions) < 0 }

// firstFailure returns the index of the first condition that does not hold, and -1 where all hold.
func firstFailure(list []Condition) int {
	return slices.IndexFunc(list, func(c Condition) bool { return !c.Holds })
}

// markFirstFailure marks the first condition that does not hold as deciding. It returns false where all hold.
func markFirstFailure(list []Condition) bool {
	k := firstFailure(list)
	if k >= 0 {
		list[k].Decides = true
	}
	return k >= 0
}

// markLast marks the last condition of a list as deciding.
func markLast(list []Condition) {
	if n := len(list); n > 0 {
		list[n-1].Decides = true
	}
}

// decide sets the verdict on a pair from the conditions alone and marks what decides. That is the
// first precondition that fails; else the last condition of the preferred order; else, where no
// order is preferred, the first condition that fails of each order.
func (e *Explanation) decide() {
	if markFirstFailure(e.Preconditions) {
		e.Verdict, e.Answer = Void, "no preference: the precondition does not hold"
		return
	}
	first, second := &e.Preferences[0], &e.Preferences[1]
	e.Verdict = preferOne(first.holds(), second.holds())
	switch e.Verdict {
	case First:
		e.Answer = first.Text
		markLast(first.Conditions)
	case Second:
		e.Answer = second.Text
		markLast(second.Conditions)
	default:
		e.Answer = "no preference"
		for _, a := range []*alternative{first, second} {
			if !markFirstFailure(a.Conditions) {
				markLast(a.Conditions)
			}
		}
	}
}

// Explain lists the length bound and the axiom's own conditions.
func (a *preference) Explain(c *Case) *Explanation {
	b := newBinding(&a.values, c.Query, c.Collection, a.bound)
	t := newTrace(a, b, c)
	t.judge = a.bind(newBinding(&a.values, c.Query, c.Collection, a.bound))
	docs := c.Docs
	if a.has(spreadParam.Name) && a.number(spreadParam.Name) > 0 {
		docs = slices.Concat(docs, c.Candidates)
	}
	t.judge.Load(docs)
	t.requireBound()
	a.explain(t)
	t.e.decide()
	return &t.e
}

// Explain lists the conditions under which the documents, in the order of their counts, are an
// instance.
func (a *triple) Explain(c *Case) *Explanation {
	t := newTrace(a, newBinding(&a.values, c.Query, c.Collection, a.bound), c)
	t.requireBound()
	a.explain(t)
	t.e.Answer = "an instance"
	if markFirstFailure(t.e.Preconditions) {
		t.e.Answer = "no instance"
	}
	return &t.e
}

// Explain lists the conditions under which each document is made.
func (a *generative) Explain(c *Case) *Explanation {
	t := newTrace(a, newBinding(&a.values, c.Query, c.Collection, Unbounded), c)
	a.explain(t)
	t.e.Answer = "nothing is made"
	if markFirstFailure(t.e.Preconditions) {
		return &t.e
	}
	var answers []string
	for i := range t.e.Preferences {
		if alternative := &t.e.Preferences[i]; !markFirstFailure(alternative.Conditions) {
			markLast(alternative.Conditions)
			answers = append(answers, alternative.Text)
		}
	}
	if len(answers) > 0 {
		t.e.Answer = strings.Join(answers, ", ")
	}
	return &t.e
}
