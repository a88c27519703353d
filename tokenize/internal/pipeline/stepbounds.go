package pipeline

import (
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/internal/regex"
)

// work bounds the work of a normaliser on one text: the size of each step's result, of all results, and the steps through expressions.
type work struct {
	matching regex.Work // bounds the steps through expressions
	textSize int        // the size of the text in bytes
	total    int        // the size of the results of all steps so far, in bytes
}

// most returns the maximum size of a step's result in bytes.
func (w *work) most() int { return safefile.Normalised*w.textSize + safefile.NormalFree }

// checkSize panics with an *errs.Error, which errs.Rescue returns, if the result of a step is too long.
func (w *work) checkSize(size int) {
	if size > w.most() {
		panic(errs.BadInput("", 0, "cut the text, or take another tokenizer", "the tokenizer's normalizer makes more than %s of a text of %s",
			safefile.Size(int64(w.most())), safefile.Size(int64(w.textSize))))
	}
}

// addResult adds the size of a step's result to total. It panics like checkSize if total is too large.
func (w *work) addResult(size int) {
	if w.total += size; w.total > safefile.NormalSteps*w.most() {
		panic(errs.BadInput("", 0, "cut the text, or take another tokenizer",
			"the steps of the tokenizer's normalizer make more than %s of a text of %s",
			safefile.Size(int64(safefile.NormalSteps*w.most())), safefile.Size(int64(w.textSize))))
	}
}

// boundStep returns a normaliser of one step. growth is the largest factor by which apply makes a text longer, so that the size of the
// result is bounded before and after apply.
func boundStep(apply func(text string) string, growth int) normalizer {
	return normalizer{apply: func(text string, w *work) string {
		if len(text) > safefile.Normal/growth {
			panic(errs.BadInput("", 0, "cut the text, or take another tokenizer",
				"the tokenizer's normalizer can make more than %s of a text of %s", safefile.Size(safefile.Normal), safefile.Size(int64(len(text)))))
		}
		text = apply(text)
		w.checkSize(len(text))
		return text
	}, inserts: true}
}

func (n *normalizer) normalize(text string) string {
	if n.apply == nil {
		return text
	}
	return n.apply(text, &work{matching: regex.NewWork(text), textSize: len(text)})
}
