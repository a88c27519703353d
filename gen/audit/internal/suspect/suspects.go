package suspect

import "math"

// Suspects holds the scored negatives and positives of a set.
type Suspects struct {
	Negatives []Document
	Positives []Document // a positive of several rows of a group is here once, with its first row
	Unpaired  int        // number of negatives without a positive in their group
	Crowded   int        // number of rows that are left out: see isCrowded
	Scored    int        // number of negatives that a run scores together with a positive
	HasRuns   bool
	Labelled  *Pairs // nil unless the set is one of labelled pairs
	Compared  bool   // there are enough documents to tell whether negatives and positives score alike
	Alike     *Alike // nil unless the negatives score as high as the positives
}

// Document is a negative or a positive of a row with its features and evidence.
type Document struct {
	Row      uint32
	Item     uint32               // index among the documents of the row
	Query    uint32               // number of the query
	Features [numPositive]float32 // by the constants of negatives or of positives, such as Likeness
	Score    float32              // logit: a higher one means that the label is likelier wrong; NaN without a score

	Words, Holds uint16 // number of distinct words of the query, and of those in the document
	Evidence     Span   // stretch of the text that holds these words

	PositiveHolds          uint16 // of a negative: number of words of the query in the best positive
	Window, PositiveWindow uint16 // of a negative: lengths from seek; 0 if the negative has fewer words of the query than the positive

	Negatives, NegativesAbove uint16 // of a positive: number of its rivals, and of those with a higher BM25
	RunScored, RunAbove       uint16 // of a positive: results of compareByRuns
}

// runKnows reports whether a run scores the document together with a rival.
func (d *Document) runKnows() bool { return !math.IsNaN(float64(d.Features[RunLead])) }

// Span is the shortest stretch of a text that holds as many words of the query as the whole text. Begin is its first character and End the
// character after its last, from 0. End is 0 if there are no such words, or if they are not found in the text.
type Span struct{ Begin, End uint32 }
