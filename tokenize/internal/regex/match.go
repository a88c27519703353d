// Package regex matches the regular expressions of tokenizer.json files as Oniguruma does, which Hugging Face's tokenizers call: of the
// ways to match at a position, the first in the order of the expression. Go's package regexp has no look ahead, and Unicode 15.
//
// github.com/dlclark/regexp2 2.13, which has look ahead, was tried: it has no bound on steps, reads {,n}, && and \p{^N} as others do, and
// encoding took half as long again (4.6 MB of English, the expressions of GPT-2 and Llama 3).
//
// The package reads characters, sets of them, groups, choices, counts, look ahead and (?i:) of ASCII, and refuses the rest.
package regex

import (
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Expression is a compiled expression. It is safe for use by several goroutines at once.
type Expression struct{ start *program }

// Work bounds the steps in the matches of a text: an expression can take any power of its length.
type Work struct {
	left  int    // steps
	text  string // that is matched
	depth int    // of the programs that call each other
}

// maxDepth bounds the memory of a match: a group that is repeated takes some of it each time.
const maxDepth = 1 << 18

// NewWork returns the bound for a text.
func NewWork(text string) Work { return Work{left: 1<<10 + safefile.Matching*len(text)} }

// spend counts steps, and stops past the bound.
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

// Next returns the size of the match that text begins with, or of what lies before the first match, and which of the two it is. The text is
// not empty.
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
