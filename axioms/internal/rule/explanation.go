package rule

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Explainer is an axiom that lists its conditions. All axioms of this package and expressions over them are Explainers.
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
	Names      []string // the names of the documents, such as d1 and d2
	Candidates []Doc    // documents whose scores' deviation margin_sd uses; nil: it uses that of Docs
	Pieces     []int    // the documents' lengths in word pieces; only for axioms whose Needs name them
	Collection *Collection
	Word       func(term uint32) string // returns the text of a term
}

// List returns up to five terms in parentheses, and "" for no terms.
func (c *Case) List(terms []uint32) string {
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
	Preferences   []alternative  `json:"preferences,omitempty"` // the two orders of a Preference, or the documents of a Generative
	Parts         []*Explanation `json:"parts,omitempty"`       // explanations of an expression's parts
	Verdict       Verdict        `json:"-"`                     // the verdict on the pair of a Preference
	Answer        string         `json:"answer"`
}

// Condition is a condition of an axiom with its numbers.
type Condition struct {
	Text    string `json:"text"`
	Holds   bool   `json:"holds"`
	Decides bool   `json:"decides,omitempty"` // whether the answer depends on the condition
}

// alternative is an order that the axiom may prefer, or a document that it may make. The axiom does so if all conditions hold.
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

func markLast(list []Condition) {
	if n := len(list); n > 0 {
		list[n-1].Decides = true
	}
}

// decide sets the verdict on a pair from its conditions and marks those that decide. If a precondition
// fails, the first such precondition decides. If an order is preferred, its last condition decides.
// If no order is preferred, the first condition that fails decides, in each order.
func (e *Explanation) decide() {
	if markFirstFailure(e.Preconditions) {
		e.Verdict, e.Answer = Void, "no preference: the precondition does not hold"
		return
	}
	first, second := &e.Preferences[0], &e.Preferences[1]
	e.Verdict = PreferOne(first.holds(), second.holds())
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
	t := newTrace(a, a.binding(c.Query, c.Collection), c)
	t.judge = a.rule.Bind(a.binding(c.Query, c.Collection))
	docs := c.Docs
	if a.Has(SpreadParam.Name) && a.Number(SpreadParam.Name) > 0 {
		docs = slices.Concat(docs, c.Candidates)
	}
	t.judge.Load(docs)
	t.requireBound()
	a.rule.Explain(t)
	t.e.decide()
	return &t.e
}

// Explain lists the conditions under which the documents are an instance, in the order of their counts.
func (a *triple) Explain(c *Case) *Explanation {
	t := newTrace(a, a.binding(c.Query, c.Collection), c)
	t.requireBound()
	a.rule.Explain(t)
	t.e.Answer = "an instance"
	if markFirstFailure(t.e.Preconditions) {
		t.e.Answer = "no instance"
	}
	return &t.e
}

