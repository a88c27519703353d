package axioms

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// Parse reads an axiom or an expression over preference axioms.
//
//	axiom      = name [ "/" variant ] [ "?" pairs joined by "&" | "(" [ pairs joined by "," ] ")" ]      pair = name "=" value
//	           | ( "run" | "prefs" ) "(" file { "," pair } ")"
//	expression = axiom | "-" e | e "+" e | e "&" e | e "|" e | "(" e ")" | "normalize(" e ")" | "majority(" e { "," e } [ ";" share ] ")"
//
// Operators bind in the order - + & |, the tightest first. a + b + c is one sum of three votes,
// while (a + b) + c first takes the sign of a + b. The share of majority is 0.5 where it is left
// out. Printing an axiom and parsing the text returns the same axiom. An error has the kind
// errs.Usage and suggests the most similar name.
func Parse(text string) (Axiom, error) {
	p := &parser{text: text}
	members, err := p.readExpression(0)
	switch {
	case err != nil:
		return nil, err
	case p.skipSpace() != 0:
		return nil, p.syntaxError("an operator or the end")
	case len(members) != 1:
		return nil, errs.BadUsage("name one of them", "%q is %s, and one is wanted", abbreviate(text), countNoun(len(members), "axiom"))
	}
	return members[0], nil
}

// ParseList reads expressions over axioms and names of Sets, separated by commas. A set is replaced
// by its members, within an expression too: tfc1 & length-safe is as many expressions as the set
// has members. It returns an error where an axiom is listed twice.
func ParseList(text string) ([]Axiom, error) { return ParseListWithin(text, "") }

// ParseListWithin reads a list as ParseList does, with a value of delta_star for every axiom that
// has the parameter and whose text does not set it. Members of Sets are included, whatever the
// set's own value. "" keeps the defaults. Axioms with precondition=none stay as they are.
func ParseListWithin(text, deltaStar string) ([]Axiom, error) {
	list, _, err := ParseListNoting(text, deltaStar)
	return list, err
}

// ParseListNoting reads a list as ParseListWithin does and also returns notes. A note names a
// parameter that was set for all axioms, or for all members of a set, and that one of them does not
// have. Each note is listed once.
func ParseListNoting(text, deltaStar string) (list []Axiom, notes []string, err error) {
	if err := checkDeltaStar(deltaStar); err != nil {
		return nil, nil, err
	}
	p := &parser{text: text, deltaStar: deltaStar}
	if list, err = p.readList(); err != nil {
		return nil, nil, err
	}
	slices.Sort(p.notes)
	return list, slices.Compact(p.notes), checkDistinct(list)
}

// readList reads expressions up to the end of the text.
func (p *parser) readList() (list []Axiom, err error) {
	for {
		members, err := p.readExpression(0)
		if err != nil {
			return nil, err
		}
		list = append(list, members...)
		switch p.skipSpace() {
		case ',':
			p.pos++
			continue
		case 0:
			return list, nil
		}
		return nil, p.syntaxError("an operator, a comma or the end")
	}
}

// checkDeltaStar returns an error for a text that is no length bound, whether an axiom has the
// parameter or not.
func checkDeltaStar(text string) error {
	if x, err := numeral.Parse(text); text == "" || text == "none" || err == nil && x >= 0 && x <= 1 {
		return nil
	}
	return errs.BadUsage(errs.Suggestion(text, "none")+"it is a share from 0 to 1, or none", "delta_star cannot be %q", abbreviate(text))
}

// checkDistinct returns an error for a list that holds an axiom twice.
func checkDistinct(list []Axiom) error {
	seenNames := map[string]bool{}
	for _, a := range list {
		name := a.String()
		if seenNames[name] {
			return errs.BadUsage("name each axiom once; sets count as their members", "axiom %s is listed twice", name)
		}
		seenNames[name] = true
	}
	return nil
}

// Pool returns the name of the pool of an axiom's pairs: its canonical form without delta,
// delta_star, margin and margin_sd. A pair then has one place in the order of drawing under all
// their values.
func Pool(a Axiom) string { return render(a, true) }

func render(a Axiom, pool bool) string {
	if r, ok := a.(interface{ render(pool bool) string }); ok {
		return r.render(pool)
	}
	return a.String()
}

// Variant returns the variant in use, also where it is the default. It returns "" for an axiom
// without variants and for expressions of several axioms.
func Variant(a Axiom) string {
	if v, ok := a.(interface{ variant() string }); ok {
		return v.variant()
	}
	return ""
}

func (v *values) variant() string {
	if !v.has("variant") {
		return ""
	}
	return v.word("variant")
}

// maxDepth is how deep expressions may be nested.
const maxDepth = 100

type parser struct {
	text         string
	pos          int
	depth        int
	deltaStar    string // for axioms whose text does not set it; "": their default
	set          string // the set whose members are read; "" outside a set
	setArguments []argument
	used         map[string]bool // names of setArguments that some member has
	notes        []string        // parameters that an axiom does not have
}

