package terminal

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

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
