package sample

import "github.com/axiomine/axiomine/tokenize/pairs"

// PreferenceCounts counts the preferences that judgements state, each document of a query above each one with a lower grade. All is the
// sum of the other fields.
type PreferenceCounts struct {
	All         int `json:"stated"`            // pairs of judged documents with different grades, by query
	SameSide    int `json:"same_side"`         // neither document is relevant, or both are under grades: binary
	NotInUse    int `json:"labels_not_in_use"` // judged_queries leaves the query's labels out
	NotHeld     int `json:"unknown_document"`  // the collection lacks a document
	NoCandidate int `json:"no_candidate"`      // a document is no candidate: add_judged adds it
	LeftOut     int `json:"left_out"`          // by a filter of negatives: same_text, skip_top, score_margin ..
	BeyondLimit int `json:"beyond_limit"`      // negatives_per_positive, positives_per_query, negatives_per_query
	NotDrawn    int `json:"not_drawn"`         // regular, or displaced by axiomatic pairs
	Used        int `json:"used"`              // rows
}

func (s *PreferenceCounts) add(o PreferenceCounts) {
	s.All += o.All
	s.SameSide += o.SameSide
	s.NotInUse += o.NotInUse
	s.NotHeld += o.NotHeld
	s.NoCandidate += o.NoCandidate
	s.LeftOut += o.LeftOut
	s.BeyondLimit += o.BeyondLimit
	s.NotDrawn += o.NotDrawn
	s.Used += o.Used
}

// Unused returns the number of preferences that are in no row, by reason.
func (s PreferenceCounts) Unused() map[string]int {
	return map[string]int{"same_side": s.SameSide, "labels_not_in_use": s.NotInUse, "document_not_in_the_collection": s.NotHeld,
		"no_candidate": s.NoCandidate, "left_out_by_a_filter": s.LeftOut, "beyond_a_limit": s.BeyondLimit, "not_drawn": s.NotDrawn}
}

// settle sets the used preferences, and lowers NotDrawn by them.
func (s *PreferenceCounts) settle(used int) {
	s.Used, s.NotDrawn = used, s.NotDrawn-used
}

// countStated counts a query's preferences by what became of them. numAllowed is the number that no filter leaves out, and regular are
// the query's regular pairs within all limits. Those may be drawn: until the sample is finished they count as not drawn.
func (o *Options) countStated(q *Query, numAllowed int, regular []pairs.Instance) PreferenceCounts {
	s := PreferenceCounts{All: q.Stated + q.Graded + q.IrrelevantPairs, SameSide: q.IrrelevantPairs}
	inRows, inCollection := q.Stated, q.Held // those that rows can state, and of these those whose documents are in the collection
	if o.Grades == Binary {
		s.SameSide += q.Graded
	} else {
		inRows, inCollection = inRows+q.Graded, inCollection+q.GradedHeld
	}
	if !q.Labelled {
		s.NotInUse = inRows
		return s
	}
	drawable := 0
	for _, in := range regular {
		if q.isJudged(in.Neg) {
			drawable++
		}
	}
	candidates := o.countCandidates(q)
	s.NotHeld, s.NoCandidate = inRows-inCollection, inCollection-candidates
	s.LeftOut, s.BeyondLimit, s.NotDrawn = candidates-numAllowed, numAllowed-drawable, drawable
	return s
}

// countCandidates counts a query's preferences for a relevant document above another candidate.
func (o *Options) countCandidates(q *Query) (n int) {
	var positives, relevantOnes []int32
	nonRelevant := 0
	for doc := range q.Docs {
		switch c := &q.Docs[doc]; {
		case !c.Judged || c.Outside && o.Positives == FromCandidates:
		case c.Grade < o.MinGrade:
			nonRelevant++
		default:
			positives = append(positives, int32(doc))
			if !c.Outside {
				relevantOnes = append(relevantOnes, int32(doc))
			}
		}
	}
	if o.Grades != Binary {
		for _, doc := range relevantOnes {
			n += q.countAbove(positives, doc, o.MinGrade)
		}
	}
	return n + len(positives)*nonRelevant
}
