package terminal

import (
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

func TestNumbers(t *testing.T) {
	for got, want := range map[string]string{
		Group(1234567): "1,234,567", Group(-1234): "-1,234", Group(999): "999", Plural(1, "query", "queries"): "1 query",
		Plural(2000, "query", "queries"): "2,000 queries", PluralSpan([]int{30, 1200, 7}, "row", "rows"): "7 to 1,200 rows",
		PluralSpan([]int{1, 1}, "row", "rows"): "1 row",
	} {
		must.Equal(t, got, want)
	}
}

// TestSigned: a difference has a sign, and one that rounds to 0 has none. By hand.
func TestSigned(t *testing.T) {
	for want, x := range map[string]float64{"+0.125": .125, "−0.125": -.125, "0.000": -.0004, "+1.000": .9996, "−0.001": -.0005001} {
		must.Equal(t, Signed(x, 3), want, "%v", x)
	}
	must.Equal(t, Interval([2]float64{-.0004, .02}, 2), "[0.00, +0.02]", "interval")
	must.Equal(t, Interval([2]float64{-.1, .25}, 2), "[−0.10, +0.25]", "interval")
}

func TestShortTimes(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0 s",
		43 * time.Microsecond: "0 s", 30 * time.Millisecond: "0.03 s", 12500 * time.Millisecond: "13 s",
		200 * time.Second: "3 min 20 s", 2*time.Hour + 5*time.Minute: "2 h 5 min"} {
		must.Equal(t, Duration(d), want, "%v", d)
	}
}
