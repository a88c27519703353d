package axioms

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// readMembers reads the parameters after a set's name and returns the set's members. Members that
// have a parameter take its value in place of the set's.
func (p *parser) readMembers(s *Set) ([]Axiom, error) {
	arguments, err := p.readParameters()
	if err != nil {
		return nil, err
	}
	for i, a := range arguments {
		if slices.ContainsFunc(arguments[:i], func(b argument) bool { return a.name == b.name }) {
			return nil, errs.BadUsage("name each parameter once", "set %s: %s is given twice", s.Name, abbreviate(a.name))
		}
	}
	inner := &parser{text: s.Axioms, deltaStar: p.deltaStar, set: s.Name, setArguments: arguments, used: map[string]bool{}}
	list, err := inner.readList()
	if err != nil {
		return nil, err
	}
	for _, a := range arguments {
		if !inner.used[a.name] {
			return nil, errs.BadUsage("its members are "+s.Axioms, "no axiom of the set %s has a parameter %q", s.Name, abbreviate(a.name))
		}
	}
	p.notes = append(p.notes, inner.notes...)
	return list, nil
}

// applySetArguments puts the parameters given for a set in the place of those that a member has in
// the set.
func (p *parser) applySetArguments(d *definition, arguments []argument) []argument {
	for _, a := range p.setArguments {
		if !d.takes(a) {
			p.notes = append(p.notes, d.spec.ID+" of "+p.set+" takes no "+a.name+"="+abbreviate(a.text))
			continue
		}
		p.used[a.name] = true
		arguments = replaceArgument(arguments, a)
		if a == noPrecondition {
			arguments = slices.DeleteFunc(arguments, isBound)
		}
	}
	return arguments
}

// addDeltaStar adds the delta_star that was set for all axioms, unless the user wrote one for the
// axiom. A bound in a set's own text does not count as written by the user.
func (p *parser) addDeltaStar(d *definition, arguments []argument) []argument {
	deltaStar := argument{"delta_star", p.deltaStar}
	list := arguments
	if p.set != "" {
		list = p.setArguments
	}
	isSame := func(a argument) bool { return a.name == deltaStar.name }
	switch {
	case p.deltaStar == "":
		return arguments
	case slices.ContainsFunc(list, isSame):
		i := slices.IndexFunc(arguments, isSame)
		if i >= 0 && arguments[i].text != p.deltaStar {
			p.notes = append(p.notes, d.spec.ID+" keeps the delta_star="+abbreviate(arguments[i].text)+" that is written for it")
		}
		return arguments
	case !d.takes(deltaStar):
		p.notes = append(p.notes, d.spec.ID+" takes no delta_star")
		return arguments
	case slices.Contains(arguments, noPrecondition):
		p.notes = append(p.notes, d.spec.ID+"(precondition=none) takes no delta_star: it compares documents of any lengths")
		return arguments
	}
	return replaceArgument(arguments, deltaStar)
}

// noPrecondition is the argument that leaves out an axiom's precondition, and with it every length
// bound.
var noPrecondition = argument{precondition.Name, "none"}

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

// replaceArgument returns the arguments with a in place of any of the same name.
func replaceArgument(arguments []argument, a argument) []argument {
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
