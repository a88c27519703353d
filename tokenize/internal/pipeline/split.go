package pipeline

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/internal/regex"
)

// delimiter returns the size in bytes of the match that a text begins with (isMatch is true), or of the text before the first match.
type delimiter func(text string, w *regex.Work) (size int, isMatch bool)

// characters returns the delimiter of single characters.
func characters(isDelimiter func(rune) bool) delimiter {
	return func(text string, _ *regex.Work) (int, bool) {
		r, size := utf8.DecodeRuneInString(text)
		if isDelimiter(r) {
			return size, true
		}
		if i := strings.IndexFunc(text, isDelimiter); i >= 0 {
			return i, false
		}
		return len(text), false
	}
}

// joins states for each behavior whether two neighbouring parts become one piece. The first index is 1 if the first part is a match, the
// second index is 1 if the second part is a match.
var joins = map[string][2][2]bool{"Removed": {}, "Isolated": {}, "MergedWithPrevious": {{false, true}, {}},
	"MergedWithNext": {{}, {true, false}}, "Contiguous": {{true, false}, {false, true}}}

// cutBy returns the cut function of a step for a delimiter and the name of a behavior.
func cutBy(behavior string, next delimiter) (func(text string, w *regex.Work) (int, bool), error) {
	isJoined, ok := joins[behavior]
	if !ok {
		return nil, fmt.Errorf("the behavior %q is not read", behavior)
	}
	nextPart := func(text string, w *regex.Work) (size, isMatch int) {
		size, isDelimiter := next(text, w)
		if isDelimiter {
			return size, 1
		}
		return size, 0
	}
	return func(text string, w *regex.Work) (int, bool) {
		size, isMatch := nextPart(text, w)
		for last := isMatch; size < len(text) && isJoined[last] != [2]bool{}; {
			more, isNext := nextPart(text[size:], w)
			if !isJoined[last][isNext] {
				break
			}
			size, last = size+more, isNext
		}
		return size, behavior != "Removed" || isMatch == 0
	}, nil
}
