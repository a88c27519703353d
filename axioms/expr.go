package axioms

import (
	"cmp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/family"
	"github.com/axiomine/axiomine/axioms/internal/rule"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// Parse reads an axiom or an expression over preference axioms.
//
//	axiom      = name [ "/" variant ] [ "?" pairs joined by "&" | "(" [ pairs joined by "," ] ")" ]      pair = name "=" value
//	           | ( "run" | "prefs" ) "(" file { "," pair } ")"
//	expression = axiom | "-" e | e "+" e | e "&" e | e "|" e | "(" e ")" | "normalize(" e ")" | "majority(" e { "," e } [ ";" share ] ")"
//
// Operators bind in the order - + & |, the tightest first. a + b + c is one sum of three votes, while (a + b) + c first takes the sign of
// a + b. The share of majority is 0.5 where it is left out. Printing an axiom and parsing the text returns the same axiom. An error has
// the kind errs.Usage and suggests the most similar name.
func Parse(text string) (Axiom, error) {
	p := &parser{scan: scanner{text: text}}
	members, err := p.readExpression(fallback)
	switch {
	case err != nil:
		return nil, err
	case p.scan.skipSpace() != 0:
		return nil, p.scan.syntaxError("an operator or the end")
	case len(members) != 1:
		return nil, errs.BadUsage("name one of them", "%q is %s, and one is wanted", rule.Abbreviate(text), rule.CountNoun(len(members), "axiom"))
	}
	return members[0], nil
}

// ParseList reads expressions over axioms and names of Sets, separated by commas. A set is replaced by its members, within an expression
// too: tfc1 & length-safe is as many expressions as the set has members. It returns an error where an axiom is listed twice.
func ParseList(text string) ([]Axiom, error) {
	list, _, err := ParseListWithin(text, "")
	return list, err
}

// ParseListWithin reads a list as ParseList does, and sets delta_star for every axiom that has the parameter and whose own text does not
// set it. Members of a set take deltaStar even where the set's definition has another value. Axioms with precondition=none stay as they
// are. A deltaStar of "" keeps all defaults. notes holds a sentence for each parameter that was set for all axioms or for all members of a
// set, and that one of them does not have. notes is sorted and has no repeats.
func ParseListWithin(text, deltaStar string) (list []Axiom, notes []string, err error) {
	if err := checkDeltaStar(deltaStar); err != nil {
		return nil, nil, err
	}
	p := &parser{scan: scanner{text: text}, settings: settings{deltaStar: deltaStar}}
	if list, err = p.readList(); err != nil {
		return nil, nil, err
	}
	slices.Sort(p.settings.notes)
	return list, slices.Compact(p.settings.notes), checkDistinct(list)
}

// checkDeltaStar returns an error for a text that is not a value of delta_star. "" means that none was set.
func checkDeltaStar(text string) error {
	if x, err := numeral.Parse(text); text == "" || text == "none" || err == nil && x >= 0 && x <= 1 {
		return nil
	}
	return errs.BadUsage(errs.Suggestion(text, "none")+"it is a share from 0 to 1, or none", "delta_star cannot be %q", rule.Abbreviate(text))
}

// checkDistinct returns an error for a list that holds an axiom twice.
func checkDistinct(list []Axiom) error {
	isListed := map[string]bool{}
	for _, a := range list {
		name := a.String()
		if isListed[name] {
			return errs.BadUsage("name each axiom once; sets count as their members", "axiom %s is listed twice", name)
		}
		isListed[name] = true
	}
	return nil
}

// maxDepth is the maximum depth of nested expressions.
const maxDepth = 100

// parser reads expressions over axioms.
type parser struct {
	scan     scanner
	settings settings
	depth    int // number of operands that enclose the current position
}

// readList reads expressions up to the end of the text.
func (p *parser) readList() (list []Axiom, err error) {
	for {
		members, err := p.readExpression(fallback)
		if err != nil {
			return nil, err
		}
		list = append(list, members...)
		switch p.scan.skipSpace() {
		case ',':
			p.scan.pos++
			continue
		case 0:
			return list, nil
		}
		return nil, p.scan.syntaxError("an operator, a comma or the end")
	}
}

// readExpression reads operators that bind at least as tightly as op. An expression with sets is
// replaced by one expression for every choice of their members.
func (p *parser) readExpression(op operator) ([]Axiom, error) {
	if op == reverse {
		return p.readOperand()
	}
	first, err := p.readExpression(op + 1)
	if err != nil {
		return nil, err
	}
	parts := [][]Axiom{first}
	for p.scan.accept(strings.TrimSpace(operators[op].sign)[0]) {
		next, err := p.readExpression(op + 1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, next)
	}
	if len(parts) == 1 {
		return first, nil
	}
	return combineChoices(p.scan.text, op, defaultShare, parts)
}

// readOperand reads a reversal, a parenthesis, a call, a set or an axiom.
func (p *parser) readOperand() ([]Axiom, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, errs.BadUsage("simplify it", "axiom expression %q is nested more than %d deep", rule.Abbreviate(p.scan.text), maxDepth)
	}
	defer func() { p.depth-- }()
	if p.scan.accept('-') {
		part, err := p.readOperand()
		if err != nil {
			return nil, err
		}
		return combineChoices(p.scan.text, reverse, defaultShare, [][]Axiom{part})
	}
	if p.scan.accept('(') {
		inner, err := p.readExpression(fallback)
		if err == nil && !p.scan.accept(')') {
			err = p.scan.syntaxError("a closing parenthesis")
		}
		return inner, err
	}
	name := p.scan.readName()
	switch name {
	case "":
		return nil, p.scan.syntaxError("an axiom")
	case "normalize":
		return p.readCall(name, normalize)
	case "majority":
		return p.readCall(name, majority)
	}
	for _, s := range Sets {
		if s.Name == name {
			return p.readMembers(&s)
		}
	}
	a, err := p.readAxiom(name)
	return []Axiom{a}, err
}

