package axioms

// Sum is a + b + ...: the sign of the sum of the parts' preferences.
func Sum(parts ...Preference) Preference { return combine(sum, defaultShare, parts...) }

// Agreement is a & b & ...: what all parts prefer.
func Agreement(parts ...Preference) Preference { return combine(agree, defaultShare, parts...) }

// Fallback is a | b | ...: the first preference that is not 0.
func Fallback(parts ...Preference) Preference { return combine(fallback, defaultShare, parts...) }

// Majority is majority(a, b, ...; share): what more parts prefer than its opposite, and at least the given share of all parts.
func Majority(share float64, parts ...Preference) Preference {
	return combine(majority, share, parts...)
}

// Reverse is -a: the opposite preference.
func Reverse(part Preference) Preference { return combine(reverse, defaultShare, part) }

// Parts are what an expression is made of, in the order in which they are written; nil for an axiom.
func Parts(a Axiom) []Preference {
	if c, ok := a.(*combination); ok {
		return c.parts
	}
	return nil
}
