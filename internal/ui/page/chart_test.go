package page

import (
	"regexp"
	"strings"
	"testing"
)

// TestLinesOfWholeNumbers: an axis of epochs has no tick between two of them.
func TestLinesOfWholeNumbers(t *testing.T) {
	for _, at := range [][]float64{{1, 2}, {3}, {1, 2, 3, 4, 5}} {
		l := Lines{X: "epoch", Y: "accuracy", Xs: at, Series: []Series{{Name: "a", Values: make([]float64, len(at))}}}
		figure := string(l.Figure().Wide)
		if regexp.MustCompile(`text-anchor="middle" class="tick">[^<]*\.`).MatchString(figure) || !strings.Contains(figure, `class="tick">`) {
			t.Errorf("%v: a tick between two epochs in %s", at, figure)
		}
	}
}
