package axioms

import (
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/rule"
	"github.com/axiomine/axiomine/internal/errs"
)

// operator combines the verdicts of an expression's parts. The constants go from the operator that
// binds most loosely to the tightest, as in Python. majority and normalize are written as calls.
type operator int

const (
	fallback  operator = iota // a | b: the first preference that is not 0
	agree                     // a & b: the preference of all parts, 0 where they differ
	sum                       // a + b: the sign of the votes' sum
	reverse                   // -a
	majority                  // majority(a, b, c; 0.5)
	normalize                 // normalize(a): the sign of a, which is the verdict of a
)

// defaultShare is the default share of majority: half of all parts.
const defaultShare = 0.5

// combination is an expression over preference axioms, itself a preference axiom.
type combination struct {
	spec  Spec
	op    operator
	parts []Preference
	share float64 // the share of the parts that majority requires
}

// combine returns an expression. The expression is weak if all its parts are weak.
func combine(op operator, share float64, parts ...Preference) *combination {
	c := &combination{op: op, parts: parts, share: share}
	c.spec = Spec{Title: operators[op].title, Family: "expressions", Formula: operators[op].formula,
		Source: "operators over votes; Bondarenko et al., SIGIR 2022 (ir_axioms)", Weak: true}
	for _, p := range parts {
		s := p.Spec()
		c.spec.Weak = c.spec.Weak && s.Weak
		c.spec.Ordered = c.spec.Ordered || s.Ordered
		c.spec.Needs = c.spec.Needs.Union(s.Needs)
	}
	c.spec.ID = c.String()
	return c
}

var operators = [...]struct{ sign, title, formula string }{
	sum:      {" + ", "Sum of votes", "the sign of the sum of the parts' preferences; the precondition is that of any part"},
	agree:    {" & ", "Agreement", "what all parts prefer; the precondition is that of all parts"},
	fallback: {" | ", "First that prefers", "the first preference that is not 0; the precondition is that of any part"},
	majority: {"", "Majority", "+1 iff more parts say +1 than -1 and at least the given share of all parts says +1; mirrored; " +
		"the precondition is that of any part"},
	reverse:   {"-", "Reversal", "the opposite preference; the precondition is that of the part"},
	normalize: {"", "Sign", "the sign of the preference; the precondition is that of the part"},
}

func (c *combination) Spec() *Spec { return &c.spec }

func (c *combination) String() string { return c.formatWith(Axiom.String) }

// formatWith returns the expression as text. text formats each part.
func (c *combination) formatWith(text func(Axiom) string) string {
	texts := make([]string, len(c.parts))
	for i, p := range c.parts {
		texts[i] = text(p)
		if part, ok := p.(*combination); ok && c.op.parenthesises(part.op) {
			texts[i] = "(" + texts[i] + ")"
		}
	}
	switch c.op {
	case reverse:
		return "-" + texts[0]
	case normalize:
		return "normalize(" + texts[0] + ")"
	case majority:
		text := "majority(" + strings.Join(texts, ", ")
		if c.share != defaultShare {
			text += "; " + strconv.FormatFloat(c.share, 'g', -1, 64)
		}
		return text + ")"
	}
	return strings.Join(texts, operators[c.op].sign)
}

// parenthesises reports whether a part is written in parentheses. A sum within a sum needs
// parentheses, because only the sign of the inner sum counts.
func (op operator) parenthesises(part operator) bool {
	return op <= reverse && op >= part && !(op == reverse && part == reverse)
}

// maxParts is the maximum number of parts of one operator. A judge asks all of them about every pair of documents.
const maxParts = 1000

// maxChoices is the maximum number of expressions without sets that one expression may expand to.
const maxChoices = 1000

// combineChoices returns an expression for every choice of one alternative per part. The last part's
// alternative changes fastest. text is the whole expression, for errors.
func combineChoices(text string, op operator, share float64, parts [][]Axiom) ([]Axiom, error) {
	if len(parts) > maxParts {
		return nil, errs.BadUsage("simplify it", "axiom expression %q combines more than %d parts", rule.Abbreviate(text), maxParts)
	}
	choices := [][]Axiom{nil}
	for _, alternatives := range parts {
		var longer [][]Axiom
		for _, choice := range choices {
			for _, a := range alternatives {
				longer = append(longer, append(slices.Clip(choice), a))
			}
		}
		if choices = longer; len(choices) > maxChoices {
			return nil, errs.BadUsage("simplify it", "axiom expression %q stands for more than %d axioms", rule.Abbreviate(text), maxChoices)
		}
	}
	list := make([]Axiom, len(choices))
	for i, choice := range choices {
		preferences := make([]Preference, len(choice))
		for k, part := range choice {
			preference, ok := part.(Preference)
			if !ok {
				return nil, errs.BadUsage("use it by itself", "axiom expression %q: %s does not compare two documents and cannot be combined",
					rule.Abbreviate(text), part)
			}
			preferences[k] = preference
		}
		list[i] = combine(op, share, preferences...)
	}
	return list, nil
}