// skipSpace moves over white space and returns the next byte, 0 at the end.
func (p *parser) skipSpace() byte {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
	if p.pos == len(p.text) {
		return 0
	}
	return p.text[p.pos]
}

// accept moves over white space and then over c. It reports false where c is not the next byte.
func (p *parser) accept(c byte) bool {
	if p.skipSpace() != c || c == 0 {
		return false
	}
	p.pos++
	return true
}

func (p *parser) syntaxError(want string) error {
	actual := "the end"
	if c := p.skipSpace(); c != 0 {
		actual = strconv.Quote(abbreviate(p.text[p.pos:]))
	}
	return errs.BadUsage("write for example tfc1(delta=10) & -lnc1", "axiom expression %q: expected %s at byte %d, found %s",
		abbreviate(p.text), want, p.pos+1, actual)
}

func abbreviate(text string) string {
	if len(text) > 80 {
		return text[:80] + "..."
	}
	return text
}

// readExpression reads operators that bind at least as tightly as level. An expression with sets is
// replaced by one expression for every choice of their members.
func (p *parser) readExpression(level int) ([]Axiom, error) {
	op := [...]operator{fallback, agree, sum, reverse}[level]
	if op == reverse {
		return p.readOperand()
	}
	first, err := p.readExpression(level + 1)
	if err != nil {
		return nil, err
	}
	parts := [][]Axiom{first}
	for p.accept(strings.TrimSpace(operators[op].sign)[0]) {
		next, err := p.readExpression(level + 1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, next)
	}
	if len(parts) == 1 {
		return first, nil
	}
	return p.combineChoices(op, defaultShare, parts)
}

// maxParts is how many parts one operator may combine: they are asked one after another for every pair of documents.
const maxParts = 1000

// maxChoices is how many expressions one with sets may be replaced by.
const maxChoices = 1000

// combineChoices combines every choice of one alternative of each part. The last part's alternative
// changes fastest.
func (p *parser) combineChoices(op operator, share float64, parts [][]Axiom) ([]Axiom, error) {
	if len(parts) > maxParts {
		return nil, errs.BadUsage("simplify it", "axiom expression %q combines more than %d parts", abbreviate(p.text), maxParts)
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
			return nil, errs.BadUsage("simplify it", "axiom expression %q stands for more than %d axioms", abbreviate(p.text), maxChoices)
		}
	}
	var list []Axiom
	for _, choice := range choices {
		a, err := p.combine(op, share, choice)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// combine returns an expression over parts, or an error where a part is not a preference over two
// documents.
func (p *parser) combine(op operator, share float64, parts []Axiom) (Axiom, error) {
	preferences := make([]Preference, len(parts))
	for i, part := range parts {
		preference, ok := part.(Preference)
		if !ok {
			return nil, errs.BadUsage("use it by itself", "axiom expression %q: %s does not compare two documents and cannot be combined",
				abbreviate(p.text), part)
		}
		preferences[i] = preference
	}
	return combine(op, share, preferences...), nil
}

// readOperand reads a reversal, a parenthesis, a call, a set or an axiom.
func (p *parser) readOperand() ([]Axiom, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, errs.BadUsage("simplify it", "axiom expression %q is nested more than %d deep", abbreviate(p.text), maxDepth)
	}
	defer func() { p.depth-- }()
	if p.accept('-') {
		part, err := p.readOperand()
		if err != nil {
			return nil, err
		}
		return p.combineChoices(reverse, defaultShare, [][]Axiom{part})
	}
	if p.accept('(') {
		inner, err := p.readExpression(0)
		if err == nil && !p.accept(')') {
			err = p.syntaxError("a closing parenthesis")
		}
		return inner, err
	}
	name := p.readName()
	switch name {
	case "":
		return nil, p.syntaxError("an axiom")
	case "normalize", "majority":
		return p.readCall(name)
	}
	for _, s := range Sets {
		if s.Name == name {
			return p.readMembers(&s)
		}
	}
	a, err := p.readAxiom(name)
	return []Axiom{a}, err
}

// readName reads a name of letters, digits, dashes and underscores that begins with a letter. It
// returns "" where there is none. A dash belongs to the name: subtraction is written a + -b.
func (p *parser) readName() string {
	p.skipSpace()
	start := p.pos
	for p.pos < len(p.text) {
		c := p.text[p.pos] | 0x20
		if !(c >= 'a' && c <= 'z' || p.pos > start && (c >= '0' && c <= '9' || p.text[p.pos] == '-' || p.text[p.pos] == '_')) {
			break
		}
		p.pos++
	}
	return p.text[start:p.pos]
}

// readValue reads the value of a parameter: everything up to the next separator.
func (p *parser) readValue() string {
	p.skipSpace()
	start := p.pos
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n,;&|()=?/", p.text[p.pos]) < 0 {
		p.pos++
	}
	return p.text[start:p.pos]
}

