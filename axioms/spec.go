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

// Spec is an axiom's documentation as data: listings, explanations and the README are made from it, and tests run its
// example. An axiom's Spec is that of the variant in use.
type Spec struct {
	ID      string // lower-case with dashes
	Title   string
	Family  string // "term frequency", "length normalisation", ...
	Formula string
	// Unconditional is the formula of precondition=none, which compares every pair; empty for an axiom without a precondition.
	Unconditional string
	Source        string // paper and equation, table or page
	Weak          bool   // fulfilled by equal scores too
	Ordered       bool   // the order of the query's tokens matters

	// SameLength is the precondition |d1| ~10% |d2| of Klose (2021), beside the bounds given as parameters.
	SameLength bool

	Params  []param
	Needs   Needs
	Example Example
}

// param is a parameter with its default.
type param struct {
	Name       string
	Doc        string
	Unit       string
	Default    string   // as it is written in an expression; "none" switches a bound off
	Choices    []string // for a parameter that is a word
	Whole      bool     // a whole number
	AllowsNone bool     // "none" is allowed
	Min        float64  // the smallest value allowed
	Max        float64  // the largest value allowed
}

// Needs lists the data that an axiom reads beyond the query and the documents' terms.
type Needs struct {
	IDF        bool // collection statistics
	Positions  bool
	Scores     bool // the candidates' retrieval scores
	Ranks      bool // the candidates' places in the run
	Grades     bool // the judgements
	Similarity bool
	Vectors    bool
	Pieces     bool // lengths in word pieces
	Sentences  bool // counts over the sentences of the documents' texts
	File       bool // a file of the user's, and the ids of queries and documents
}

// union returns the needs of two axioms together.
func (n Needs) union(m Needs) Needs {
	return Needs{
		IDF:        n.IDF || m.IDF,
		Positions:  n.Positions || m.Positions,
		Scores:     n.Scores || m.Scores,
		Ranks:      n.Ranks || m.Ranks,
		Grades:     n.Grades || m.Grades,
		Similarity: n.Similarity || m.Similarity,
		Vectors:    n.Vectors || m.Vectors,
		Pieces:     n.Pieces || m.Pieces,
		Sentences:  n.Sentences || m.Sentences,
		File:       n.File || m.File,
	}
}

// has reports whether the axiom has the parameter.
func (s *Spec) has(name string) bool { return s.index(name) >= 0 }

// index returns the place of a parameter, and -1 where the axiom does not have it.
func (s *Spec) index(name string) int {
	return slices.IndexFunc(s.Params, func(p param) bool { return p.Name == name })
}

// param returns the parameter of that name, so that a variant can change its default.
func (s *Spec) param(name string) *param { return &s.Params[s.index(name)] }

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
