// Package regex matches the regular expressions of tokenizer.json files as Oniguruma does, the library of Hugging Face's tokenizers. Of
// several matches at a position it takes the first in the order of the expression. Go's package regexp has no look-ahead, and Unicode 15.
//
// github.com/dlclark/regexp2 2.13, which has look-ahead, was tried. It has no bound on steps, reads {,n}, && and \p{^N} differently, and
// encoding took 50 % longer (4.6 MB of English, the expressions of GPT-2 and Llama 3).
//
// The package supports characters, sets of characters, groups, choices, counts, look-ahead, and (?i:) for ASCII. It refuses the rest.
package regex

import (
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Expression is a compiled expression. It is safe for use by several goroutines at once.
type Expression struct{ start *program }

// Work bounds the steps in the matches of a text. Without a bound, the steps can be any power of the text's length.
type Work struct {
	left  int    // the number of remaining steps
	text  string // the text that Next was called with
	depth int    // the number of programs that have called each other
}

// maxDepth bounds the memory of a match: each repetition of a group needs stack.
const maxDepth = 1 << 18

// NewWork returns the bound for the matches of a text.
func NewWork(text string) Work { return Work{left: 1<<10 + safefile.Matching*len(text)} }

// spend subtracts steps, and panics if none remain.
func (w *Work) spend(steps int) {
	if w.left -= steps; w.left < 0 {
		w.stop()
	}
}

// stop panics with an *errs.Error, which errs.Rescue returns.
func (w *Work) stop() {
	panic(errs.BadInput("", 0, "cut the text, or take another tokenizer",
		"a regular expression of the tokenizer takes too many steps for this text"))
}

// Next returns the size of the match at the beginning of text (isMatch is true), or the size of the text before the first match. The text
// must not be empty.
func (e *Expression) Next(text string, w *Work) (size int, isMatch bool) {
	w.text, w.depth = text, 0
	for pos := 0; pos < len(text); {
		if e.start.canBegin(w, pos) {
			if end := e.start.try(w, pos); end > pos && pos > 0 {
				return pos, false
			} else if end > pos {
				return end, true
			}
		}
		_, n := utf8.DecodeRuneInString(text[pos:])
		pos += n
	}
	return len(text), false
}
