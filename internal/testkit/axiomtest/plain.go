package axiomtest

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
)

// reading is an axiom as one source words it, over words and counts: plain loops that read the
// query and the documents anew for each pair. It shares nothing with the rules of package axioms,
// numbers and comparisons included, so that an error in one of the two shows.
type reading struct {
	weak             bool   // fulfilled by equal scores too
	delta, deltaStar string // the length bound where the axiom's name has none; "" for no bound
	sameLength       bool   // |d1| ~10% |d2| is a precondition

	// precondition reports whether the precondition beyond lengths holds; nil where there is none.
	precondition func(w *world, s settings, x, y document) bool
	// prefers reports whether x ranks above y. Where y ranks above x as well, the axiom prefers
	// neither.
	prefers func(w *world, s settings, x, y document) bool

	// isInstance reports whether three documents in this order are an instance, for an axiom over
	// three documents.
	isInstance func(w *world, x, y, z document) bool
	// repeats returns how often a document is repeated in the documents made from it, for an axiom
	// that makes documents.
	repeats func(w *world, s settings, d document, pieces int) []int
}

// verdict returns the reading's verdict on two documents.
func (r *reading) verdict(w *world, s settings, x, y document) axioms.Verdict {
	if s.text("precondition", "own") == "own" && !r.applies(w, s, x, y) {
		return axioms.Void
	}
	first, second := r.prefers(w, s, x, y), r.prefers(w, s, y, x)
	if first && !second {
		return axioms.First
	}
	if second && !first {
		return axioms.Second
	}
	return axioms.Neither
}

func (r *reading) applies(w *world, s settings, x, y document) bool {
	if !r.keepsBound(s, x, y) || r.sameLength && !isClose(0.1, float64(len(x.words)), float64(len(y.words))) {
		return false
	}
	return r.precondition == nil || r.precondition(w, s, x, y)
}

// keepsBound reports whether the lengths are within the length bound.
func (r *reading) keepsBound(s settings, docs ...document) bool {
	least, most := math.MaxInt, 0
	for _, d := range docs {
		least, most = min(least, len(d.words)), max(most, len(d.words))
	}
	if delta, ok := s.number("delta", r.delta); ok && float64(most-least) > delta {
		return false
	}
	share := 0.0
	if most > 0 {
		share = float64(most-least) / float64(most)
	}
	deltaStar, ok := s.number("delta_star", r.deltaStar)
	return !ok || !exceeds(share, deltaStar)
}

// settings holds the parameters in an axiom's name.
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

// number returns a parameter's value. ok is false for none, which is written as none or as nothing.
func (s settings) number(name, otherwise string) (value float64, ok bool) {
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

// value returns a parameter that is never none.
func (s settings) value(name, otherwise string) float64 {
	value, _ := s.number(name, otherwise)
	return value
}

// equal reports whether numbers are equal: to 1e-9 of the larger one, or to 1e-12.
func equal(a, b float64) bool {
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return a == b
	}
	return math.Abs(a-b) <= 1e-12 || math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b))
}

// exceeds reports whether a is larger than b, and not just by rounding.
func exceeds(a, b float64) bool { return a > b && !equal(a, b) }

// isClose reports whether a ~x b.
func isClose(x, a, b float64) bool {
	return !exceeds(math.Abs(a-b), x*math.Max(math.Abs(a), math.Abs(b)))
}

// distinct lists words once each.
func distinct(text []string) (list []string) {
	for _, word := range text {
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

// terms returns the query's distinct words, Q.
func (w *world) terms() []string { return distinct(w.query) }

func (w *world) asks(word string) bool { return slices.Contains(w.query, word) }

// countWord counts a word in a text.
func countWord(text []string, word string) (n int) {
	for _, other := range text {
		if other == word {
			n++
		}
	}
	return n
}

// positions returns the offsets of a word in a text, rising.
func positions(text []string, word string) (offsets []int) {
	for i, other := range text {
		if other == word {
			offsets = append(offsets, i)
		}
	}
	return offsets
}

func (d document) count(word string) int  { return countWord(d.words, word) }
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

// heldTerms returns the distinct query words that a document holds.
func (w *world) heldTerms(d document) (list []string) {
	for _, word := range w.terms() {
		if d.holds(word) {
			list = append(list, word)
		}
	}
	return list
}

// idf returns ln(max(N,1) / max(df,1)).
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
