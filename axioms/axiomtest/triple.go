package axiomtest

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"pgregory.net/rapid"
)

// triple checks an axiom over three documents and counts its instances.
func triple(t *rapid.T, a axioms.Triple, r *reading) (stated int) {
	w := anyWorld(t)
	e, needs := w.encoded(inOrder()), a.Spec().Needs
	c := e.collection(needs)
	want := r.instances(w, settingsOf(a))
	same := func(what string, got [][3]int) {
		if !slices.Equal(got, want) {
			t.Fatalf("%s: instances %v, by its definition %v", what, got, want)
		}
	}
	same("as drawn", triples(a, e.query, e.docs, c))
	q := axioms.Query{Terms: rapid.Permutation(e.query.Terms).Draw(t, "permuted query")}
	same("permuted query", triples(a, q, e.docs, c))
	renamed := w.encoded(scattered())
	same("renamed ids", triples(a, renamed.query, renamed.docs, renamed.collection(needs)))

	judge := a.BindTriple(e.query, c)
	judge.Load(e.docs)
	counted := make([]int, len(axioms.DeltaStarSteps))
	if judge.Count(counted); !slices.Equal(counted, bySteps(w, want)) {
		t.Fatalf("counted by step %v, listed %v", counted, bySteps(w, want))
	}
	asked := 0
	judge.Each(func(int, int, int) bool {
		asked++
		return false
	})
	if asked > 1 {
		t.Fatalf("%d instances came after the first was refused", asked-1)
	}
	return len(want)
}

// triples lists the instances in their order; one that comes twice stands there twice.
func triples(a axioms.Triple, q axioms.Query, docs []axioms.Doc, c *axioms.Collection) (found [][3]int) {
	judge := a.BindTriple(q, c)
	judge.Load(docs)
	judge.Each(func(i, j, k int) bool {
		found = append(found, [3]int{i, j, k})
		return true
	})
	slices.SortFunc(found, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	return found
}

// instances tries all sequences of three documents.
func (r *reading) instances(w *world, s settings) (found [][3]int) {
	for i, x := range w.docs {
		for j, y := range w.docs {
			for k, z := range w.docs {
				if r.within(s, x, y, z) && r.instance(w, x, y, z) {
					found = append(found, [3]int{i, j, k})
				}
			}
		}
	}
	return found
}

// bySteps counts instances by the smallest of the steps that their lengths keep as a bound.
func bySteps(w *world, instances [][3]int) []int {
	steps := make([]int, len(axioms.DeltaStarSteps))
	for _, in := range instances {
		lengths := []int{len(w.docs[in[0]].words), len(w.docs[in[1]].words), len(w.docs[in[2]].words)}
		share := float64(slices.Max(lengths)-slices.Min(lengths)) / float64(slices.Max(lengths)) // an instance has a longest one
		for step, bound := range axioms.DeltaStarSteps {
			if !over(share, bound) {
				steps[step]++
				break
			}
		}
	}
	return steps
}
