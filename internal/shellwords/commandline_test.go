package shellwords_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/shellwords"
	"pgregory.net/rapid"
)

// Lines as sh divides them: printf '[%s]' LINE.
func TestSplit(t *testing.T) {
	for line, want := range map[string]string{
		"":                             "",
		"  \t ":                        "",
		"python a.py {shards}":         "python|a.py|{shards}",
		`sh -c 'cp "$1" b' x`:          `sh|-c|cp "$1" b|x`,
		`a "b c"d 'e'\''f'`:            "a|b cd|e'f",
		`a\ b "c\"d" "e\f" '\'`:        `a b|c"d|e\f|\`,
		`x "" ''`:                      "x||",
		"first\n  second":              "first|second",
		`C:\\tools\\rank.exe "\$HOME"`: `C:\tools\rank.exe|$HOME`,
	} {
		got, err := shellwords.Split(line)
		if err != nil || strings.Join(got, "|") != want {
			t.Errorf("%s: %q, %v, want %s", line, got, err, want)
		}
	}
	for _, line := range []string{`a 'b`, `a "b`, `a \`} {
		if got, err := shellwords.Split(line); err == nil {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// What is quoted reads back as it was.
func TestQuoted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.String()).Draw(t, "list")
		var quoted []string
		for _, w := range want {
			quoted = append(quoted, shellwords.Quote(w))
		}
		got, err := shellwords.Split(strings.Join(quoted, " "))
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q: %q, %v", want, got, err)
		}
	})
}
