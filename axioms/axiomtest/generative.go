package axiomtest

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"pgregory.net/rapid"
)

// generative checks an axiom that makes documents and counts those of which it makes some.
func generative(t *rapid.T, a axioms.Generative, r *reading) (stated int) {
	w := anyWorld(t)
	e, renamed := w.encoded(inOrder()), w.encoded(scattered())
	q := axioms.Query{Terms: rapid.Permutation(e.query.Terms).Draw(t, "permuted query")}
	for i, d := range e.docs {
		pieces := rapid.IntRange(1, 600).Draw(t, "pieces")
		want := r.repeats(w, settingsOf(a), w.docs[i], pieces)
		stated += min(len(want), 1)
		same := func(what string, got []int) {
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %v of %d pieces for %v is repeated %v times, by its definition %v", what, w.docs[i].words, pieces, w.query, got, want)
			}
		}
		same("as drawn", a.Repeats(e.query, d, pieces))
		same("permuted query", a.Repeats(q, d, pieces))
		same("renamed ids", a.Repeats(renamed.query, renamed.docs[i], pieces))
		if !a.Spec().Needs.Pieces {
			same("pieces, which Needs does not name", a.Repeats(e.query, d, pieces+100))
		}
	}
	return stated
}
