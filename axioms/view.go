package axioms

import (
	"github.com/axiomine/axiomine/axioms/prose"
	"github.com/axiomine/axiomine/axioms/weighting"
)

// Query is an analysed query.
type Query struct {
	ID    string   // for axioms that read a file
	Terms []uint32 // the tokens in order, repeats kept; a term that the collection lacks has an id too (document frequency 0)

	candidates *Candidates // whose axioms share their counts; nil: each counts for itself
}

// Doc is an analysed candidate of a query.
type Doc struct {
	ID     string   // for axioms that read a file
	Terms  []uint32 // the tokens in order; a term's positions are its offsets here
	Length int      // in tokens, for a collection without texts; 0: the number of Terms
	Score  float64  // the candidate's retrieval score; NaN when it has none
	Rank   int      // rank in the candidate run, from 1; 0 when it is in no run
	Grade  int      // the judgement; 0 when there is none. Only the oracle reads it.

	Sentences prose.Counts // of its text, where an axiom in use needs them
}

// Len returns the document's length in tokens.
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

// Vectors is a similarity source that also returns the vectors themselves. Sim is their cosine.
type Vectors interface {
	Similarity
	Dim() int
	Vector(term uint32) []float64 // Dim values; nil when the term has no vector or a zero one. Callers must not change it.
}

// Collection is everything an axiom may read beyond the query and the candidates.
type Collection struct {
	Stats      weighting.Stats
	Vectors    Vectors    // nil when there are none
	Similarity Similarity // nil when none is configured; may be the same as Vectors

	// The files of run(FILE) and prefs(FILE), by File.Name.
	Runs        map[string]RunScores
	Preferences map[string]Preferring
}
