package configs

import (
	"fmt"
	"math"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// Feedback holds gen.feedback, the parameters of RM3.
type Feedback struct {
	Docs, Terms int     // the number of feedback documents, and of added terms; each at least 1
	Mu          float64 // the smoothing of the feedback documents' language models, in tokens; 0: none
	Weight      float64 // the weight of the original query, from 0 to 1
}

// defaultFeedback holds the parameters that a text leaves out.
var defaultFeedback = Feedback{Docs: 10, Terms: 10, Weight: 0.5}

// String returns the feedback as ParseFeedback reads it.
func (f Feedback) String() string {
	return fmt.Sprintf("docs=%d,terms=%d,mu=%v,weight=%v", f.Docs, f.Terms, f.Mu, f.Weight)
}

// Set sets the parameter called name to x. It returns false if the name is unknown or x is out of bounds.
func (f *Feedback) Set(name string, x float64) bool {
	isCount := x >= 1 && x <= math.MaxInt32 && x == math.Trunc(x)
	switch {
	case name == "docs" && isCount:
		f.Docs = int(x)
	case name == "terms" && isCount:
		f.Terms = int(x)
	case name == "mu" && x >= 0:
		f.Mu = x
	case name == "weight" && x >= 0 && x <= 1:
		f.Weight = x
	default:
		return false
	}
	return !math.IsInf(x, 0)
}

// ParseFeedback parses docs=10,terms=10,mu=0,weight=0.5. Every parameter may be left out.
func ParseFeedback(text string) (Feedback, error) {
	f, isGiven := defaultFeedback, map[string]bool{}
	for _, part := range List(text) {
		name, value, _ := strings.Cut(part, "=")
		name = strings.TrimSpace(name)
		if x, err := numeral.Parse(strings.TrimSpace(value)); err != nil || isGiven[name] || !f.Set(name, x) {
			return f, errs.BadUsage("write docs=10,terms=10,mu=0,weight=0.5: docs and terms from 1 on, mu from 0 on, weight between 0 and 1",
				"gen.feedback: %q", part)
		}
		isGiven[name] = true
	}
	return f, nil
}

// canonicalFeedback returns a feedback with all its parameters. It returns an invalid text unchanged.
func canonicalFeedback(text string) string {
	if f, err := ParseFeedback(text); err == nil {
		return f.String()
	}
	return text
}
