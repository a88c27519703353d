package suspect

// Suspects are the negatives and positives of a set with what is known of them.
type Suspects struct {
	Negatives []Negative
	Positives []Positive
	Unpaired  int // negatives without a positive
	Crowded   int // rows with so many positives and documents that they are left out
	Scored    int // negatives that a run scores, with a positive
	HasRuns   bool
	Labelled  *Pairs // nil unless the set is one of labelled pairs
	Compared  bool   // the negatives and the positives are enough to tell whether they score alike
	Alike     *Alike // nil unless negatives score as positives do

	ScoredPositives int // positives with a score

	negativeRuns runTable
	positiveRuns runTable
}

// Negative is a negative of a row with what is known of it.
type Negative struct {
	Row      uint32
	Item     uint32 // its place among the documents of the row
	Query    uint32 // number of the query
	Features Features
	Score    float32 // logit: the higher, the likelier it is relevant

	Words, Holds, PositiveHolds uint16 // distinct words of the query, and how many of them the negative and the best positive hold
	Window, PositiveWindow      uint16 // see shortest; 0 for fewer than two words, or if the negative holds fewer than the positive
	Evidence                    Span   // of the words of the query that it holds
}

// Positive is a positive of rows that follow each other with what is known of it.
type Positive struct {
	Row      uint32 // its first row
	Item     uint32 // its place among the documents of its first row
	Query    uint32 // number of the query
	Features PositiveFeatures
	Score    float32 // logit: the higher, the likelier it is wrong; NaN if it has none

	Words, Holds              uint16 // distinct words of the query, and how many of them it holds
	Negatives, NegativesAbove uint16 // negatives that it was compared with, and how many of them BM25 puts above it
	Evidence                  Span   // of the words of the query that it holds
	RunScored                 uint16 // negatives that the runs score
	RunAbove                  uint16 // how many of them the runs put above it
}

// Span is the shortest stretch of a text that holds as many words of the query as the whole text: the place of its first character and the
// one behind its last, counted in characters from 0. End is 0 without such words, or if they are not found in the text.
type Span struct{ Begin, End uint32 }

// feature returns a feature of a negative, by its place in Negatives.
func (s *Suspects) feature(i, feature int) float32 {
	if feature >= RunLead {
		return s.negativeRuns.row(i)[feature-RunLead]
	}
	return s.Negatives[i].Features[feature]
}

// positiveFeature returns a feature of a positive, by its place in Positives.
func (s *Suspects) positiveFeature(i, feature int) float32 {
	if feature >= PositiveRunLead {
		return s.positiveRuns.row(i)[feature-PositiveRunLead]
	}
	return s.Positives[i].Features[feature]
}

// Features returns all features of a negative, by its place in Negatives. Those of a run are NaN if no run scores it with a positive.
func (s *Suspects) Features(i int) (f [numFeatures]float32) {
	for feature := range f {
		f[feature] = s.feature(i, feature)
	}
	return f
}

// PositiveFeatures returns all features of a positive, by its place in Positives. Those of a run are NaN if no run scores it with a
// negative.
func (s *Suspects) PositiveFeatures(i int) (f [numPositiveFeatures]float32) {
	for feature := range f {
		f[feature] = s.positiveFeature(i, feature)
	}
	return f
}
