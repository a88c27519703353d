package rule

import (
	"math"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/rapidtest"
	"pgregory.net/rapid"
)

// TestOrderAgreesWithStandings draws numbers that are whole, far apart, or as near as the tolerances, so that heights are
// found in both ways and are refused where being equal is not transitive.
func TestOrderAgreesWithStandings(t *testing.T) {
	found, refused := 0, 0
	rapidtest.CheckUntil(t, func() bool { return found > 0 && refused > 0 }, func(t *rapid.T) {
		number := rapid.OneOf(
			rapid.Map(rapid.IntRange(-3, 3), func(n int) float64 { return float64(n) }),
			rapid.SampledFrom([]float64{1 << 29, 1<<29 + 1, 1 << 31, math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 5e-13, -5e-13, 1e-300}),
			// Steps of 4e-10: two of them are equal, four are not.
			rapid.Map(rapid.IntRange(-4, 4), func(n int) float64 { return 0.3 * (1 + 4e-10*float64(n)) }),
			rapid.Map(rapid.IntRange(-4, 4), func(n int) float64 { return -7 * (1 + 1e-14*float64(n)) }),
			rapid.Float64Range(-1, 1),
		)
		if rapid.IntRange(0, 9).Draw(t, "nan") == 0 {
			number = rapid.OneOf(number, rapid.Just(math.NaN()))
		}
		class := rapid.Int32Range(0, 0)
		if rapid.Bool().Draw(t, "classes") {
			class = rapid.Int32Range(Incomparable, 1)
		}
		all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Standing {
			return Standing{class.Draw(t, "class"), number.Draw(t, "number")}
		}), 0, 20).Draw(t, "standings")
		var o order
		if !o.load(len(all), func(i int) Standing { return all[i] }) {
			refused++
			return
		}
		found++
		for i := range all {
			out := make([]Verdict, len(all)-i-1)
			o.fillRow(i, out)
			for k, got := range out {
				if want := all[i].compare(all[i+1+k]); got != want {
					t.Fatalf("%v and %v: %d, want %d", all[i], all[i+1+k], got, want)
				}
			}
		}
	})
}
