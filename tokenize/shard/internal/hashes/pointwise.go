package hashes

import (
	"fmt"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// A pair makes two pointwise rows: its query with the positive, label 1, and with the negative,
// label 0. A relevant negative, of a lower grade than the positive, has label 1 too: a label of
// such rows is whether a document is relevant. Pairs that are all true can put one document on both
// sides, above a third and below a fourth. Then the same input has two labels. The ways to treat
// such inputs:
const (
	Majority = "majority" // the label of the larger sum of weights stays, a tie goes to judged pairs; rows of the other are left out
	Soft     = "soft"     // every row has the share of weight on the positive side as its label, a real number
	Keep     = "keep"     // both stay
	Once     = "once"     // as majority, and an input has one row, the first, however many pairs have it
)

// Pointwise counts the inputs of a config or folder that pairs of a split put on both sides.
type Pointwise struct {
	Folder    string `json:"folder"` // the config or folder
	Split     string `json:"split"`  // train, dev or test
	Inputs    int    `json:"inputs"` // different ones
	BothSides int    `json:"both"`   // on both sides
	Fate      string `json:"fate"`   // of these: majority, soft, keep or once
}

// String returns the finding in a sentence, without the folder.
func (p Pointwise) String() string {
	fate := map[string]string{Majority: "each has the label of most of its pairs", Soft: "each has the share of its pairs as label",
		Keep: "each keeps both labels", Once: "each has one row, with the label of most of its pairs"}[p.Fate]
	return fmt.Sprintf("in %s, %s of %s (a query with a document) are preferred in some pairs and not in others: %s", p.Split,
		terminal.Group(p.BothSides), terminal.Plural(p.Inputs, "input", "inputs"), fate)
}

// Set is a set of hashes.
type Set map[uint64]bool

// Add adds a hash, and reports whether it is new.
func (s Set) Add(hash uint64) bool {
	if s[hash] {
		return false
	}
	s[hash] = true
	return true
}

// Repeats marks rows of pairs whose input an earlier row has.
type Repeats struct{ marks [][2]bool } // by the pair's number and side

// Mark marks a row.
func (r *Repeats) Mark(number, side int) {
	if number >= len(r.marks) {
		r.marks = append(r.marks, make([][2]bool, max(number+1-len(r.marks), len(r.marks)))...)
	}
	r.marks[number][side] = true
}

// Has reports whether a row is marked.
func (r *Repeats) Has(number, side int) bool { return number < len(r.marks) && r.marks[number][side] }
