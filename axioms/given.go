package axioms

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// members reads what follows a set's name, parameters that its members take before the set's own, and returns the members.
func (p *parser) members(s *Set) ([]Axiom, error) {
	arguments, err := p.parameters()
	if err != nil {
		return nil, err
	}
	for i, a := range arguments {
		if slices.ContainsFunc(arguments[:i], func(b argument) bool { return a.name == b.name }) {
			return nil, fault.BadUsage("name each parameter once", "set %s: %s is given twice", s.Name, abbreviated(a.name))
		}
	}
	inner := &parser{text: s.Axioms, deltaStar: p.deltaStar, set: s.Name, handed: arguments, taken: map[string]bool{}}
	list, err := inner.list()
	if err != nil {
		return nil, err
	}
	for _, a := range arguments {
		if !inner.taken[a.name] {
			return nil, fault.BadUsage("its members are "+s.Axioms, "no axiom of the set %s has a parameter %q", s.Name, abbreviated(a.name))
		}
	}
	p.notes = append(p.notes, inner.notes...)
	return list, nil
}

// hand puts the parameters given for a set in the place of those that a member has in the set.
func (p *parser) hand(d *definition, arguments []argument) []argument {
	for _, a := range p.handed {
		if !d.takes(a) {
			p.notes = append(p.notes, d.spec.ID+" of "+p.set+" takes no "+a.name+"="+abbreviated(a.text))
			continue
		}
		p.taken[a.name] = true
		arguments = put(arguments, a)
		if a == unconditionally {
			arguments = slices.DeleteFunc(arguments, isBound)
		}
	}
	return arguments
}

// bounded adds the delta_star that was given for all axioms, unless the axiom's text has one; the text of a set has none in this sense.
func (p *parser) bounded(d *definition, arguments []argument) []argument {
	bound := argument{"delta_star", p.deltaStar}
	written := arguments
	if p.set != "" {
		written = p.handed
	}
	named := func(a argument) bool { return a.name == bound.name }
	switch {
	case p.deltaStar == "":
		return arguments
	case slices.ContainsFunc(written, named):
		at := slices.IndexFunc(arguments, named)
		if at >= 0 && arguments[at].text != p.deltaStar {
			p.notes = append(p.notes, d.spec.ID+" keeps the delta_star="+abbreviated(arguments[at].text)+" that is written for it")
		}
		return arguments
	case !d.takes(bound):
		p.notes = append(p.notes, d.spec.ID+" takes no delta_star")
		return arguments
	case slices.Contains(arguments, unconditionally):
		p.notes = append(p.notes, d.spec.ID+"(precondition=none) takes no delta_star: it compares documents of any lengths")
		return arguments
	}
	return put(arguments, bound)
}

// unconditionally is the argument that leaves out an axiom's precondition, and with it every length bound.
var unconditionally = argument{precondition.Name, "none"}

// isBound reports whether an argument is a length bound.
func isBound(a argument) bool { return strings.HasPrefix(a.name, "delta") }

// takes reports whether an axiom has the parameter and, where it is one of a few words, the word.
func (d *definition) takes(a argument) bool {
	if a.name == precondition.Name {
		return d.spec.Unconditional != ""
	}
	for _, p := range d.spec.Params {
		if p.Name == a.name {
			return p.Choices == nil || slices.Contains(p.Choices, a.text)
		}
	}
	return false
}

// put returns the arguments with one of that name and no other.
func put(arguments []argument, a argument) []argument {
	return append(slices.DeleteFunc(slices.Clone(arguments), func(b argument) bool { return b.name == a.name }), a)
}

// HasBound reports whether a length bound has a meaning for an axiom, or for a part of an expression.
func HasBound(a Axiom) bool {
	switch a := a.(type) {
	case *combination:
		return slices.ContainsFunc(a.parts, func(p Preference) bool { return HasBound(p) })
	case *preference:
		return a.has("delta_star") && !a.always
	case *triple:
		return a.has("delta_star")
	}
	return false
}
