package axiomtest

import (
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
)

// operators maps the title of an expression to a function over its parts' votes, -1, 0 or +1 each.
// The function reports whether the votes are in favour. share is majority's.
var operators = map[string]func(votes []int, share float64) bool{
	"Sum of votes": func(votes []int, _ float64) bool { return count(votes, 1) > count(votes, -1) },
	"Agreement":    func(votes []int, _ float64) bool { return count(votes, 1) == len(votes) },
	"First that prefers": func(votes []int, _ float64) bool {
		for _, v := range votes {
			if v != 0 {
				return v > 0
			}
		}
		return false
	},
	"Majority": func(votes []int, share float64) bool {
		return count(votes, 1) > count(votes, -1) && !exceeds(share, float64(count(votes, 1))/float64(len(votes)))
	},
	"Reversal": func(votes []int, _ float64) bool { return votes[0] < 0 },
	"Sign":     func(votes []int, _ float64) bool { return votes[0] > 0 },
}

func count(votes []int, vote int) (n int) {
	for _, v := range votes {
		if v == vote {
			n++
		}
	}
	return n
}

// expressionOf joins the definitions of an expression's parts. The precondition of a & b is that of
// all parts, else of any.
func expressionOf(a axioms.Axiom, favours func(votes []int, share float64) bool) (pairDefinition, error) {
	var parts []pairDefinition
	for _, part := range axioms.Parts(a) {
		define, err := pairDefinitionOf(part)
		if err != nil {
			return nil, err
		}
		parts = append(parts, define)
	}
	share := 0.5
	if _, text, ok := strings.Cut(a.String(), "; "); ok && strings.HasPrefix(a.String(), "majority(") {
		var err error
		if share, err = strconv.ParseFloat(strings.TrimSuffix(text, ")"), 64); err != nil {
			return nil, err
		}
	}
	all := a.Spec().Title == "Agreement"
	return func(w *world, x, y document) axioms.Verdict {
		votes, opposite, apply := make([]int, len(parts)), make([]int, len(parts)), 0
		for i, part := range parts {
			verdict := part(w, x, y)
			votes[i], opposite[i] = verdict.Preference(), -verdict.Preference()
			if verdict.Precondition() {
				apply++
			}
		}
		switch {
		case apply == 0 || all && apply < len(parts):
			return axioms.Void
		case favours(votes, share):
			return axioms.First
		case favours(opposite, share):
			return axioms.Second
		}
		return axioms.Neither
	}, nil
}
