package axioms

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

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
