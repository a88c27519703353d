package cli

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/cli/manual"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestLayout: by hand. Text is wrapped between words, behind its term or below a long one, and a command before a flag or behind a pipe.
func TestLayout(t *testing.T) {
	word := strings.Repeat("w", 30)
	if got := manual.Wrap(word+" "+word+" a", 61); len(got) != 2 || got[0] != word+" "+word || got[1] != "a" {
		t.Errorf("%q", got)
	}
	if got := manual.Wrap("a "+strings.Repeat("x", 20)+" b", 10); strings.Join(got, "|") != "a|"+strings.Repeat("x", 20)+"|b" {
		t.Errorf("%q", got)
	}
	indent := strings.Repeat(" ", textColumn)
	must.Equal(t, entry("  a", word+" "+word), "  a"+indent[3:]+word+"\n"+indent+word+"\n")
	must.Equal(t, entry(indent, "text"), indent+"\n"+indent+"text\n")
	for text, want := range map[string]string{"short, text": "short, text", "a part, " + word + word: "a part",
		"a (b, c) d; " + word + word: "a (b, c) d", "one (" + word + word + ")": "one"} {
		must.Equal(t, shorten(text), want, "%q", text)
	}
	for line, want := range map[string]string{"  axiomine gen": "  axiomine gen",
		"  axiomine gen --data " + word + " --output " + word + " -x y": "  axiomine gen --data " + word + " \\\n      --output " + word +
			" -x y",
		"  a " + word + " | b " + word + " c " + word:     "  a " + word + " |\n      b " + word + " c " + word,
		"  a 'b " + word + " c' " + word + " --d " + word: "  a 'b " + word + " c' " + word + " \\\n      --d " + word} {
		if got := fold(line); got != want {
			t.Errorf("%q\n%q, want\n%q", line, got, want)
		}
	}
}