// readCall reads the arguments of majority or normalize.
func (p *parser) readCall(name string, op operator) ([]Axiom, error) {
	if !p.scan.accept('(') {
		return nil, p.scan.syntaxError("a parenthesis after " + name)
	}
	share := defaultShare
	var parts [][]Axiom
	for {
		part, err := p.readExpression(fallback)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		if op == normalize || !p.scan.accept(',') {
			break
		}
	}
	if op == majority && p.scan.accept(';') {
		x, err := numeral.Parse(p.scan.readValue())
		if err != nil || !(x >= 0 && x <= 1) {
			return nil, p.scan.syntaxError("a share from 0 to 1 before this place")
		}
		share = x + 0 // -0 becomes 0
	}
	if !p.scan.accept(')') {
		return nil, p.scan.syntaxError("a closing parenthesis")
	}
	return combineChoices(p.scan.text, op, share, parts)
}

// readMembers reads the parameters after a set's name and returns the set's members. A parameter's
// value replaces the one in the set's definition, for each member that has the parameter.
func (p *parser) readMembers(s *Set) ([]Axiom, error) {
	arguments, err := p.scan.readParameters()
	if err != nil {
		return nil, err
	}
	for i, a := range arguments {
		if slices.ContainsFunc(arguments[:i], func(b rule.Argument) bool { return a.Name == b.Name }) {
			return nil, errs.BadUsage("name each parameter once", "set %s: %s is given twice", s.Name, rule.Abbreviate(a.Name))
		}
	}
	inner := &parser{scan: scanner{text: s.Axioms}, settings: settings{deltaStar: p.settings.deltaStar, set: s.Name, arguments: arguments}}
	list, err := inner.readList()
	if err != nil {
		return nil, err
	}
	for _, a := range arguments {
		if !slices.Contains(inner.settings.used, a.Name) {
			return nil, errs.BadUsage("its members are "+s.Axioms, "no axiom of the set %s has a parameter %q", s.Name, rule.Abbreviate(a.Name))
		}
	}
	p.settings.notes = append(p.settings.notes, inner.settings.notes...)
	return list, nil
}

// readAxiom reads the text after an axiom's name.
func (p *parser) readAxiom(name string) (Axiom, error) {
	d := family.Table.ByName[name]
	if d == nil {
		return nil, noAxiom(name)
	}
	var file string
	var arguments, more []rule.Argument
	var err error
	if d.Spec.Needs.File {
		if file, err = p.scan.readFile(name); err != nil {
			return nil, err
		}
		more, err = p.scan.readFurther()
	} else {
		if p.scan.accept('/') {
			arguments = append(arguments, rule.Argument{Name: "variant", Text: p.scan.readName()})
		}
		read := p.scan.readParameters
		if p.scan.accept('?') {
			read = p.scan.readAmpersands
		}
		more, err = read()
	}
	if err != nil {
		return nil, err
	}
	return d.Instantiate(file, p.settings.apply(d, append(arguments, more...)))
}

