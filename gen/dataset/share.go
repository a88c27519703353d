package dataset

import (
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
)

// Share is what one part of the queries gives: its counts by split and axiom, and its share of the training split's sample.
type Share struct {
	Part   mine.Part
	Key    string // of everything that decides the pairs
	Counts [][]mine.Tally
	Sample *sample.Share
}
