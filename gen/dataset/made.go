package dataset

import (
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/index"
)

// MadeFrom reads ID~k.
func MadeFrom(id string) (source string, times int, ok bool) {
	i := strings.LastIndexByte(id, '~')
	if i < 0 {
		return "", 0, false
	}
	times, err := strconv.Atoi(id[i+1:])
	return id[:i], times, err == nil && times > 0
}

// LengthsOf returns a function for a document's length in terms of an index; one that lnc2 made is k times as long as its source.
func LengthsOf(x index.Reader) func(id string) (int, bool) {
	return func(id string) (int, bool) {
		if d, ok := x.Doc(id); ok {
			return x.Len(d), true
		}
		source, times, ok := MadeFrom(id)
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
