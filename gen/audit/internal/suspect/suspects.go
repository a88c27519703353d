package suspect

import "math"

// Suspects holds the scored negatives and positives of a set.
type Suspects struct {
	Negatives []Document
	Positives []Document // positives; a positive of several rows of a group occurs once, with its first row
	Unpaired  int        // number of negatives without a positive in their group
	Crowded   int        // number of rows that are left out: see isCrowded
	Scored    int        // number of negatives that a run scores together with a positive
	HasRuns   bool
	Labelled  *Pairs // scored labelled pairs; nil if the set has none
	Compared  bool   // true if there are enough documents to compare the scores of negatives and positives
	Alike     *Alike // measure of equal scores; nil unless the negatives score as high as the positives
}

// Document is a negative or a positive of a row with its features and evidence.
type Document struct {
	Row      uint32
	Item     uint32               // the index of the document in the row
	Query    uint32               // the number of the query
	Features [numPositive]float32 // features, numbered by the constants of negatives or of positives, such as Likeness
	Score    float32              // logit: a higher one means that the label is more likely wrong; NaN without a score

	Words, Holds uint16 // numbers of distinct words of the query, and of those in the document
	Evidence     Span   // the stretch of the text that holds these words

	// Only negatives have these: the number of words of the query in the best positive, and the lengths from seek, which are 0 if the
	// negative has fewer words of the query than the positive.
	PositiveHolds, Window, PositiveWindow uint16
	IsRepeat                              bool // true if an earlier row of the group has the negative too
	// Only positives have these: the numbers of rivals and of rivals with a higher BM25, and the results of compareByRuns.
	Negatives, NegativesAbove, RunScored, RunAbove uint16
}

// isScoredByRun reports whether a run scores the document together with a rival.
func (d *Document) isScoredByRun() bool { return !math.IsNaN(float64(d.Features[RunLead])) }

// Span is the shortest stretch of a text that has as many words of the query as the whole text. Begin is its first character, from 0, and
// End the character after its last. End is 0 if there are no such words, or if they are not found in the text.
type Span struct{ Begin, End uint32 }
