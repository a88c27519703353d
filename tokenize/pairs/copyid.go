package pairs

import (
	"strconv"
	"strings"
)

// MadeID returns the id of the document made from id by repeating it k times (LNC2).
func MadeID(id string, k int) string { return id + "~" + strconv.Itoa(k) }

// ParseMadeID parses the id of a made document. ok is false for an id without a number above 0 at its end.
func ParseMadeID(id string) (source string, times int, ok bool) {
	i := strings.LastIndexByte(id, '~')
	if i < 0 {
		return "", 0, false
	}
	times, err := strconv.Atoi(id[i+1:])
	return id[:i], times, err == nil && times > 0
}
