package configs

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// Feedback is gen.feedback: how RM3 expands a query by the documents that are found first.
type Feedback struct {
	Docs, Terms int     // feedback documents, and terms that are added; at least 1
	Mu          float64 // smoothing of the documents, in tokens
	Weight      float64 // of the original query, between 0 and 1
}

// DefaultFeedback is what ParseFeedback gives to parts that a text does not name.
var DefaultFeedback = Feedback{Docs: 10, Terms: 10, Weight: 0.5}

// String returns the feedback as ParseFeedback reads it.
func (f Feedback) String() string {
	return fmt.Sprintf("docs=%d,terms=%d,mu=%v,weight=%v", f.Docs, f.Terms, f.Mu, f.Weight)
}

// ParseFeedback reads docs=10,terms=10,mu=0,weight=0.5, of which each part may be left out.
func ParseFeedback(text string) (Feedback, error) {
	f, given := DefaultFeedback, map[string]bool{}
	for _, part := range List(text) {
		name, value, _ := strings.Cut(part, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		count, notWhole := strconv.Atoi(value)
		x, err := numeral.Parse(value)
		isValid := err == nil && !math.IsInf(x, 0) && !given[name]
		given[name] = true
		switch name {
		case "docs":
			f.Docs, isValid = count, isValid && notWhole == nil && count >= 1
		case "terms":
			f.Terms, isValid = count, isValid && notWhole == nil && count >= 1
		case "mu":
			f.Mu, isValid = x, isValid && x >= 0
		case "weight":
			f.Weight, isValid = x, isValid && x >= 0 && x <= 1
		default:
			isValid = false
		}
		if !isValid {
			return f, errs.BadUsage("write docs=10,terms=10,mu=0,weight=0.5: docs and terms from 1 on, mu from 0 on, weight between 0 and 1",
				"gen.feedback: %q", part)
		}
	}
	return f, nil
}

// canonicalFeedback returns a feedback with all of its parts; a text that is none as it is.
func canonicalFeedback(text string) string {
	f, err := ParseFeedback(text)
	if err != nil {
		return text
	}
	return f.String()
}
