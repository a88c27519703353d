package collection

import (
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestUnitOf: a split is named, and a collection without splits has none to name.
func TestUnitOf(t *testing.T) {
	must.Equal(t, UnitOf("train", "queries"), "train queries", "a split")
	must.Equal(t, UnitOf("all", "queries"), "queries", "no splits")
}