// readCall reads the arguments of majority or normalize.
func (p *parser) readCall(name string) ([]Axiom, error) {
	if !p.accept('(') {
		return nil, p.syntaxError("a parenthesis after " + name)
	}
	share := defaultShare
	var parts [][]Axiom
	for {
		part, err := p.readExpression(0)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		if name == "majority" && p.accept(',') {
			continue
		}
		if name == "majority" && p.accept(';') {
			share, err = numeral.Parse(p.readValue())
			if err != nil || !(share >= 0 && share <= 1) {
				return nil, p.syntaxError("a share from 0 to 1 before this place")
			}
		}
		if !p.accept(')') {
			return nil, p.syntaxError("a closing parenthesis")
		}
		if name == "majority" {
			return p.combineChoices(majority, share+0, parts) // -0 becomes 0
		}
		return p.combineChoices(normalize, share, parts)
	}
}

// readAxiom reads the text after an axiom's name.
func (p *parser) readAxiom(name string) (Axiom, error) {
	if d := fileTable.byName[name]; d != nil {
		return p.readFileAxiom(d)
	}
	d := table.byName[name]
	if d == nil {
		return nil, noAxiom(name)
	}
	var arguments []argument
	if p.accept('/') {
		arguments = append(arguments, argument{"variant", p.readName()})
	}
	if p.accept('?') {
		for {
			a, err := p.readArgument()
			if err != nil {
				return nil, err
			}
			arguments = append(arguments, a)
			if !p.acceptAnd() {
				return p.instantiate(d, arguments)
			}
		}
	}
	more, err := p.readParameters()
	if err != nil {
		return nil, err
	}
	return p.instantiate(d, append(arguments, more...))
}

// readParameters reads ( NAME=VALUE, .. ), or nothing.
func (p *parser) readParameters() (arguments []argument, err error) {
	if !p.accept('(') || p.accept(')') {
		return nil, nil
	}
	for {
		a, err := p.readArgument()
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, a)
		if p.accept(',') {
			continue
		}
		if !p.accept(')') {
			return nil, p.syntaxError("a comma or a closing parenthesis")
		}
		return arguments, nil
	}
}

// instantiate returns an axiom with its own parameters and those that were set for all axioms or
// for the members of the set.
func (p *parser) instantiate(d *definition, arguments []argument) (Axiom, error) {
	if p.set != "" {
		arguments = p.applySetArguments(d, arguments)
	}
	return d.instantiate(p.addDeltaStar(d, arguments))
}

// acceptAnd moves over an & that joins two parameters (a name and = follow), not two axioms.
func (p *parser) acceptAnd() bool {
	start := p.pos
	if p.accept('&') {
		pairStart := p.pos
		if p.readName() != "" && p.accept('=') {
			p.pos = pairStart
			return true
		}
	}
	p.pos = start
	return false
}

func (p *parser) readArgument() (argument, error) {
	name := p.readName()
	if name == "" || !p.accept('=') {
		return argument{}, p.syntaxError("a parameter such as delta=10")
	}
	return argument{name, p.readValue()}, nil
}

// readFileAxiom reads the text after the name of an axiom that reads a file: the file's name, up to
// a comma or the closing parenthesis, then parameters.
func (p *parser) readFileAxiom(d *definition) (Axiom, error) {
	if !p.accept('(') {
		return nil, p.syntaxError("a file in parentheses, as in " + d.spec.ID + "(FILE)")
	}
	start := p.pos
	for p.pos < len(p.text) && p.text[p.pos] >= ' ' && strings.IndexByte(",()", p.text[p.pos]) < 0 {
		p.pos++
	}
	file := strings.TrimSpace(p.text[start:p.pos])
	if fileName(file) == "" {
		return nil, p.syntaxError("the name of a file before this place")
	}
	var arguments []argument
	for p.accept(',') {
		a, err := p.readArgument()
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, a)
	}
	if !p.accept(')') {
		return nil, p.syntaxError("a comma or a closing parenthesis")
	}
	a, err := p.instantiate(d, arguments)
	if err != nil {
		return nil, err
	}
	a.(*preference).file = file
	return a, nil
}

// noAxiom returns the error for a name that no axiom has.
func noAxiom(name string) error {
	names := []string{"majority", "normalize"}
	for _, d := range slices.Concat(table.all, fileTable.all) {
		names = append(names, d.spec.ID)
	}
	for _, s := range Sets {
		names = append(names, s.Name)
	}
	words := map[string]string{"none": "an empty list names no axiom: --axioms=", "all": "axiomine axioms list names them all"}
	hint := cmp.Or(words[name], strings.TrimSpace(errs.Suggestion(abbreviate(name), names...)), words["all"])
	return errs.BadUsage(hint, "there is no axiom %q", abbreviate(name))
}
