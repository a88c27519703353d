package rule

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// Spec holds an axiom's documentation. Listings and explanations are made from it, and tests run its example. It describes the variant
// in use.
type Spec struct {
	ID      string // the name, in lower case with dashes
	Title   string
	Family  string // such as "term frequency" or "length normalisation"
	Formula string
	// Unconditional is the formula of precondition=none, which compares every pair; empty for an axiom without a precondition.
	Unconditional string
	Source        string // the publication, with equation, table or page
	Weak          bool   // whether a ranker that scores both documents equally fulfils the axiom too
	Ordered       bool   // whether the order of the query's tokens matters

	// SameLength is the precondition |d1| ~10% |d2| of Klose (2021), beside the bounds given as parameters.
	SameLength bool

	Params  []Param
	Needs   Needs
	Example Example
}

// Param is a parameter with its default.
type Param struct {
	Name       string   `json:"name"`
	Doc        string   `json:"doc"`
	Unit       string   `json:"unit,omitempty"`
	Default    string   `json:"default"`           // as it is written in an expression; "none" switches a bound off
	Choices    []string `json:"choices,omitempty"` // for a parameter that is a word
	Whole      bool     `json:"-"`                 // whether the value must be a whole number
	AllowsNone bool     `json:"-"`                 // whether "none" is allowed
	Min        float64  `json:"-"`                 // the smallest value allowed
	Max        float64  `json:"-"`                 // the largest value allowed
}

// Needs lists the data that an axiom reads beyond the query and the documents' terms.
type Needs struct {
	IDF        bool // statistics of the collection
	Positions  bool // the places of terms in documents
	Scores     bool // the candidates' retrieval scores
	Ranks      bool // the candidates' places in the run
	Grades     bool // the judgements
	Similarity bool // the similarities of terms
	Vectors    bool // word vectors
	Pieces     bool // the lengths of documents in word pieces
	File       bool // a file that the user gives, and the ids of queries and documents
}

// Union returns the needs of two axioms together.
func (n Needs) Union(m Needs) Needs {
	return Needs{
		IDF:        n.IDF || m.IDF,
		Positions:  n.Positions || m.Positions,
		Scores:     n.Scores || m.Scores,
		Ranks:      n.Ranks || m.Ranks,
		Grades:     n.Grades || m.Grades,
		Similarity: n.Similarity || m.Similarity,
		Vectors:    n.Vectors || m.Vectors,
		Pieces:     n.Pieces || m.Pieces,
		File:       n.File || m.File,
	}
}

// Has reports whether the axiom has the parameter.
func (s *Spec) Has(name string) bool { return s.index(name) >= 0 }

// index returns the index of a parameter in Params, and -1 where the axiom does not have it.
func (s *Spec) index(name string) int {
	return slices.IndexFunc(s.Params, func(p Param) bool { return p.Name == name })
}

// Param returns the parameter of that name, so that a variant can change its default.
func (s *Spec) Param(name string) *Param { return &s.Params[s.index(name)] }

// Variants returns the parameter that selects a variant of the axiom. The first choice is the default.
func Variants(choices ...string) Param {
	return Param{Name: "variant", Doc: "whose reading of the axiom", Default: choices[0], Choices: choices}
}

// LengthBound returns the parameters of the length bound that every axiom over two or three documents has.
func LengthBound(delta, deltaStar string) []Param {
	return []Param{
		{Name: "delta", Doc: "largest difference of the documents' lengths", Unit: "words", Default: delta,
			Whole: true, AllowsNone: true, Max: Longest},
		{Name: "delta_star", Doc: "largest difference of the lengths over the longest", Unit: "share", Default: deltaStar,
			AllowsNone: true, Max: 1},
	}
}

// SimilaritySource is the parameter that selects a similarity source where there are two.
var SimilaritySource = Param{Name: "sim", Doc: "similarity of terms: by the source configured, by word vectors, or by the table (WordNet)",
	Default: "configured", Choices: []string{"configured", "vectors", "table"}}

// precondition is the parameter of every axiom over two documents whose Spec has an Unconditional formula.
var precondition = Param{Name: "precondition", Doc: "own compares only pairs that meet the axiom's condition; none compares " +
	"every pair, at any lengths",
	Default: "own", Choices: []string{"own", "none"}}

// setting is the value of a parameter: its canonical text and, for a number, the number (None for "none").
type setting struct {
	Text   string
	number float64
}

// Read parses text as a value of the parameter. axiom is the axiom's id, for errors.
func (p *Param) Read(axiom, text string) (setting, error) {
	if p.Choices != nil {
		if slices.Contains(p.Choices, text) {
			return setting{Text: text}, nil
		}
		return setting{}, errs.BadUsage(errs.Suggestion(text, p.Choices...)+"it is one of "+strings.Join(p.Choices, ", "),
			"axiom %s has no %s %q", axiom, p.Name, Abbreviate(text))
	}
	if p.AllowsNone && text == "none" {
		return setting{Text: text, number: None}, nil
	}
	number, err := numeral.Parse(text)
	if err != nil || !(number >= p.Min && number <= p.Max) || p.Whole && number != math.Trunc(number) {
		return setting{}, errs.BadUsage(p.suggestShare(number)+p.allowedText(), "axiom %s: %s cannot be %q", axiom, p.Name, Abbreviate(text))
	}
	return setting{Text: strconv.FormatFloat(number+0, 'g', -1, 64), number: number + 0}, nil // -0 becomes 0
}

// suggestShare returns a hint that names delta_star if the value of delta is between 0 and 1, and "" for other values.
func (p *Param) suggestShare(number float64) string {
	if p.Name == "delta" && number > 0 && number < 1 {
		return fmt.Sprintf("did you mean delta_star=%g? ", number)
	}
	return ""
}

// allowedText describes which values a parameter takes.
func (p *Param) allowedText() string {
	kind := "a number"
	if p.Whole {
		kind = "a whole number"
	}
	text := p.Name + " is " + kind
	if p.Max >= Longest {
		text += " of at least " + strconv.FormatFloat(p.Min, 'g', -1, 64)
	} else {
		text += " from " + strconv.FormatFloat(p.Min, 'g', -1, 64) + " to " + strconv.FormatFloat(p.Max, 'g', -1, 64)
	}
	if p.AllowsNone {
		text += " or none"
	}
	return text
}

// SpreadParam is the parameter that requires a difference of scores, in standard deviations of the
// query's scores. It does not depend on the scale of the scores.
var SpreadParam = Param{Name: "margin_sd", Doc: "by how many standard deviations of the query's candidates' scores the preferred one leads",
	Unit: "standard deviations", Default: "0", Max: Longest}