func noAxiom(name string) error {
	names := []string{"majority", "normalize"}
	for _, d := range family.Table.All {
		names = append(names, d.Spec.ID)
	}
	for _, s := range Sets {
		names = append(names, s.Name)
	}
	words := map[string]string{"none": "an empty list names no axiom: --axioms=", "all": "axiomine axioms list names them all"}
	hint := cmp.Or(words[name], strings.TrimSpace(errs.Suggestion(rule.Abbreviate(strings.ToLower(name)), names...)), words["all"])
	return errs.BadUsage(hint, "there is no axiom %q", rule.Abbreviate(name))
}

// settings are the parameters that are set for all axioms of a list, or for the members of a set.
type settings struct {
	deltaStar string          // the delta_star of axioms whose text has none; "": each axiom keeps its default
	set       string          // the name of the set whose members are read; "" outside a set
	arguments []rule.Argument // the parameters written after the set's name
	used      []string        // the names in arguments that at least one member has
	notes     []string        // sentences for the user about parameters that were not applied
}

// apply returns the arguments of an axiom's text with the settings. Parameters given for a set replace those that a member has in the set.
func (s *settings) apply(d *rule.Definition, arguments []rule.Argument) []rule.Argument {
	for _, a := range s.arguments {
		if !d.Takes(a) {
			s.notes = append(s.notes, d.Spec.ID+" of "+s.set+" takes no "+a.Name+"="+rule.Abbreviate(a.Text))
			continue
		}
		s.used = append(s.used, a.Name)
		arguments = replaceArgument(arguments, a)
		if a == rule.NoPrecondition {
			arguments = slices.DeleteFunc(arguments, func(b rule.Argument) bool { return strings.HasPrefix(b.Name, "delta") })
		}
	}
	return s.addDeltaStar(d, arguments)
}

// addDeltaStar adds the delta_star that was set for all axioms, unless the user wrote one for the
// axiom. A bound in a set's own text does not count as written by the user.
func (s *settings) addDeltaStar(d *rule.Definition, arguments []rule.Argument) []rule.Argument {
	deltaStar := rule.Argument{Name: "delta_star", Text: s.deltaStar}
	list := arguments
	if s.set != "" {
		list = s.arguments
	}
	isDeltaStar := func(a rule.Argument) bool { return a.Name == deltaStar.Name }
	switch {
	case s.deltaStar == "":
		return arguments
	case slices.ContainsFunc(list, isDeltaStar):
		i := slices.IndexFunc(arguments, isDeltaStar)
		if i >= 0 && arguments[i].Text != s.deltaStar {
			s.notes = append(s.notes, d.Spec.ID+" keeps the delta_star="+rule.Abbreviate(arguments[i].Text)+" that is written for it")
		}
		return arguments
	case !d.Takes(deltaStar):
		s.notes = append(s.notes, d.Spec.ID+" takes no delta_star")
		return arguments
	case slices.Contains(arguments, rule.NoPrecondition):
		s.notes = append(s.notes, d.Spec.ID+"(precondition=none) takes no delta_star: it compares documents of any lengths")
		return arguments
	}
	return replaceArgument(arguments, deltaStar)
}

// replaceArgument returns a copy of the arguments where a replaces all arguments of the same name.
func replaceArgument(arguments []rule.Argument, a rule.Argument) []rule.Argument {
	return append(slices.DeleteFunc(slices.Clone(arguments), func(b rule.Argument) bool { return b.Name == a.Name }), a)
}

// Set is a named list of axioms for ParseList.
type Set struct {
	Name   string
	Doc    string // one line of help
	Axioms string // the members as a list of expressions
}

// Sets are the named sets.
var Sets = []Set{
	{
		Name:   "length-safe",
		Doc:    "compares documents of about the same length, needs no scores, and prefers the shorter document about as often as the longer",
		Axioms: "m-and(delta_star=0.1), m-tdc(delta_star=0.1), tfc1(delta_star=0.1)",
	},
	{
		Name:   "effect-study",
		Doc:    "the axioms of the studies with cross-encoders (make reproduce-bert); tf-lnc prefers the longer document in each of its pairs",
		Axioms: "m-and(delta_star=0.1), m-tdc(delta_star=0.1), tf-lnc",
	},
}
