package sample

import "strconv"

// MadeID is the id of the document made from id by repeating it k times (LNC2).
func MadeID(id string, k int) string { return id + "~" + strconv.Itoa(k) }

func preferredID(q *Query, in Instance) string {
	if in.Made == 0 {
		return q.Docs[in.Pos].ID
	}
	return MadeID(q.Docs[in.Pos].ID, int(in.Made))
}
