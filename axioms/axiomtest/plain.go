package axiomtest

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
)

// reading is an axiom as one source words it, over words and counts: plain loops that look at the query and the documents
// anew for each pair. It shares nothing with the rules of package axioms, numbers and comparisons included, so that a slip in one
// of the two shows.
type reading struct {
	weak             bool   // fulfilled by equal scores too
	delta, deltaStar string // the length bound where the axiom's name gives none; "" for no bound
	sameLength       bool   // |d1| ~10% |d2| is a precondition

	// holds is the precondition beyond lengths; nil where there is none.
	holds func(w *world, s settings, x, y document) bool
	// above says that x ranks above y. Where y ranks above x as well, the axiom says neither.
	above func(w *world, s settings, x, y document) bool

	// instance says that three documents in this order are one; it is of axioms over three.
	instance func(w *world, x, y, z document) bool
	// repeats says how often a document is repeated in those made of it; it is of axioms that make documents.
	repeats func(w *world, s settings, d document, pieces int) []int
}

// verdict is what the reading says of two documents.
func (r *reading) verdict(w *world, s settings, x, y document) axioms.Verdict {
	if s.text("precondition", "own") == "own" && !r.applies(w, s, x, y) {
		return axioms.Void
	}
	first, second := r.above(w, s, x, y), r.above(w, s, y, x)
	if first && !second {
		return axioms.First
	}
	if second && !first {
		return axioms.Second
	}
	return axioms.Neither
}

func (r *reading) applies(w *world, s settings, x, y document) bool {
	if !r.within(s, x, y) || r.sameLength && !roughly(0.1, float64(len(x.words)), float64(len(y.words))) {
		return false
	}
	return r.holds == nil || r.holds(w, s, x, y)
}

// within is the length bound.
func (r *reading) within(s settings, docs ...document) bool {
	least, most := math.MaxInt, 0
	for _, d := range docs {
		least, most = min(least, len(d.words)), max(most, len(d.words))
	}
	if delta, bounded := s.number("delta", r.delta); bounded && float64(most-least) > delta {
		return false
	}
	share := 0.0
	if most > 0 {
		share = float64(most-least) / float64(most)
	}
	deltaStar, bounded := s.number("delta_star", r.deltaStar)
	return !bounded || !over(share, deltaStar)
}

// settings are the parameters that an axiom's name gives.
type settings map[string]string

func settingsOf(a axioms.Axiom) settings {
	s := settings{}
	_, inner, _ := strings.Cut(strings.TrimSuffix(a.String(), ")"), "(")
	for argument := range strings.SplitSeq(inner, ", ") {
		if name, value, ok := strings.Cut(argument, "="); ok {
			s[name] = value
		}
	}
	return s
}

func (s settings) text(name, otherwise string) string {
	if value, ok := s[name]; ok {
		return value
	}
	return otherwise
}

// number is a parameter's value; set is false for none, which is written so or as nothing.
func (s settings) number(name, otherwise string) (value float64, set bool) {
	text := s.text(name, otherwise)
	if text == "" || text == "none" {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("axiomtest: " + err.Error())
	}
	return value, true
}

// value is a parameter that is never none.
func (s settings) value(name, otherwise string) float64 {
	value, _ := s.number(name, otherwise)
	return value
}

// same says that numbers are equal: to 1e-9 of the larger one, or to 1e-12.
func same(a, b float64) bool {
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return a == b
	}
	return math.Abs(a-b) <= 1e-12 || math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b))
}

// over says that a is larger than b, and not just by rounding.
func over(a, b float64) bool { return a > b && !same(a, b) }

// roughly is a ~x b.
func roughly(x, a, b float64) bool { return !over(math.Abs(a-b), x*math.Max(math.Abs(a), math.Abs(b))) }

// distinct lists words once each.
func distinct(text []string) (list []string) {
	for _, word := range text {
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

// terms are the query's distinct words, Q.
func (w *world) terms() []string { return distinct(w.query) }

func (w *world) asks(word string) bool { return slices.Contains(w.query, word) }

// often counts a word in a text.
func often(text []string, word string) (n int) {
	for _, other := range text {
		if other == word {
			n++
		}
	}
	return n
}

// places are the offsets of a word in a text, rising.
func places(text []string, word string) (at []int) {
	for i, other := range text {
		if other == word {
			at = append(at, i)
		}
	}
	return at
}

func (d document) count(word string) int  { return often(d.words, word) }
func (d document) holds(word string) bool { return slices.Contains(d.words, word) }

// tokens counts the query's words in a document.
func (w *world) tokens(d document) (n int) {
	for _, word := range d.words {
		if w.asks(word) {
			n++
		}
	}
	return n
}

// held are the distinct query words that a document holds.
func (w *world) held(d document) (list []string) {
	for _, word := range w.terms() {
		if d.holds(word) {
			list = append(list, word)
		}
	}
	return list
}

// idf is ln(max(N,1) / max(df,1)).
func (w *world) idf(word string) float64 {
	return math.Log(math.Max(float64(w.n), 1) / math.Max(float64(w.df[word]), 1))
}

// pairs lists the pairs of distinct query words, each once.
func (w *world) pairs() (list [][2]string) {
	terms := w.terms()
	for i := range terms {
		for j := range i {
			list = append(list, [2]string{terms[i], terms[j]})
		}
	}
	return list
}
