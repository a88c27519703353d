package sample

import (
	"strconv"

	"github.com/axiomine/axiomine/gen/pairs"
)

// MadeID is the id of the document made from id by repeating it k times (LNC2).
func MadeID(id string, k int) string { return id + "~" + strconv.Itoa(k) }

func preferredID(q *Query, in pairs.Instance) string {
	if in.Made == 0 {
		return q.Docs[in.Pos].ID
	}
	return MadeID(q.Docs[in.Pos].ID, int(in.Made))
}
