package dataset

import (
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
)

// LengthsOf returns a function for a document's length in terms of an index; one that lnc2 made is k times as long as its source.
func LengthsOf(x index.Reader) func(id string) (int, bool) {
	return func(id string) (int, bool) {
		c, ok := mine.CandidateOf(x, id)
		if !ok {
			return 0, false
		}
		return c.Len(x), true
	}
}
