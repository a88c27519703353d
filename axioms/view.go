package axioms

import (
	"github.com/axiomine/axiomine/axioms/prose"
	"github.com/axiomine/axiomine/axioms/weighting"
)

// Query is an analysed query.
type Query struct {
	ID    string   // for axioms that ask a file
	Terms []uint32 // the tokens in order, repeats kept; a term that the collection lacks has an id too (document frequency 0)

	among *Candidates // whose axioms share what they count; nil: each counts for itself
}

// Doc is an analysed candidate of a query.
type Doc struct {
	ID     string   // for axioms that ask a file
	Terms  []uint32 // the tokens in order; a term's positions are its offsets here
	Length int      // in tokens, where a collection without texts says it; 0: the number of Terms
	Score  float64  // the candidate's retrieval score; NaN when it has none
	Rank   int      // place in the candidate run, 1 is the top; 0 when it stands in no run
	Grade  int      // the judgement; 0 when there is none. Only the oracle asks for it.

	Sentences prose.Counts // of its text, where an axiom in use needs them
}

// Len is the document's length in tokens.
func (d *Doc) Len() int {
	if d.Length > 0 {
		return d.Length
	}
	return len(d.Terms)
}

// Similarity is a similarity source: ok is false where the source leaves the pair out (a term without a vector).
type Similarity interface {
	Sim(a, b uint32) (sim float64, ok bool)
}

// Vectors is a similarity source that also gives the vectors themselves. Sim is their cosine.
type Vectors interface {
	Similarity
	Dim() int
	Vector(term uint32) []float64 // Dim values; nil when the term has no vector or a zero one. Not to be changed.
}

// Collection is everything an axiom may ask beyond the query and the candidates.
type Collection struct {
	Stats      weighting.Stats
	Vectors    Vectors    // nil when there are none
	Similarity Similarity // nil when none is configured; may be the same as Vectors

	// What run(FILE) and prefs(FILE) ask, by File.Name.
	Runs        map[string]Scored
	Preferences map[string]Preferring
}
