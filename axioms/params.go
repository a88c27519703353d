package axioms

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// variants returns the parameter that selects a source's reading. The first choice is the default.
func variants(choices ...string) param {
	return param{Name: "variant", Doc: "whose reading of the axiom", Default: choices[0], Choices: choices}
}

// lengthBound returns the parameters of the length bound that every axiom over two or three
// documents has.
func lengthBound(delta, deltaStar string) []param {
	return []param{
		{Name: "delta", Doc: "largest difference of the documents' lengths", Unit: "words", Default: delta,
			Whole: true, AllowsNone: true, Max: longest},
		{Name: "delta_star", Doc: "largest difference of the lengths over the longest", Unit: "share", Default: deltaStar,
			AllowsNone: true, Max: 1},
	}
}

// similaritySource is the parameter that selects a similarity source where there are two.
var similaritySource = param{Name: "sim", Doc: "similarity of terms: by the source configured, by word vectors, or by the table (WordNet)",
	Default: "configured", Choices: []string{"configured", "vectors", "table"}}

// precondition is the parameter of every axiom over two documents whose Spec has a Unconditional formula.
var precondition = param{Name: "precondition", Doc: "own compares only pairs that meet the axiom's condition; none compares " +
	"every pair, at any lengths",
	Default: "own", Choices: []string{"own", "none"}}

// setting is the value of a parameter: its canonical text, and its number where it is one (None for "none").
type setting struct {
	text   string
	number float64
}

// read checks a value and returns it in its canonical form.
func (p *param) read(axiom, text string) (setting, error) {
	if p.Choices != nil {
		if slices.Contains(p.Choices, text) {
			return setting{text: text}, nil
		}
		return setting{}, errs.BadUsage(errs.Suggestion(text, p.Choices...)+"it is one of "+strings.Join(p.Choices, ", "),
			"axiom %s has no %s %q", axiom, p.Name, abbreviate(text))
	}
	if p.AllowsNone && text == "none" {
		return setting{text: text, number: None}, nil
	}
	number, err := numeral.Parse(text)
	if err != nil || !(number >= p.Min && number <= p.Max) || p.Whole && number != math.Trunc(number) {
		return setting{}, errs.BadUsage(p.suggestShare(number)+p.allowedText(), "axiom %s: %s cannot be %q", axiom, p.Name, abbreviate(text))
	}
	return setting{text: strconv.FormatFloat(number+0, 'g', -1, 64), number: number + 0}, nil // -0 becomes 0
}

// suggestShare returns a hint at delta_star where the value of delta is a share, else "".
func (p *param) suggestShare(number float64) string {
	if p.Name == "delta" && number > 0 && number < 1 {
		return fmt.Sprintf("did you mean delta_star=%g? ", number)
	}
	return ""
}

// allowedText describes which values a parameter takes.
func (p *param) allowedText() string {
	kind := "a number"
	if p.Whole {
		kind = "a whole number"
	}
	text := p.Name + " is " + kind
	if p.Max >= longest {
		text += " of at least " + strconv.FormatFloat(p.Min, 'g', -1, 64)
	} else {
		text += " from " + strconv.FormatFloat(p.Min, 'g', -1, 64) + " to " + strconv.FormatFloat(p.Max, 'g', -1, 64)
	}
	if p.AllowsNone {
		text += " or none"
	}
	return text
}
