package format

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// TestDuetTerms: answers of Python's re.sub(r"[^a-z0-9\s]+", " ", text.lower()).split().
func TestDuetTerms(t *testing.T) {
	for text, want := range map[string]string{
		"It's 3.5 C++": "it s 3 5 c", "  a\u00a0b\u3000c ": "a b c", "na\u00efve CAF\u00c9": "na ve caf", "300 \u212a": "300 k",
		"\u0130stanbul": "i stanbul", "\u0131x": "x", "\u00c5": "", "": "",
	} {
		var got []string
		eachDuetTerm(text, func(term []byte) bool { got = append(got, string(term)); return true })
		must.Equal(t, strings.Join(got, " "), want, "%q: %q", text, got)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aZ0 -é\u212a\u0130\u3000"))).Draw(t, "text")
		n, stopped := 0, 0
		eachDuetTerm(text, func([]byte) bool { n++; return true })
		eachDuetTerm(text, func([]byte) bool { stopped++; return stopped < 2 })
		if (n > 0) != hasDuetTerm(text) || stopped != min(n, 2) {
			t.Fatalf("%q: %d terms, %d after the second, has %v", text, n, stopped, hasDuetTerm(text))
		}
	})
}
