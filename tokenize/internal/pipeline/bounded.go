package pipeline

import (
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// bounded returns a normaliser of one step. A text that would become longer than safefile.Normal panics with a *errs.Error, which
// errs.Rescue returns. The step's growth decides that, or where it is too large, size: the bytes of the text after the step, nil for no
// such function.
func bounded(apply func(text string) string, growth float64, size func(text string) int) normalizer {
	return normalizer{apply: func(text string) string {
		if float64(len(text))*growth > safefile.Normal && (size == nil || size(text) > safefile.Normal) {
			panic(errs.BadInput("", 0, "cut the text, or take another tokenizer",
				"the tokenizer's normalizer can make more than %s of a text of %s", safefile.Size(safefile.Normal), safefile.Size(int64(len(text)))))
		}
		return apply(text)
	}, growth: growth}
}
