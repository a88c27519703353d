package terminal

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

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
	must.Equal(t, Interval([2]float64{-.0004, .02}, 2), "[−0.0004, +0.02]", "an end near 0")
	must.Equal(t, Interval([2]float64{-1e-9, 0}, 2), "[0.00, 0.00]", "interval")
	must.Equal(t, Interval([2]float64{-.1, .25}, 2), "[−0.10, +0.25]", "interval")
}

func TestShortTimes(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0 s",
		43 * time.Microsecond: "0 s", 30 * time.Millisecond: "0.03 s", 12500 * time.Millisecond: "13 s",
		200 * time.Second: "3 min 20 s", 2*time.Hour + 5*time.Minute: "2 h 5 min"} {
		must.Equal(t, Duration(d), want, "%v", d)
	}
}

// No line of text is wider than what it has to fit, wherever its words can be broken; and no word is lost.
func TestWrapped(t *testing.T) {
	const line = "Few test queries: 27; a difference would have to be above 0.019 to be significant, wie größere Unterschiede zeigen."
	for width := 14; width < 110; width++ {
		got := Wrap(line, width, 2)
		if strings.Join(strings.Fields(got), " ") != line {
			t.Fatalf("%d: words are lost: %q", width, got)
		}
		for l := range strings.Lines(got) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(l, "\n")); n > width {
				t.Errorf("%d: a line of %d: %q", width, n, l)
			}
		}
	}
	for _, c := range []struct {
		line  string
		width int
		want  string
	}{{"abcdefghij klm", 5, "abcdefghij\n  klm"}, {"abcdefghij", 5, "abcdefghij"}, {"ab cd", 0, "ab cd"}} {
		must.Equal(t, Wrap(c.line, c.width, 2), c.want, "%q in %d", c.line, c.width)
	}
}

// TestWrapText: what is broken off stands below the text behind a term, else two columns further. By hand.
func TestWrapText(t *testing.T) {
	const text = "rows   a row and another one\n    yes  the lengths are alike\nnone of the words\n\n- a list of words\nend"
	const want = "rows   a row and\n       another one\n    yes  the lengths\n         are alike\nnone of the words\n\n- a list of words\nend"
	if got := WrapText(text, 20); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	if got := WrapText(text, 0); got != text {
		t.Errorf("a file or a pipe gets\n%s", got)
	}
}