// Bind binds every part.
func (c *combination) Bind(q Query, col *Collection) Judge {
	n := len(c.parts)
	j := &expressionJudge{expression: c, parts: make([]Judge, n), rows: make([][]Verdict, n), votes: make([]Verdict, n)}
	for i, p := range c.parts {
		j.parts[i] = p.Bind(q, col)
	}
	return j
}

// expressionJudge is the judge of an expression.
type expressionJudge struct {
	expression *combination
	parts      []Judge
	rows       [][]Verdict // rows[k] holds the verdicts of part k on one row
	votes      []Verdict   // votes[k] is the verdict of part k on one pair
}

func (e *expressionJudge) Load(docs []Doc) {
	for i, p := range e.parts {
		p.Load(docs)
		e.rows[i] = slices.Grow(e.rows[i][:0], len(docs))[:len(docs)]
	}
}

func (e *expressionJudge) Compare(i, j int) Verdict {
	for k, p := range e.parts {
		e.votes[k] = p.Compare(i, j)
	}
	return e.expression.join(e.votes)
}

func (e *expressionJudge) Row(i int, out []Verdict) {
	for k, p := range e.parts {
		p.Row(i, e.rows[k])
	}
	for j := i + 1; j < len(out); j++ {
		for k := range e.rows {
			e.votes[k] = e.rows[k][j]
		}
		out[j] = e.expression.join(e.votes)
	}
}

// ballot counts the verdicts of an expression's parts.
type ballot struct {
	applicable      int     // the number of parts whose precondition holds
	firsts, seconds int     // the numbers of parts that prefer the first and the second document
	leading         Verdict // the first verdict that is First or Second; Neither if there is none
}

func countVotes(votes []Verdict) (b ballot) {
	for _, v := range votes {
		switch v {
		case Void:
			continue
		case First:
			b.firsts++
		case Second:
			b.seconds++
		}
		b.applicable++
		if b.leading == Neither {
			b.leading = v
		}
	}
	return b
}

// join returns the expression's verdict for the verdicts of its parts.
func (c *combination) join(votes []Verdict) Verdict {
	b := countVotes(votes)
	if b.applicable == 0 || c.op == agree && b.applicable < len(votes) {
		return Void
	}
	switch c.op {
	case sum:
		return rule.PreferMore(b.firsts, b.seconds)
	case agree:
		return rule.PreferOne(b.firsts == len(votes), b.seconds == len(votes))
	case fallback:
		return b.leading
	case majority:
		enough := func(n int) bool { return rule.AtLeast(float64(n)/float64(len(votes)), c.share) }
		return rule.PreferOne(b.firsts > b.seconds && enough(b.firsts), b.seconds > b.firsts && enough(b.seconds))
	case reverse:
		return votes[0].Swap()
	}
	return votes[0]
}

// Explain explains the parts and how the operator joins their votes.
func (c *combination) Explain(input *Case) *Explanation {
	e := &Explanation{Axiom: c.String()}
	votes := make([]Verdict, len(c.parts))
	for i, p := range c.parts {
		part := p.(Explainer).Explain(input)
		e.Parts = append(e.Parts, part)
		votes[i] = part.Verdict
	}
	return rule.ExplainExpression(e, input, func(t *rule.Trace) { c.explain(t, votes) })
}

// explain adds to the trace the conditions under which join prefers each document.
func (c *combination) explain(t *rule.Trace, votes []Verdict) {
	b := countVotes(votes)
	tally := [2]int{b.firsts, b.seconds}
	if c.op == agree {
		t.Require(b.applicable == len(votes), "the precondition holds for all parts: %d of %d", b.applicable, len(votes))
	} else {
		t.Require(b.applicable > 0, "the precondition holds for some part: %d of %d", b.applicable, len(votes))
	}
	t.Prefer(func(d, e int) {
		switch c.op {
		case agree:
			t.When(tally[d] == len(votes), "all parts say so: %d of %d", tally[d], len(votes))
		case fallback:
			t.When(b.leading == [...]Verdict{First, Second}[d], "the first part that prefers says so")
		case majority:
			t.When(rule.AtLeast(float64(tally[d])/float64(len(votes)), c.share), "%d of %s are at least a share of %s",
				tally[d], rule.CountNoun(len(votes), "part"), rule.Decimal(c.share))
			t.When(tally[d] > tally[e], "more parts say so: %d > %d", tally[d], tally[e])
		case reverse:
			t.When(tally[e] > 0, "the part says the opposite")
		case normalize:
			t.When(tally[d] > 0, "the part says so")
		default:
			t.When(tally[d] > tally[e], "votes: %d > %d", tally[d], tally[e])
		}
	})
}
