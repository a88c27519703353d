package pipeline

import (
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/internal/regex"
)

// boundStep returns a normaliser of one step. A text that would become longer than safefile.Normal panics with a *errs.Error, which
// errs.Rescue returns. The step's growth decides that, or where it is too large, size: the bytes of the text after the step, nil for no
// such function.
func boundStep(apply func(text string) string, growth float64, size func(text string) int) normalizer {
	return boundedWork(func(text string, _ *regex.Work) string { return apply(text) }, growth, size)
}

// boundedWork returns the same of a step that matches an expression.
func boundedWork(apply func(text string, w *regex.Work) string, growth float64, size func(text string) int) normalizer {
	return normalizer{apply: func(text string, w *regex.Work) string {
		if float64(len(text))*growth > safefile.Normal && (size == nil || size(text) > safefile.Normal) {
			panic(errs.BadInput("", 0, "cut the text, or take another tokenizer",
				"the tokenizer's normalizer can make more than %s of a text of %s", safefile.Size(safefile.Normal), safefile.Size(int64(len(text)))))
		}
		return apply(text, w)
	}, growth: growth}
}

// normalize returns what a normaliser makes of a text. It panics with a *errs.Error where that is too long in fact: what comes behind it
// takes memory and time for each byte.
func (n *normalizer) normalize(text string) string {
	if n.apply == nil {
		return text
	}
	w := regex.NewWork(text)
	result := n.apply(text, &w)
	if len(result) > safefile.Normalised*len(text)+safefile.NormalFree {
		panic(errs.BadInput("", 0, "cut the text, or take another tokenizer", "the tokenizer's normalizer makes %s of a text of %s",
			safefile.Size(int64(len(result))), safefile.Size(int64(len(text)))))
	}
	return result
}
