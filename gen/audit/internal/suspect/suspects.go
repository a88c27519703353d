package suspect

import "math"

// Suspects are the negatives and positives of a set with what is known of them.
type Suspects struct {
	Negatives []Document
	Positives []Document // each once of rows of a query that follow each other, with the first of them
	Unpaired  int        // negatives without a positive
	Crowded   int        // rows with so many positives and documents that they are left out
	Scored    int        // negatives that a run scores, with a positive
	HasRuns   bool
	Labelled  *Pairs // nil unless the set is one of labelled pairs
	Compared  bool   // the negatives and the positives are enough to tell whether they score alike
	Alike     *Alike // nil unless negatives score as positives do
}

// Document is a negative or a positive of a row with what is known of it.
type Document struct {
	Row      uint32
	Item     uint32               // its place among the documents of the row
	Query    uint32               // number of the query
	Features [numPositive]float32 // by the numbers of those of negatives, or of positives
	Score    float32              // logit: the higher, the likelier its label is wrong; NaN if it has none

	Words, Holds uint16 // distinct words of the query, and how many of them it holds
	Evidence     Span   // of the words of the query that it holds

	PositiveHolds          uint16 // of a negative: words of the query that the best positive holds
	Window, PositiveWindow uint16 // of a negative, see shortest: 0 for fewer than two words, or if it holds fewer than the positive

	Negatives, NegativesAbove uint16 // of a positive: negatives that it was compared with, and how many of them BM25 puts above it
	RunScored, RunAbove       uint16 // of a positive: negatives that the runs score, and how many of them the runs put above it
}

// runKnows reports whether a run scores the document together with a rival.
func (d *Document) runKnows() bool { return !math.IsNaN(float64(d.Features[RunLead])) }

// Span is the shortest stretch of a text that holds as many words of the query as the whole text: the place of its first character and the
// one behind its last, counted in characters from 0. End is 0 without such words, or if they are not found in the text.
type Span struct{ Begin, End uint32 }
