package axioms

import (
	"slices"
	"strings"
)

// settings are the parameters that are set for all axioms of a list, or for the members of a set.
type settings struct {
	deltaStar string     // for axioms whose text does not set it; "": their default
	set       string     // whose members are read; "" outside a set
	arguments []argument // of the set
	used      []string   // names of arguments that some member has
	notes     []string   // parameters that an axiom does not have
}

// apply returns the arguments of an axiom's text with the settings.
func (s *settings) apply(d *definition, arguments []argument) []argument {
	return s.addDeltaStar(d, s.replaceBySet(d, arguments))
}

// replaceBySet puts the parameters given for a set in the place of those that a member has in the
// set.
func (s *settings) replaceBySet(d *definition, arguments []argument) []argument {
	for _, a := range s.arguments {
		if !d.takes(a) {
			s.notes = append(s.notes, d.spec.ID+" of "+s.set+" takes no "+a.name+"="+abbreviate(a.text))
			continue
		}
		s.used = append(s.used, a.name)
		arguments = replaceArgument(arguments, a)
		if a == noPrecondition {
			arguments = slices.DeleteFunc(arguments, isBound)
		}
	}
	return arguments
}

// addDeltaStar adds the delta_star that was set for all axioms, unless the user wrote one for the
// axiom. A bound in a set's own text does not count as written by the user.
func (s *settings) addDeltaStar(d *definition, arguments []argument) []argument {
	deltaStar := argument{"delta_star", s.deltaStar}
	list := arguments
	if s.set != "" {
		list = s.arguments
	}
	isSame := func(a argument) bool { return a.name == deltaStar.name }
	switch {
	case s.deltaStar == "":
		return arguments
	case slices.ContainsFunc(list, isSame):
		i := slices.IndexFunc(arguments, isSame)
		if i >= 0 && arguments[i].text != s.deltaStar {
			s.notes = append(s.notes, d.spec.ID+" keeps the delta_star="+abbreviate(arguments[i].text)+" that is written for it")
		}
		return arguments
	case !d.takes(deltaStar):
		s.notes = append(s.notes, d.spec.ID+" takes no delta_star")
		return arguments
	case slices.Contains(arguments, noPrecondition):
		s.notes = append(s.notes, d.spec.ID+"(precondition=none) takes no delta_star: it compares documents of any lengths")
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
