package sample

import "github.com/axiomine/axiomine/tokenize/pairs"

func preferredID(q *Query, in pairs.Instance) string {
	if in.Made == 0 {
		return q.Docs[in.Pos].ID
	}
	return pairs.MadeID(q.Docs[in.Pos].ID, int(in.Made))
}
