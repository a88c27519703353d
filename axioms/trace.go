package axioms

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// trace is what an axiom's explain writes: facts and conditions, as it compares.
type trace struct {
	*binding
	of     *Case
	judge  Judge    // bound to the query, the documents loaded; nil where there is none
	counts []counts // of the documents
	e      Explanation
	needed []Condition  // what need named, where there is no precondition
	list   *[]Condition // where when appends
}

func newTrace(a Axiom, b *binding, c *Case) *trace {
	t := &trace{binding: b, of: c, counts: b.count(c.Docs, nil)}
	t.e.Axiom = a.String()
	return t
}

// loaded gives the features of the documents that the judge of a rule compares.
func loaded[F any](t *trace) []F { return t.judge.(interface{ of() []F }).of() }

func (t *trace) name(d int) string    { return t.of.Names[d] }
func (t *trace) term(slot int) string { return t.of.Word(t.terms[slot]) }

// fact notes numbers that are no condition by themselves.
func (t *trace) fact(format string, args ...any) {
	t.e.Facts = append(t.e.Facts, fmt.Sprintf(format, args...))
}

// require names a precondition; without them there is nothing to name.
func (t *trace) require(holds bool, format string, args ...any) {
	if t.binding == nil || !t.unconditional() {
		t.e.Preconditions = append(t.e.Preconditions, Condition{Text: fmt.Sprintf(format, args...), Holds: holds})
	}
}

// need names what the comparison cannot do without: a precondition, or, of an axiom without one, a condition of either order.
func (t *trace) need(holds bool, format string, args ...any) {
	if t.unconditional() {
		t.needed = append(t.needed, Condition{Text: fmt.Sprintf(format, args...), Holds: holds})
		return
	}
	t.require(holds, format, args...)
}

// prefer names the conditions under which document d ranks above e, in both orders; the rule calls when.
func (t *trace) prefer(rule func(d, e int)) {
	for d := range 2 {
		t.alternative(t.name(d)+" above "+t.name(1-d), func() { rule(d, 1-d) })
	}
}

func (t *trace) alternative(text string, rule func()) {
	t.e.Preferences = append(t.e.Preferences, Alternative{Text: text, Conditions: slices.Clone(t.needed)})
	t.list = &t.e.Preferences[len(t.e.Preferences)-1].Conditions
	rule()
}

// when names a condition of the order at hand.
func (t *trace) when(holds bool, format string, args ...any) {
	*t.list = append(*t.list, Condition{Text: fmt.Sprintf(format, args...), Holds: holds})
}

// bounded names the length bound.
func (t *trace) bounded() {
	low, high := math.MaxInt, 0
	for _, d := range t.of.Docs {
		low, high = min(low, d.Len()), max(high, d.Len())
	}
	if t.bound.Delta != None {
		t.require(Bound{t.bound.Delta, None}.Holds(low, high), "lengths %d and %d: difference %d <= delta = %d",
			low, high, high-low, t.bound.Delta)
	}
	if t.bound.DeltaStar != None {
		t.require(Bound{None, t.bound.DeltaStar}.Holds(low, high), "lengths %d and %d: difference over the longer %s <= delta_star = %s",
			low, high, decimal(float64(high-low)/float64(max(high, 1))), decimal(t.bound.DeltaStar))
	}
}

// votes explains a vote: for each document what votes for it, then the comparison.
func (t *trace) votes(votes [2]int) {
	t.prefer(func(d, e int) { t.when(votes[d] > votes[e], "votes: %d > %d", votes[d], votes[e]) })
}

// decimal prints a number with six significant digits.
func decimal(x float64) string {
	if math.IsInf(x, 0) {
		return "infinity"
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}
