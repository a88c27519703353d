package terminal

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"d1\tred apple\n":            "d1\tred apple\n",
		"\x1b]0;title\x07\x1b[2Jd1":  `\u001b]0;title\u0007\u001b[2Jd1`,
		"good\rbad":                  `good\u000dbad`,
		"\u009b31m, a C1 introducer": `\u009b31m, a C1 introducer`,
		"gpj.\u202eexe":              `gpj.\u202eexe`,
		"cut \xe2\x82":               "cut \ufffd\ufffd",
		"Ünïcode 文 \u200f":           "Ünïcode 文 \u200f",
		"\x7f":                       `\u007f`,
	} {
		must.Equal(t, Text(text), want, "%q", text)
	}
	must.Equal(t, Line("a\nerror: b"), `a\u000aerror: b`)
}

// TestTextIsByCharacter compares Text with its definition, one character after the other.
func TestTextIsByCharacter(t *testing.T) {
	pieces := rapid.OneOf(rapid.String(),
		rapid.SampledFrom([]string{"\x1b", "\n", "\u0085", "\u202e", "\u2066", "\ufffd", "\xe2\x82", "\xff", "é"}))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(pieces).Draw(t, "pieces"), "")
		want := ""
		for _, r := range text { // bytes that are not UTF-8 are U+FFFD each
			isBidi := r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
			if unicode.IsControl(r) && r != '\n' && r != '\t' || isBidi {
				want += fmt.Sprintf(`\u%04x`, r)
			} else {
				want += string(r)
			}
		}
		if got := Text(text); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

// Whatever comes in whatever pieces, nothing that a terminal obeys comes out, and JSON says the same as before.
func TestWriter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		var out strings.Builder
		w := &Writer{Out: &out}
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
			must.Get(w.Write([]byte(rest[:n])))(t)
			rest = rest[n:]
		}
		must.Do(t, w.Close())
		if out.String() != Text(text) {
			t.Fatalf("in pieces %q, whole %q", out.String(), Text(text))
		}
		if i := strings.IndexFunc(out.String(), func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }); i >= 0 {
			t.Fatalf("%q", out.String()[i:])
		}
		raw := must.Get(json.Marshal(text))(t)
		var before, after string
		if json.Unmarshal(raw, &before) != nil || json.Unmarshal([]byte(Text(string(raw))), &after) != nil || before != after {
			t.Fatalf("JSON of %q says %q, then %q", text, before, after)
		}
	})
}
