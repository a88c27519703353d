package axioms

import (
	"fmt"
	"math"
	"slices"
	"strconv"
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
	t := newTrace(a, a.bindTo(c.Query, c.Collection), c)
	t.judge = a.rule.bind(a.bindTo(c.Query, c.Collection))
	docs := c.Docs
	if a.has(spreadParam.Name) && a.number(spreadParam.Name) > 0 {
		docs = slices.Concat(docs, c.Candidates)
	}
	t.judge.Load(docs)
	t.requireBound()
	a.rule.explain(t)
	t.e.decide()
	return &t.e
}

// Explain lists the conditions under which the documents, in the order of their counts, are an
// instance.
func (a *triple) Explain(c *Case) *Explanation {
	t := newTrace(a, a.bindTo(c.Query, c.Collection), c)
	t.requireBound()
	a.rule.explain(t)
	t.e.Answer = "an instance"
	if markFirstFailure(t.e.Preconditions) {
		t.e.Answer = "no instance"
	}
	return &t.e
}

// Explain lists the conditions under which each document is made.
func (a *generative) Explain(c *Case) *Explanation {
	t := newTrace(a, a.bindTo(c.Query, c.Collection), c)
	a.rule.explain(t)
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

// trace collects the output of an axiom's explain: facts and conditions, in the order of the
// comparison.
type trace struct {
	*binding
	input  *Case
	judge  Judge    // bound to the query, with the documents loaded; nil where there is none
	counts []counts // of the documents
	always bool     // precondition=none: there is no precondition
	e      Explanation
	shared []Condition  // what need adds where there is no precondition
	list   *[]Condition // the list to which when appends
}

func newTrace(a Axiom, b *binding, c *Case) *trace {
	t := &trace{binding: b, input: c, counts: b.count(c.Docs, nil), always: b.unconditional()}
	t.e.Axiom = a.String()
	return t
}

// featuresOf returns the features of the documents that the judge of a rule compares.
func featuresOf[F any](t *trace) []F { return t.judge.(interface{ allFeatures() []F }).allFeatures() }

func (t *trace) name(d int) string    { return t.input.Names[d] }
func (t *trace) term(slot int) string { return t.input.Word(t.terms[slot]) }

// fact adds numbers that are no condition by themselves.
func (t *trace) fact(format string, args ...any) {
	t.e.Facts = append(t.e.Facts, fmt.Sprintf(format, args...))
}

// require adds a precondition, unless the axiom has precondition=none.
func (t *trace) require(holds bool, format string, args ...any) {
	if !t.always {
		t.e.Preconditions = append(t.e.Preconditions, Condition{Text: fmt.Sprintf(format, args...), Holds: holds})
	}
}

// need adds a condition without which there is no comparison: a precondition, or, for an axiom
// without one, a condition of each order.
func (t *trace) need(holds bool, format string, args ...any) {
	if t.always {
		t.shared = append(t.shared, Condition{Text: fmt.Sprintf(format, args...), Holds: holds})
		return
	}
	t.require(holds, format, args...)
}

// prefer adds the conditions under which document d ranks above e, in both orders; the rule calls
// when.
func (t *trace) prefer(rule func(d, e int)) {
	for d := range 2 {
		t.alternative(t.name(d)+" above "+t.name(1-d), func() { rule(d, 1-d) })
	}
}

func (t *trace) alternative(text string, rule func()) {
	t.e.Preferences = append(t.e.Preferences, alternative{Text: text, Conditions: slices.Clone(t.shared)})
	t.list = &t.e.Preferences[len(t.e.Preferences)-1].Conditions
	rule()
}

// when adds a condition of the current order.
func (t *trace) when(holds bool, format string, args ...any) {
	*t.list = append(*t.list, Condition{Text: fmt.Sprintf(format, args...), Holds: holds})
}

// whenSmaller and whenLarger add the comparison of two numbers that a label names.
func (t *trace) whenSmaller(label string, x, y float64) {
	t.when(greater(y, x), "%s: %s < %s", label, decimal(x), decimal(y))
}

func (t *trace) whenLarger(label string, x, y float64) {
	t.when(greater(x, y), "%s: %s > %s", label, decimal(x), decimal(y))
}

// requireBound adds the length bound as a precondition.
func (t *trace) requireBound() {
	low, high := math.MaxInt, 0
	for _, d := range t.input.Docs {
		low, high = min(low, d.Len()), max(high, d.Len())
	}
	if t.bound.Delta != None {
		t.require(lengthRange{t.bound.Delta, None}.Holds(low, high), "lengths %d and %d: difference %d <= delta = %d",
			low, high, high-low, t.bound.Delta)
	}
	if t.bound.DeltaStar != None {
		t.require(lengthRange{None, t.bound.DeltaStar}.Holds(low, high), "lengths %d and %d: difference over the longer %s <= delta_star = %s",
			low, high, decimal(float64(high-low)/float64(max(high, 1))), decimal(t.bound.DeltaStar))
	}
}

// preferVotes explains a vote: the comparison of the numbers of votes for each document.
func (t *trace) preferVotes(votes [2]int) {
	t.prefer(func(d, e int) {
		t.when(votes[d] > votes[e], "votes: %d > %d", votes[d], votes[e])
	})
}

// decimal returns a number with six significant digits.
func decimal(x float64) string {
	if math.IsInf(x, 0) {
		return "infinity"
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// countNoun returns a count with its noun: "1 term", "2 terms".
func countNoun(n int, noun string) string {
	return fmt.Sprintf("%d %s%s", n, noun, map[bool]string{false: "s"}[n == 1])
}
