package conformance

import (
	"fmt"

	"github.com/axiomine/axiomine/axioms"
)

// answerExpression answers with the result of an operator on its parts' answers.
func answerExpression(c *checker, line object, text []byte) (object, error) {
	var input struct {
		Op    string        `json:"op"`
		Parts []partVerdict `json:"parts"`
		Share *float64      `json:"share"`
	}
	if err := decode(text, &input); err != nil {
		return nil, err
	}
	if len(input.Parts) == 0 || input.Op == "neg" && len(input.Parts) != 1 {
		return nil, fmt.Errorf("op %s of %d parts", input.Op, len(input.Parts))
	}
	parts := make([]axioms.Preference, len(input.Parts))
	for i, p := range input.Parts {
		parts[i] = constant{verdict: axioms.Verdict(p)}
	}
	share := 0.5 // as in the contract
	if input.Share != nil {
		share = *input.Share
	}
	var e axioms.Preference
	switch input.Op {
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
		return nil, fmt.Errorf("op %q is none of sum, and, or, majority, neg", input.Op)
	}
	docs := make([]axioms.Doc, 2)
	judge := e.Bind(axioms.Query{}, &axioms.Collection{})
	judge.Load(docs)
	v := judge.Compare(0, 1)
	reply := []any{v.Precondition(), v.Preference()}
	if err := c.compare(line, input.Op, line.get("expect"), reply); err != nil {
		return nil, err
	}
	return line.set("got", reply)
}

// partVerdict is a verdict as [precondition, preference].
type partVerdict axioms.Verdict

func (a *partVerdict) UnmarshalJSON(text []byte) error {
	var holds bool
	var preference int
	parts := []any{&holds, &preference}
	if err := decode(text, &parts); err != nil || len(parts) != 2 || preference < -1 || preference > 1 {
		return fmt.Errorf("%s is not [precondition, preference]", clip(text))
	}
	*a = partVerdict(preference)
	if !holds {
		*a = partVerdict(axioms.Void)
	}
	return nil
}

// constant is a preference axiom with the same answer on every pair.
type constant struct{ verdict axioms.Verdict }

func (s constant) Spec() *axioms.Spec                                 { return &axioms.Spec{ID: s.String()} }
func (s constant) String() string                                     { return fmt.Sprintf("settled(%d)", s.verdict) }
func (s constant) Bind(axioms.Query, *axioms.Collection) axioms.Judge { return s }
func (s constant) Load([]axioms.Doc)                                  {}
func (s constant) Compare(i, j int) axioms.Verdict                    { return s.verdict }
