package dataset

import (
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// LengthsOf returns a function for a document's length in terms of an index; one that lnc2 made is k times as long as its source.
func LengthsOf(x index.Reader) func(id string) (int, bool) {
	return func(id string) (int, bool) {
		if d, ok := x.Doc(id); ok {
			return x.Len(d), true
		}
		source, times, ok := pairs.ParseMadeID(id)
		if !ok {
			return 0, false
		}
		d, ok := x.Doc(source)
		if !ok {
			return 0, false
		}
		return times * x.Len(d), true
	}
}
