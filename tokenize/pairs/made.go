package pairs

import "strconv"

// MadeID returns the id of the document made from id by repeating it k times (LNC2).
func MadeID(id string, k int) string { return id + "~" + strconv.Itoa(k) }