// Explain lists the conditions under which each document is made.
func (a *generative) Explain(c *Case) *Explanation {
	t := newTrace(a, a.binding(c.Query, c.Collection), c)
	a.rule.Explain(t)
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

// Trace collects the facts and conditions of a Definition's Explain, in the order of the comparison.
type Trace struct {
	*Binding
	Input  *Case
	judge  Judge    // the axiom's judge with the documents loaded; nil for triples and generative axioms
	Counts []Counts // the counts of each document
	always bool     // whether precondition=none is set, so that every pair is compared
	e      Explanation
	shared []Condition  // the conditions that Need adds to each order if always is true
	list   *[]Condition // the conditions of the current order, to which When appends
}

func newTrace(a Axiom, b *Binding, c *Case) *Trace {
	t := &Trace{Binding: b, Input: c, Counts: b.Count(c.Docs, nil), always: b.Unconditional()}
	t.e.Axiom = a.String()
	return t
}

// FeaturesOf returns the features of the documents, as the rule's judge compares them.
func FeaturesOf[F any](t *Trace) []F { return t.judge.(interface{ allFeatures() []F }).allFeatures() }

// Name returns the name of document d, and Term the text of a query term.
func (t *Trace) Name(d int) string    { return t.Input.Names[d] }
func (t *Trace) Term(slot int) string { return t.Input.Word(t.Terms[slot]) }

// Fact adds a sentence with numbers that are not a condition.
func (t *Trace) Fact(format string, args ...any) {
	t.e.Facts = append(t.e.Facts, fmt.Sprintf(format, args...))
}

// Require adds a precondition, unless the axiom has precondition=none.
func (t *Trace) Require(holds bool, format string, args ...any) {
	if !t.always {
		t.e.Preconditions = append(t.e.Preconditions, Condition{Text: fmt.Sprintf(format, args...), Holds: holds})
	}
}

// Need adds a precondition. If the axiom has precondition=none, Need adds the condition to each order.
func (t *Trace) Need(holds bool, format string, args ...any) {
	if t.always {
		t.shared = append(t.shared, Condition{Text: fmt.Sprintf(format, args...), Holds: holds})
		return
	}
	t.Require(holds, format, args...)
}

// Prefer calls rule for both orders. rule calls When for each condition under which document d ranks above document e.
func (t *Trace) Prefer(rule func(d, e int)) {
	for d := range 2 {
		t.Alternative(t.Name(d)+" above "+t.Name(1-d), func() { rule(d, 1-d) })
	}
}

// Alternative adds an alternative. rule adds its conditions with When.
func (t *Trace) Alternative(text string, rule func()) {
	t.e.Preferences = append(t.e.Preferences, alternative{Text: text, Conditions: slices.Clone(t.shared)})
	t.list = &t.e.Preferences[len(t.e.Preferences)-1].Conditions
	rule()
}

// When adds a condition of the current alternative.
func (t *Trace) When(holds bool, format string, args ...any) {
	*t.list = append(*t.list, Condition{Text: fmt.Sprintf(format, args...), Holds: holds})
}

// WhenSmaller adds the condition that x is smaller than y. label names both numbers.
func (t *Trace) WhenSmaller(label string, x, y float64) {
	t.When(Greater(y, x), "%s: %s < %s", label, Decimal(x), Decimal(y))
}

// WhenLarger adds the condition that x is larger than y. label names both numbers.
func (t *Trace) WhenLarger(label string, x, y float64) {
	t.When(Greater(x, y), "%s: %s > %s", label, Decimal(x), Decimal(y))
}

// requireBound adds the length bound as a precondition.
func (t *Trace) requireBound() {
	low, high := math.MaxInt, 0
	for _, d := range t.Input.Docs {
		low, high = min(low, d.Len()), max(high, d.Len())
	}
	if t.Bound.Delta != None {
		t.Require(LengthRange{t.Bound.Delta, None}.Holds(low, high), "lengths %d and %d: difference %d <= delta = %d",
			low, high, high-low, t.Bound.Delta)
	}
	if t.Bound.DeltaStar != None {
		t.Require(LengthRange{None, t.Bound.DeltaStar}.Holds(low, high), "lengths %d and %d: difference over the longer %s <= delta_star = %s",
			low, high, Decimal(float64(high-low)/float64(max(high, 1))), Decimal(t.Bound.DeltaStar))
	}
}

// PreferVotes adds the comparison of the numbers of votes for each document.
func (t *Trace) PreferVotes(votes [2]int) {
	t.Prefer(func(d, e int) {
		t.When(votes[d] > votes[e], "votes: %d > %d", votes[d], votes[e])
	})
}

// Decimal returns a number with six significant digits.
func Decimal(x float64) string {
	if math.IsInf(x, 0) {
		return "infinity"
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// CountNoun returns a count with its noun: "1 term", "2 terms".
func CountNoun(n int, noun string) string {
	return fmt.Sprintf("%d %s%s", n, noun, map[bool]string{false: "s"}[n == 1])
}

// ExplainExpression adds conditions and the answer to e, which holds the explanations of an expression's parts.
func ExplainExpression(e *Explanation, input *Case, conditions func(t *Trace)) *Explanation {
	t := &Trace{Input: input, e: *e}
	conditions(t)
	t.e.decide()
	return &t.e
}
