package pairs

import "fmt"

// Direction counts the pairs of a pool whose preferred document is the longer one or the shorter one. The rest are of equal length.
type Direction struct {
	Pairs   int `json:"pairs"`   // of the pool
	Longer  int `json:"longer"`  // pairs whose preferred document is the longer one
	Shorter int `json:"shorter"` // pairs whose preferred document is the shorter one
}

// Leaning is the share of a pool's pairs that a model may obey by length alone before the pool is warned of.
const Leaning = 0.6

// LongerShare returns the share of the pairs whose preferred document is the longer one; NaN without pairs.
func (d Direction) LongerShare() float64 { return float64(d.Longer) / float64(d.Pairs) }

// Leans returns "longer" or "shorter" if a model that knows nothing but lengths obeys more than 60 % of the pairs by preferring such
// documents, and chance does not explain it: the surplus is above two standard errors of a fair coin. Otherwise it returns "".
func (d Direction) Leans() string {
	surplus := d.Longer - d.Shorter
	switch {
	case surplus*surplus <= 4*(d.Longer+d.Shorter):
		return ""
	case float64(d.Longer) > Leaning*float64(d.Pairs):
		return "longer"
	case float64(d.Shorter) > Leaning*float64(d.Pairs):
		return "shorter"
	}
	return ""
}

// Advice returns what to do about a pool that leans. Where all pairs lean one way, no bound and no order of drawing balances them.
func (d Direction) Advice() string {
	if d.Longer == 0 || d.Shorter == 0 {
		return "leave the axiom out, or add one that prefers the other direction"
	}
	return "bound it with delta_star, or draw with sample: length-balanced"
}

// Text returns a sentence on what length alone obeys, for a pool that leans.
func (d Direction) Text() string {
	n := d.Longer
	if d.Leans() == "shorter" {
		n = d.Shorter
	}
	return fmt.Sprintf("a model obeys %.0f %% of this pool's pairs by preferring the %s document", 100*float64(n)/float64(d.Pairs), d.Leans())
}
