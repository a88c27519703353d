package eval

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// What SciPy says of paired lists whose differences it is given exactly, as whole numbers: testdata/tied. Among them are the lists of
// testdata/significance, of which SciPy misses ties when it subtracts the floating numbers itself.
func TestTiedValues(t *testing.T) {
	raw := must.Get(os.ReadFile(filepath.Join("testdata", "tied", "answers.json")))(t)
	var expected struct {
		Tests []struct {
			Kind               string
			A, B               []float64
			Wins, Ties, Losses int
			Wilcoxon           float64    `json:"wilcoxon_p"`
			T                  float64    `json:"t_p"`
			CI95               [2]float64 `json:"ci95"`
		}
	}
	must.Do(t, json.Unmarshal(raw, &expected))
	if len(expected.Tests) != 82 {
		t.Fatalf("%d lists, want 82", len(expected.Tests))
	}
	dust := 0 // lists on which subtraction alone sees fewer ties
	for i, g := range expected.Tests {
		c := Compare(g.Kind, g.B, g.A)
		near := func(x, want float64) bool { return math.Abs(x-want) <= 1e-9 }
		if !near(c.WilcoxonP, g.Wilcoxon) || !near(c.TP, g.T) || !near(c.CI95[0], max(-1, g.CI95[0])) || !near(c.CI95[1], min(1, g.CI95[1])) ||
			c.Wins != g.Wins || c.Ties != g.Ties || c.Losses != g.Losses {
			t.Errorf("list %d, %s: %+v, want %+v", i, g.Kind, c, g)
		}
		sizes, exact := map[float64]bool{}, map[float64]bool{}
		for j := range g.A {
			d := math.Abs(g.A[j] - g.B[j])
			sizes[d], exact[math.Round(d*1e9)] = true, true
		}
		if len(sizes) > len(exact) {
			dust++
		}
	}
	if dust < 20 {
		t.Errorf("%d lists have ties that subtraction misses, want at least 20", dust)
	}
}
