package pipeline

import (
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/untrusted"
)

// bounded returns a normaliser of one step. A text that would become longer than untrusted.Normal panics with a *fault.Error, which
// fault.Rescue returns. The step's growth decides that, or where it is too large, size: the bytes of the text after the step, nil for no
// such function.
func bounded(apply func(text string) string, growth float64, size func(text string) int) normalizer {
	return normalizer{func(text string) string {
		if float64(len(text))*growth > untrusted.Normal && (size == nil || size(text) > untrusted.Normal) {
			panic(fault.BadInput("", 0, "cut the text, or take another tokenizer",
				"the tokenizer's normalizer can make more than %s of a text of %s", untrusted.Size(untrusted.Normal), untrusted.Size(int64(len(text)))))
		}
		return apply(text)
	}, growth}
}
