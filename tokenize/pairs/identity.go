package pairs

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// FoldCase returns the text as a model without case reads it: Fold of its compatibility form (NFKC) with case folded. Two queries, or two
// documents, of one folded text are the same to a trainer.
func FoldCase(text string) string {
	if isASCII(text) {
		return Fold(strings.ToLower(text))
	}
	return Fold(norm.NFKC.String(cases.Fold().String(norm.NFKC.String(text))))
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}
