package check

import (
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"pgregory.net/rapid"
)

// TestComponentsAreThePlainDefinition: on random graphs, with loops and repeated edges, documents share a component if they reach each other.
func TestComponentsAreThePlainDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 12
		node := rapid.Uint32Range(0, n-1)
		edges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) trainset.Edge {
			return trainset.Edge{High: node.Draw(t, "high"), Low: node.Draw(t, "low")}
		}), 0, 30).Draw(t, "edges")
		var reaches [n][n]bool
		for a := range n {
			reaches[a][a] = true
		}
		for _, e := range edges {
			reaches[e.High][e.Low] = true
		}
		for via := range n {
			for a := range n {
				for b := range n {
					reaches[a][b] = reaches[a][b] || reaches[a][via] && reaches[via][b]
				}
			}
		}
		component := componentsOf(edges)
		for a := range component {
			for b := range component {
				if (component[a] == component[b]) != (reaches[a][b] && reaches[b][a]) {
					t.Fatalf("%v: %v", edges, component)
				}
			}
		}
	})
}

// TestComponentsOfALongPath: the depth of a graph costs memory, not stack: a million documents in a row, and in a circle.
func TestComponentsOfALongPath(t *testing.T) {
	const n = 1_000_000
	edges := make([]trainset.Edge, n)
	for i := range edges {
		edges[i] = trainset.Edge{High: uint32(i), Low: uint32(i + 1)}
	}
	if c := componentsOf(edges); c[0] == c[n] {
		t.Errorf("both ends of a path have component %d", c[0])
	}
	if c := componentsOf(append(edges, trainset.Edge{High: n, Low: 0})); c[0] != c[n] || c[0] != c[n/2] {
		t.Errorf("a circle has components %d, %d and %d", c[0], c[n/2], c[n])
	}
}
