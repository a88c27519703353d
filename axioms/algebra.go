package axioms

// Sum returns a + b + ...: the sign of the sum of the parts' preferences.
func Sum(parts ...Preference) Preference { return combine(sum, defaultShare, parts...) }

// Agreement returns a & b & ...: what all parts prefer.
func Agreement(parts ...Preference) Preference { return combine(agree, defaultShare, parts...) }

// Fallback returns a | b | ...: the first preference that is not 0.
func Fallback(parts ...Preference) Preference { return combine(fallback, defaultShare, parts...) }

// Majority returns majority(a, b, ...; share). It prefers what more parts prefer than its opposite,
// and at least the given share of all parts.
func Majority(share float64, parts ...Preference) Preference {
	return combine(majority, share, parts...)
}

// Reverse returns -a: the opposite preference.
func Reverse(part Preference) Preference { return combine(reverse, defaultShare, part) }

// Parts returns the parts of an expression in the order in which they are written, and nil for an
// axiom.
func Parts(a Axiom) []Preference {
	if c, ok := a.(*combination); ok {
		return c.parts
	}
	return nil
}
