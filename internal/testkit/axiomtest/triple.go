package axiomtest

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"pgregory.net/rapid"
)

// checkTriple checks an axiom over three documents and counts its instances.
func checkTriple(t *rapid.T, a axioms.Triple, r *reading) (count int) {
	w := anyWorld(t)
	e, needs := w.encode(numberInOrder()), a.Spec().Needs
	c := e.collection(needs)
	want := r.instances(w, settingsOf(a))
	check := func(label string, list [][3]int) {
		if !slices.Equal(list, want) {
			t.Fatalf("%s: instances %v, by its definition %v", label, list, want)
		}
	}
	check("as drawn", triples(a, e.query, e.docs, c))
	q := axioms.Query{Terms: rapid.Permutation(e.query.Terms).Draw(t, "permuted query")}
	check("permuted query", triples(a, q, e.docs, c))
	other := w.encode(numberScattered())
	check("renamed ids", triples(a, other.query, other.docs, other.collection(needs)))

	judge := a.BindTriple(e.query, c)
	judge.Load(e.docs)
	steps := make([]int, len(axioms.DeltaStarSteps))
	judge.Each(func(i, j, k int) bool {
		steps[axioms.Step(e.docs[i].Len(), e.docs[j].Len(), e.docs[k].Len())]++
		return true
	})
	if !slices.Equal(steps, bySteps(w, want)) {
		t.Fatalf("counted by step %v, listed %v", steps, bySteps(w, want))
	}
	calls := 0
	judge.Each(func(int, int, int) bool {
		calls++
		return false
	})
	if calls > 1 {
		t.Fatalf("%d instances came after the first was refused", calls-1)
	}
	return len(want)
}

// triples lists the instances in their order. An instance that is found twice is listed twice.
func triples(a axioms.Triple, q axioms.Query, docs []axioms.Doc, c *axioms.Collection) (list [][3]int) {
	judge := a.BindTriple(q, c)
	judge.Load(docs)
	judge.Each(func(i, j, k int) bool {
		list = append(list, [3]int{i, j, k})
		return true
	})
	slices.SortFunc(list, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	return list
}

// instances tries all sequences of three documents.
func (r *reading) instances(w *world, s settings) (list [][3]int) {
	for i, x := range w.docs {
		for j, y := range w.docs {
			for k, z := range w.docs {
				if r.keepsBound(s, x, y, z) && r.isInstance(w, x, y, z) {
					list = append(list, [3]int{i, j, k})
				}
			}
		}
	}
	return list
}

// bySteps counts instances by the smallest of the steps that bounds their lengths.
func bySteps(w *world, instances [][3]int) []int {
	steps := make([]int, len(axioms.DeltaStarSteps))
	for _, in := range instances {
		lengths := []int{len(w.docs[in[0]].words), len(w.docs[in[1]].words), len(w.docs[in[2]].words)}
		share := float64(slices.Max(lengths)-slices.Min(lengths)) / float64(slices.Max(lengths)) // an instance has a longest one
		for step, limit := range axioms.DeltaStarSteps {
			if !exceeds(share, limit) {
				steps[step]++
				break
			}
		}
	}
	return steps
}
