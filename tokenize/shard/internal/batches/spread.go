package batches

import "fmt"

// Spread says how many in-batch false negatives the rows of a split have, before and after they were spread over batches. A row
// has one if its batch has another row whose positive is known to be relevant for its query, or preferred by an axiom.
type Spread struct {
	Rows        string `json:"rows"`     // pairs, or groups of so many negatives
	Task        string `json:"task"`     // empty: all tasks
	Split       string `json:"split"`    // train, validation or test
	Batch       int    `json:"batch"`    // rows of a batch
	Total       int    `json:"total"`    // rows
	FalseBefore int    `json:"before"`   // rows with an in-batch false negative in the shuffled order
	FalseAfter  int    `json:"after"`    // likewise as written
	Unplaced    int    `json:"unplaced"` // rows that fit no batch that was tried; they stand where there was room
}

// String returns the finding in a sentence.
func (s Spread) String() string {
	share := func(n int) float64 { return 100 * float64(n) / float64(max(s.Total, 1)) }
	text := fmt.Sprintf("in batches of %d, %.2f %% of the %d %s of %s have an in-batch false negative; shuffled, %.2f %% have one", s.Batch,
		share(s.FalseAfter), s.Total, s.Rows, s.Split, share(s.FalseBefore))
	if s.Unplaced > 0 {
		text += fmt.Sprintf("; %d could not be placed apart", s.Unplaced)
	}
	return text
}

// ArrangeItems returns an order of n items for batches of about.Batch, and counts in about.
func (k *Preferences) ArrangeItems(n int, unit func(i int) Unit, about *Spread) []uint32 {
	units, order, numbers := make([]PlacedUnit, n), make([]uint32, n), map[uint64]uint32{}
	for i := range n {
		units[i], order[i] = k.Number(unit(i), numbers), uint32(i)
	}
	about.Total, about.FalseBefore = n, k.FalseNegatives(units, order, about.Batch)
	spread, unplaced := k.Arrange(units, about.Batch)
	if about.FalseAfter = k.FalseNegatives(units, spread, about.Batch); about.FalseAfter < about.FalseBefore {
		about.Unplaced = unplaced
		return spread
	}
	about.FalseAfter, about.Unplaced = about.FalseBefore, n // too few batches: the shuffled order is as good
	return order
}
