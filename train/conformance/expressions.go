package conformance

import (
	"fmt"

	"github.com/axiomine/axiomine/axioms"
)

// answerExpression answers what an operator makes of its parts' answers.
func answerExpression(c *checker, line object, text []byte) (object, error) {
	var of struct {
		Op    string     `json:"op"`
		Parts []answered `json:"parts"`
		Share *float64   `json:"share"`
	}
	if err := decode(text, &of); err != nil {
		return nil, err
	}
	if len(of.Parts) == 0 || of.Op == "neg" && len(of.Parts) != 1 {
		return nil, fmt.Errorf("op %s of %d parts", of.Op, len(of.Parts))
	}
	parts := make([]axioms.Preference, len(of.Parts))
	for i, p := range of.Parts {
		parts[i] = settled{verdict: axioms.Verdict(p)}
	}
	share := 0.5 // the contract's
	if of.Share != nil {
		share = *of.Share
	}
	var e axioms.Preference
	switch of.Op {
	case "sum":
		e = axioms.Sum(parts...)
	case "and":
		e = axioms.Agreement(parts...)
	case "or":
		e = axioms.Fallback(parts...)
	case "majority":
		e = axioms.Majority(share, parts...)
	case "neg":
		e = axioms.Reverse(parts[0])
	default:
		return nil, fmt.Errorf("op %q is none of sum, and, or, majority, neg", of.Op)
	}
	docs := make([]axioms.Doc, 2)
	judge := e.Bind(axioms.Query{}, &axioms.Collection{})
	judge.Load(docs)
	v := judge.Compare(0, 1)
	got := []any{v.Precondition(), v.Preference()}
	if err := c.compare(line, of.Op, line.get("expect"), got); err != nil {
		return nil, err
	}
	return line.set("got", got)
}

// answered is a verdict as [precondition, preference].
type answered axioms.Verdict

func (a *answered) UnmarshalJSON(text []byte) error {
	var holds bool
	var preference int
	parts := []any{&holds, &preference}
	if err := decode(text, &parts); err != nil || len(parts) != 2 || preference < -1 || preference > 1 {
		return fmt.Errorf("%s is not [precondition, preference]", clipped(text))
	}
	*a = answered(preference)
	if !holds {
		*a = answered(axioms.Void)
	}
	return nil
}

// settled is a preference axiom that answers the same on every pair.
type settled struct{ verdict axioms.Verdict }

func (s settled) Spec() *axioms.Spec                                 { return &axioms.Spec{ID: s.String()} }
func (s settled) String() string                                     { return fmt.Sprintf("settled(%d)", s.verdict) }
func (s settled) Bind(axioms.Query, *axioms.Collection) axioms.Judge { return s }
func (s settled) Load([]axioms.Doc)                                  {}
func (s settled) Compare(i, j int) axioms.Verdict                    { return s.verdict }
