package axioms

import (
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// Parse reads an axiom or an expression over preference axioms.
//
//	axiom      = name [ "/" variant ] [ "?" pairs joined by "&" | "(" [ pairs joined by "," ] ")" ]      pair = name "=" value
//	           | ( "run" | "prefs" ) "(" file { "," pair } ")"
//	expression = axiom | "-" e | e "+" e | e "&" e | e "|" e | "(" e ")" | "normalize(" e ")" | "majority(" e { "," e } [ ";" share ] ")"
//
// Operators bind in the order - + & |, the tightest first. a + b + c is one sum of three votes, while (a + b) + c first takes
// the sign of a + b. The share of majority is 0.5 where it is left out. Printing an axiom and parsing it again gives the same.
// An error is of kind fault.Usage and names the nearest right name.
func Parse(text string) (Axiom, error) {
	p := &parser{text: text}
	members, err := p.expression(0)
	switch {
	case err != nil:
		return nil, err
	case p.skip() != 0:
		return nil, p.wrong("an operator or the end")
	case len(members) != 1:
		return nil, fault.BadUsage("name one of them", "%q stands for %d axioms, and one is wanted here", abbreviated(text), len(members))
	}
	return members[0], nil
}

// ParseList reads expressions over axioms and names of Sets, separated by commas. A set stands for each of its members, within an
// expression too: tfc1 & length-safe is as many expressions as the set has members. An axiom may stand in the list once.
func ParseList(text string) ([]Axiom, error) { return ParseListWithin(text, "") }

// ParseListWithin is ParseList with a value of delta_star for every axiom that takes the parameter and is not given it in the text,
// members of Sets among them, whatever the set's own value is; "" leaves them their defaults. Axioms of precondition=none stay as
// they are.
func ParseListWithin(text, deltaStar string) ([]Axiom, error) {
	list, _, err := ParseListNoting(text, deltaStar)
	return list, err
}

// ParseListNoting is ParseListWithin with a note, each once, for every parameter that was given for all axioms, or for all members
// of a set, and that one of them cannot take.
func ParseListNoting(text, deltaStar string) (list []Axiom, notes []string, err error) {
	if err := checkDeltaStar(deltaStar); err != nil {
		return nil, nil, err
	}
	p := &parser{text: text, deltaStar: deltaStar}
	if list, err = p.list(); err != nil {
		return nil, nil, err
	}
	slices.Sort(p.notes)
	return list, slices.Compact(p.notes), distinct(list)
}

// list reads expressions up to the end of the text.
func (p *parser) list() (list []Axiom, err error) {
	for {
		members, err := p.expression(0)
		if err != nil {
			return nil, err
		}
		list = append(list, members...)
		switch p.skip() {
		case ',':
			p.at++
			continue
		case 0:
			return list, nil
		}
		return nil, p.wrong("an operator, a comma or the end")
	}
}

// checkDeltaStar refuses what is no length bound, whether an axiom takes it or not.
func checkDeltaStar(text string) error {
	if x, err := strconv.ParseFloat(text, 64); text == "" || text == "none" || err == nil && x >= 0 && x <= 1 {
		return nil
	}
	return fault.BadUsage(fault.Suggestion(text, "none")+"it is a share from 0 to 1, or none", "delta_star cannot be %q", abbreviated(text))
}

// distinct refuses a list that holds an axiom twice.
func distinct(list []Axiom) error {
	seen := map[string]bool{}
	for _, a := range list {
		name := a.String()
		if seen[name] {
			return fault.BadUsage("name each axiom once; sets count as their members", "axiom %s is listed twice", name)
		}
		seen[name] = true
	}
	return nil
}

// Pool is the name of the pool that an axiom's pairs are drawn from: its canonical form without delta, delta_star and
// margin, so that a pair has one place in the order of drawing under all of them.
func Pool(a Axiom) string { return render(a, true) }

func render(a Axiom, pool bool) string {
	if r, ok := a.(interface{ render(pool bool) string }); ok {
		return r.render(pool)
	}
	return a.String()
}

// Variant is the variant in use, also where it is the default; "" for an axiom without variants and for expressions of
// several axioms.
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

// deepest is how far expressions may be nested.
const deepest = 100

type parser struct {
	text      string
	at        int
	depth     int
	deltaStar string // for axioms that are not given it; "": their default
	set       string // whose members are read; "" outside a set
	handed    []argument
	taken     map[string]bool // names of handed that some member took
	notes     []string        // parameters that an axiom cannot take
}

// skip moves over white space and gives the next byte, 0 at the end.
func (p *parser) skip() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// take moves over white space and then over c, if it comes next.
func (p *parser) take(c byte) bool {
	if p.skip() != c || c == 0 {
		return false
	}
	p.at++
	return true
}

func (p *parser) wrong(expected string) error {
	found := "the end"
	if c := p.skip(); c != 0 {
		found = strconv.Quote(abbreviated(p.text[p.at:]))
	}
	return fault.BadUsage("write for example tfc1(delta=10) & -lnc1", "axiom expression %q: expected %s at byte %d, found %s",
		abbreviated(p.text), expected, p.at+1, found)
}

func abbreviated(text string) string {
	if len(text) > 80 {
		return text[:80] + "..."
	}
	return text
}

// expression reads operators that bind at least as tightly as level. Of an expression with sets it gives one for every choice of
// their members.
func (p *parser) expression(level int) ([]Axiom, error) {
	op := [...]operator{fallback, agree, sum, reverse}[level]
	if op == reverse {
		return p.prefixed()
	}
	first, err := p.expression(level + 1)
	if err != nil {
		return nil, err
	}
	parts := [][]Axiom{first}
	for p.take(strings.TrimSpace(operators[op].sign)[0]) {
		next, err := p.expression(level + 1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, next)
	}
	if len(parts) == 1 {
		return first, nil
	}
	return p.each(op, defaultShare, parts)
}

// mostChoices is how many expressions one with sets may stand for.
const mostChoices = 1000

// each combines every choice of one alternative a part, the last part's turning fastest.
func (p *parser) each(op operator, share float64, parts [][]Axiom) ([]Axiom, error) {
	choices := [][]Axiom{nil}
	for _, alternatives := range parts {
		var longer [][]Axiom
		for _, choice := range choices {
			for _, a := range alternatives {
				longer = append(longer, append(slices.Clip(choice), a))
			}
		}
		if choices = longer; len(choices) > mostChoices {
			return nil, fault.BadUsage("simplify it", "axiom expression %q stands for more than %d axioms", abbreviated(p.text), mostChoices)
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

// combine refuses axioms that are not preferences over two documents.
func (p *parser) combine(op operator, share float64, parts []Axiom) (Axiom, error) {
	preferences := make([]Preference, len(parts))
	for i, part := range parts {
		preference, ok := part.(Preference)
		if !ok {
			return nil, fault.BadUsage("use it by itself", "axiom expression %q: %s does not compare two documents and cannot be combined",
				abbreviated(p.text), part)
		}
		preferences[i] = preference
	}
	return combine(op, share, preferences...), nil
}

// prefixed reads a reversal, a parenthesis, a call, a set or an axiom.
func (p *parser) prefixed() ([]Axiom, error) {
	if p.depth++; p.depth > deepest {
		return nil, fault.BadUsage("simplify it", "axiom expression %q is nested more than %d deep", abbreviated(p.text), deepest)
	}
	defer func() { p.depth-- }()
	if p.take('-') {
		part, err := p.prefixed()
		if err != nil {
			return nil, err
		}
		return p.each(reverse, defaultShare, [][]Axiom{part})
	}
	if p.take('(') {
		inner, err := p.expression(0)
		if err == nil && !p.take(')') {
			err = p.wrong("a closing parenthesis")
		}
		return inner, err
	}
	name := p.name()
	switch name {
	case "":
		return nil, p.wrong("an axiom")
	case "normalize", "majority":
		return p.call(name)
	}
	for _, s := range Sets {
		if s.Name == name {
			return p.members(&s)
		}
	}
	a, err := p.axiom(name)
	return []Axiom{a}, err
}

// name reads a name of letters, digits, dashes and underscores that begins with a letter; "" if there is none. A dash
// belongs to the name: subtraction is written a + -b.
func (p *parser) name() string {
	p.skip()
	from := p.at
	for p.at < len(p.text) {
		c := p.text[p.at] | 0x20
		if !(c >= 'a' && c <= 'z' || p.at > from && (c >= '0' && c <= '9' || p.text[p.at] == '-' || p.text[p.at] == '_')) {
			break
		}
		p.at++
	}
	return p.text[from:p.at]
}

// value reads the value of a parameter: all up to the next separator.
func (p *parser) value() string {
	p.skip()
	from := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n,;&|()=?/", p.text[p.at]) < 0 {
		p.at++
	}
	return p.text[from:p.at]
}

// call reads the arguments of majority or normalize.
func (p *parser) call(name string) ([]Axiom, error) {
	if !p.take('(') {
		return nil, p.wrong("a parenthesis after " + name)
	}
	share := defaultShare
	var parts [][]Axiom
	for {
		part, err := p.expression(0)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		if name == "majority" && p.take(',') {
			continue
		}
		if name == "majority" && p.take(';') {
			share, err = strconv.ParseFloat(p.value(), 64)
			if err != nil || !(share >= 0 && share <= 1) {
				return nil, p.wrong("a share from 0 to 1 before this place")
			}
			share += 0 // -0 becomes 0
		}
		if !p.take(')') {
			return nil, p.wrong("a closing parenthesis")
		}
		if name == "majority" {
			return p.each(majority, share, parts)
		}
		return p.each(normalize, share, parts)
	}
}

// axiom reads what follows an axiom's name.
func (p *parser) axiom(name string) (Axiom, error) {
	if d := fileTable.byName[name]; d != nil {
		return p.ofFile(d)
	}
	d := table.byName[name]
	if d == nil {
		return nil, unknown(name)
	}
	var arguments []argument
	if p.take('/') {
		arguments = append(arguments, argument{"variant", p.name()})
	}
	if p.take('?') {
		for {
			a, err := p.argument()
			if err != nil {
				return nil, err
			}
			arguments = append(arguments, a)
			if !p.anotherPair() {
				return p.make(d, arguments)
			}
		}
	}
	more, err := p.parameters()
	if err != nil {
		return nil, err
	}
	return p.make(d, append(arguments, more...))
}

// parameters reads ( NAME=VALUE, .. ), or nothing.
func (p *parser) parameters() (arguments []argument, err error) {
	if !p.take('(') || p.take(')') {
		return nil, nil
	}
	for {
		a, err := p.argument()
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, a)
		if p.take(',') {
			continue
		}
		if !p.take(')') {
			return nil, p.wrong("a comma or a closing parenthesis")
		}
		return arguments, nil
	}
}

// make is definition.with, with what was given for all axioms or for the members of the set.
func (p *parser) make(d *definition, arguments []argument) (Axiom, error) {
	if p.set != "" {
		arguments = p.hand(d, arguments)
	}
	return d.with(p.bounded(d, arguments))
}

// anotherPair moves over an & that joins two parameters (a name and = follow), not two axioms.
func (p *parser) anotherPair() bool {
	from := p.at
	if p.take('&') {
		after := p.at
		if p.name() != "" && p.take('=') {
			p.at = after
			return true
		}
	}
	p.at = from
	return false
}

func (p *parser) argument() (argument, error) {
	name := p.name()
	if name == "" || !p.take('=') {
		return argument{}, p.wrong("a parameter such as delta=10")
	}
	return argument{name, p.value()}, nil
}

// ofFile reads what follows the name of an axiom that asks a file: the file's name, with all that stands before a comma or the closing
// parenthesis, then parameters.
func (p *parser) ofFile(d *definition) (Axiom, error) {
	if !p.take('(') {
		return nil, p.wrong("a file in parentheses, as in " + d.spec.ID + "(FILE)")
	}
	from := p.at
	for p.at < len(p.text) && p.text[p.at] >= ' ' && strings.IndexByte(",()", p.text[p.at]) < 0 {
		p.at++
	}
	file := strings.TrimSpace(p.text[from:p.at])
	if fileName(file) == "" {
		return nil, p.wrong("the name of a file before this place")
	}
	var arguments []argument
	for p.take(',') {
		a, err := p.argument()
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, a)
	}
	if !p.take(')') {
		return nil, p.wrong("a comma or a closing parenthesis")
	}
	a, err := p.make(d, arguments)
	if err != nil {
		return nil, err
	}
	a.(*preference).file = file
	return a, nil
}

// unknown is the error for a name that no axiom has.
func unknown(name string) error {
	names := []string{"majority", "normalize"}
	for _, d := range slices.Concat(table.all, fileTable.all) {
		names = append(names, d.spec.ID)
	}
	for _, s := range Sets {
		names = append(names, s.Name)
	}
	return fault.BadUsage("did you mean "+fault.Nearest(abbreviated(name), names)+"?", "there is no axiom %q", abbreviated(name))
}
