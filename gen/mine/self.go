package mine

import (
	"strings"

	"github.com/axiomine/axiomine/gen/index"
)

// Self decides which documents are the query itself, in collections whose queries are documents too (ArguAna, Quora).
type Self int

const (
	KeepSelf   Self = iota // none
	SameID                 // those with the query's id
	SameIDText             // those with the query's id and text; where ids are plain numbers, the id alone says nothing
)

func (s Self) is(x index.Reader, q *Query, doc uint32) bool {
	if s == KeepSelf || x.DocID(doc) != q.ID {
		return false
	}
	return s == SameID || sameWords(x.Texts().Text(doc), q.Text) || sameWords(x.Texts().FullText(doc), q.Text)
}

// sameWords reports whether two texts are equal up to white space.
func sameWords(a, b string) bool {
	return strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
}
