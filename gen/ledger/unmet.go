package ledger

import (
	"fmt"

	"github.com/axiomine/axiomine/configs/shown"
)

// Unmet is an amount that a data set does not reach.
type Unmet struct {
	Key    string `json:"key"`    // the configuration key that asks for the amount, such as gen.pairs
	What   string `json:"what"`   // what is counted: an axiom, judged pairs, queries
	Wanted int    `json:"wanted"` // as asked
	There  int    `json:"there"`  // as many as the data hold
}

// List returns the amount as a list: an empty one if it is reached.
func (u Unmet) List() []Unmet {
	if u.There >= u.Wanted {
		return nil
	}
	return []Unmet{u}
}

// String returns the amount as a clause of a sentence.
func (u Unmet) String() string {
	return fmt.Sprintf("%s: %s asks for %s, there are %s", u.What, u.Key, shown.Grouped(u.Wanted), shown.Grouped(u.There))
}
