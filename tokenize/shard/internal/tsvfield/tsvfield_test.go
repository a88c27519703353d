package tsvfield

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

func TestMake(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab  \t\n\x1c\x00\x7fé\u0301\u3000"))).Draw(t, "text")
		if IsBlank(text) != (Make(text) == "") {
			t.Fatalf("%q: blank is %v", text, IsBlank(text))
		}
		if f := Make(text); strings.ContainsAny(f, Breaks) || f != strings.TrimRightFunc(f,
			pairs.IsSpace) || len([]rune(f)) > len([]rune(text)) {
			t.Fatalf("%q is no field: %q", text, f)
		}
	})
}
