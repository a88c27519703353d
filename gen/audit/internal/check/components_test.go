package check

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// plainComponents is the definition: nodes that reach each other, numbered by the first of them.
func plainComponents(next [][]int32) []int32 {
	n := len(next)
	reaches := make([][]bool, n)
	for a := range reaches {
		reaches[a] = make([]bool, n)
		reaches[a][a] = true
		for _, b := range next[a] {
			reaches[a][b] = true
		}
	}
	for via := range n {
		for a := range n {
			for b := range n {
				reaches[a][b] = reaches[a][b] || reaches[a][via] && reaches[via][b]
			}
		}
	}
	component, count := make([]int32, n), int32(0)
	for a := range n {
		first := -1
		for b := range a {
			if reaches[a][b] && reaches[b][a] {
				first = b
				break
			}
		}
		if first >= 0 {
			component[a] = component[first]
			continue
		}
		component[a] = count
		count++
	}
	return component
}

// TestComponentsAreThePlainDefinition: on random graphs, with loops and repeated edges.
func TestComponentsAreThePlainDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "nodes")
		next := make([][]int32, n)
		for a := range next {
			next[a] = rapid.SliceOfN(rapid.Int32Range(0, int32(n-1)), 0, 3).Draw(t, "edges")
		}
		if got, want := components(next), plainComponents(next); !slices.Equal(got, want) {
			t.Fatalf("%v: %v, not %v", next, got, want)
		}
	})
}

// TestComponentsOfALongPath: the depth of a graph costs memory, not stack: a million nodes in a row, and in a circle.
func TestComponentsOfALongPath(t *testing.T) {
	const n = 1_000_000
	next := make([][]int32, n)
	for a := range n - 1 {
		next[a] = []int32{int32(a + 1)}
	}
	if c := components(next); c[n-1] != n-1 {
		t.Errorf("the last of a path has component %d", c[n-1])
	}
	next[n-1] = []int32{0}
	if c := components(next); c[n-1] != 0 {
		t.Errorf("the last of a circle has component %d", c[n-1])
	}
}
