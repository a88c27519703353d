package regex

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// pieces are the matches of an expression, and in brackets what lies between.
func pieces(t *testing.T, expression, text string) string {
	t.Helper()
	e, err := Compile(expression)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	var out []string
	w := NewWork(text)
	for text != "" {
		size, isMatch := e.Next(text, &w)
		piece := text[:size]
		if !isMatch {
			piece = "(" + piece + ")"
		}
		out, text = append(out, piece), text[size:]
	}
	return strings.Join(out, "|")
}

// TestExpressions has what Split of HF tokenizers 0.23.3 cuts out, asked for each line.
func TestExpressions(t *testing.T) {
	for _, c := range []struct{ expression, text, want string }{
		{`\s+(?!\S)|\s+`, "a  b \n", "(a)| | |(b)| \n"},
		{`a{2,3}`, "aaaaaxa", "aaa|aa|(xa)"},
		{`a{,2}b`, "aaab", "(a)|aab"},
		{`a+?b|a`, "aaab", "aaab"},
		{`a++a|b`, "aab", "(aa)|b"},
		{`(?>a+)a|b`, "aab", "(aa)|b"},
		{`(?i:'s|ll)`, "'S'\u017fLL", "'S|'\u017f|LL"},
		{`(ab|a)(bc|c)`, "abcac", "abc|ac"},
		{`(a|b)*c`, "abacc", "abac|c"},
		{`[^\s\p{L}]+`, "a1 \u1c891", "(a)|1|( \u1c89)|1"},
		{`[\p{L}&&[^\p{Han}]]+`, "a\u4e2db", "a|(\u4e2d)|b"},
		{`[a-c\-]+`, "ab-d", "ab-|(d)"},
		{`[]a]+`, "]ab", "]a|(b)"},
		{`\x41\u0042\x{43}`, "ABC", "ABC"},
		{`.+`, "a\nb", "a|(\n)|b"},
		{`\P{L}|\p{^N}`, "1a", "1|a"},
		{`\w+`, "a_\u00b2\u200d\u0301", "a_\u00b2|(\u200d)|\u0301"},
		{`(?=ab)a|b`, "abac", "a|b|(ac)"},
	} {
		must.Equal(t, pieces(t, c.expression, c.text), c.want, "%s on %q", c.expression, c.text)
	}
}

func TestWhatIsNotRead(t *testing.T) {
	for expression, says := range map[string]string{
		`(?<=a)b`: `"(?<="`, `^a`: `"^"`, `a$`: `"$"`, `\ba`: `\b`, `(a)\1`: `\1`, `a*`: "can match nothing", `a|`: "can match nothing",
		`(?i:ss)`: `"ss"`, `(?i:\u00e9)`: "any case", `(?i:[a])`: "any case", `[[:alpha:]]`: "[:", `(a`: "not closed",
		`a)`: `")"`, `[a`: "not closed",
		`\p{Surprise}`: "Surprise", `a{2000}`: "{2000}", `(a?)*b`: "can be empty", `a{2}+`: "after a count", `(?i)a`: "(?i)", `\`: "backslash",
		`((((((a{99}b){99}){99}){99}){99}){99})`: "too long", `[b-a]`: "range", "\xff": "UTF-8", `(?=a)+b`: "look ahead",
	} {
		if _, err := Compile(expression); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", expression, err, says)
		}
	}
}

// TestWork: an expression that takes any time is stopped.
func TestWork(t *testing.T) {
	e := must.Get(Compile(`(a|a)+b`))(t)
	text := strings.Repeat("a", 100)
	work := func() (err error) {
		defer errs.Rescue(&err)
		w := NewWork(text)
		e.Next(text, &w)
		return nil
	}
	must.Fail(t, work(), "too many steps")
}
