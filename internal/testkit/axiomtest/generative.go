package axiomtest

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"pgregory.net/rapid"
)

// checkGenerative checks an axiom that makes documents and counts the documents from which it makes
// some.
func checkGenerative(t *rapid.T, a axioms.Generative, r *reading) (count int) {
	w := anyWorld(t)
	e, other := w.encode(numberInOrder()), w.encode(numberScattered())
	q := axioms.Query{Terms: rapid.Permutation(e.query.Terms).Draw(t, "permuted query")}
	for i, d := range e.docs {
		pieces := rapid.IntRange(1, 600).Draw(t, "pieces")
		want := r.repeats(w, settingsOf(a), w.docs[i], pieces)
		count += min(len(want), 1)
		check := func(label string, repeats []int) {
			if !slices.Equal(repeats, want) {
				t.Fatalf("%s: %v of %d pieces for %v is repeated %v times, by its definition %v",
					label, w.docs[i].words, pieces, w.query, repeats, want)
			}
		}
		check("as drawn", a.Repeats(e.query, d, pieces))
		check("permuted query", a.Repeats(q, d, pieces))
		check("renamed ids", a.Repeats(other.query, other.docs[i], pieces))
		if !a.Spec().Needs.Pieces {
			check("pieces, which Needs does not name", a.Repeats(e.query, d, pieces+100))
		}
	}
	return count
}
