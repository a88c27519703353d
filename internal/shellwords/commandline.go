// Package shellwords divides command lines into words, and quotes them.
package shellwords

import (
	"errors"
	"runtime"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
)

// Split divides a command line into words as a shell does. White space separates words, except inside quotes of either kind. A backslash
// escapes the next character: inside double quotes only ", \, $ and a backquote, inside single quotes none. Nothing is expanded, and no
// character starts another command.
func Split(line string) (words []string, err error) {
	var word strings.Builder
	var quote rune // the quotation mark that opened the current quote; 0 outside quotes
	inWord, afterBackslash := false, false
	for _, r := range line {
		switch {
		case afterBackslash:
			if quote == '"' && !strings.ContainsRune("\"\\$`", r) {
				word.WriteRune('\\')
			}
			word.WriteRune(r)
			afterBackslash = false
		case r == '\\' && quote != '\'':
			afterBackslash, inWord = true, true
		case quote != 0:
			if r == quote {
				quote = 0
			} else {
				word.WriteRune(r)
			}
		case r == '\'' || r == '"':
			quote, inWord = r, true
		case strings.ContainsRune(" \t\r\n", r):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 || afterBackslash {
		return nil, errors.New("a quote is not closed, or a backslash stands at the end")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// Quote returns a word quoted for a POSIX shell and for Split.
func Quote(word string) string {
	if strings.ContainsAny(word, " \t\n\r\"'()*&|;{}[]<>#~?!`$\\") || word == "" {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// Join returns words as one line, each of them quoted where it has to be.
func Join(words []string) string {
	return strings.Join(lists.Map(words, Quote), " ")
}

// QuoteForSystem returns a word quoted for the common shells of this system.
func QuoteForSystem(word string) string {
	if runtime.GOOS == "windows" {
		return quoteForWindows(word)
	}
	return Quote(word)
}

// quoteForWindows quotes a word for cmd and PowerShell alike: backslashes are part of paths there, and single quotes part of words.
func quoteForWindows(word string) string {
	if strings.ContainsAny(word, " \t\n\r\"'()*&|;{}[]<>#~?!`$,^%@") || word == "" {
		end := len(word) - len(strings.TrimRight(word, `\`)) // backslashes before a quote count double
		return `"` + strings.ReplaceAll(word, `"`, `\"`) + strings.Repeat(`\`, end) + `"`
	}
	return word
}
