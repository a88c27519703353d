package pipeline

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/internal/regex"
)

// delimiter returns the size of the match that a text begins with, or of what lies before the first match, and which of the two it is.
type delimiter func(text string, w *regex.Work) (size int, isMatch bool)

// characters returns the delimiter of single characters.
func characters(is func(rune) bool) delimiter {
	return func(text string, _ *regex.Work) (int, bool) {
		r, size := utf8.DecodeRuneInString(text)
		if is(r) {
			return size, true
		}
		if i := strings.IndexFunc(text, is); i >= 0 {
			return i, false
		}
		return len(text), false
	}
}

// behave returns what cuts by a delimiter, by the name of a behavior.
func behave(behavior string, next delimiter) (func(text string, w *regex.Work) (int, bool), error) {
	// joined adds to a first part the second one where their kinds are those.
	joined := func(first, second bool) func(string, *regex.Work) (int, bool) {
		return func(text string, w *regex.Work) (int, bool) {
			size, isMatch := next(text, w)
			if size < len(text) && isMatch == first {
				if more, isNext := next(text[size:], w); isNext == second {
					size += more
				}
			}
			return size, true
		}
	}
	switch behavior {
	case "Removed":
		return func(text string, w *regex.Work) (int, bool) {
			size, isMatch := next(text, w)
			return size, !isMatch
		}, nil
	case "Isolated":
		return func(text string, w *regex.Work) (int, bool) {
			size, _ := next(text, w)
			return size, true
		}, nil
	case "MergedWithPrevious":
		return joined(false, true), nil
	case "MergedWithNext":
		return joined(true, false), nil
	case "Contiguous":
		return func(text string, w *regex.Work) (int, bool) {
			size, isMatch := next(text, w)
			for size < len(text) {
				more, isNext := next(text[size:], w)
				if isNext != isMatch {
					break
				}
				size += more
			}
			return size, true
		}, nil
	}
	return nil, fmt.Errorf("the behavior %q is not read", behavior)
}
