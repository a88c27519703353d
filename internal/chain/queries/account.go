package queries

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/table"
)

// Account says what was made, and what was left out for which reason.
type Account struct {
	Asked     int            `json:"asked"`
	Made      int            `json:"made"`
	Documents int            `json:"documents"`      // that a query was made of
	Tried     int            `json:"tried"`          // made and left out, together
	Left      map[string]int `json:"left_out"`       // by reason
	Methods   map[string]int `json:"made_by_method"` // of those made
}

// Reasons for which a query is left out, in the order in which they are looked at.
const (
	Unknown   = "its document is not in the collection"
	NoWords   = "document without enough words"
	TooLong   = "more distinct words than a query may have"
	Alone     = "no other document holds a word of it"
	NotFound  = "its document is not among the first found"
	LikeGiven = "nearly a given query"
	LikeMade  = "nearly another made query"
	SameID    = "its id is that of a given query"
)

// Reasons are all of them.
var Reasons = []string{Unknown, NoWords, TooLong, Alone, NotFound, LikeGiven, LikeMade, SameID}

// Why returns how many queries were left out for which reason.
func (a *Account) Why() string {
	var why []string
	for _, reason := range Reasons {
		if n := a.Left[reason]; n > 0 {
			why = append(why, fmt.Sprintf("%s: %d", reason, n))
		}
	}
	return strings.Join(why, "; ")
}

// Results returns the account for people and programs.
func (a *Account) Results() *table.Results {
	t := &table.Table{Name: "queries", Columns: append(table.Left("queries"), table.Right("number")...)}
	row := func(reason string, n int) { t.Add(reason, strconv.Itoa(n)) }
	row("asked", a.Asked)
	row("made", a.Made)
	for _, m := range slices.Sorted(maps.Keys(a.Methods)) {
		row("made by "+m, a.Methods[m])
	}
	row("documents with a query", a.Documents)
	row("tried", a.Tried)
	for _, reason := range Reasons {
		row("left out: "+reason, a.Left[reason])
	}
	r := table.Single(t)
	r.Object = a
	return r
}
