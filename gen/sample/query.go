package sample

import (
	"math"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Candidate is a document that may be in pairs of a query.
type Candidate struct {
	ID       string
	Hash     uint64     // result of Hash for ID
	Len      int        // number of analysed terms
	Grade    int        // the judged grade, if Judged
	Judged   bool       // true if somebody judged the document for the query
	Outside  bool       // true for a relevant document that is no candidate: it is a positive of judged pairs, and never mined
	Rank     int        // the rank in the candidate run, from 1; 0 if the run lacks the document
	Twin     pairs.Twin // kind of repetition of a relevant document: see mine.MarkTwins
	RunScore float64    // the score in the candidate run, if Rank is not 0
	Score    float64    // the score in the run whose mistakes Hard draws; NaN if the run lacks the document
}

// Query is a query with its candidates.
type Query struct {
	Index    int // number of the query in the sample
	ID       string
	Hash     uint64 // result of Hash for ID
	Labelled bool   // true if its judgements are in use
	IsTest   bool   // true if it belongs to the split test
	Docs     []Candidate
	pairs.StatedCounts
}

// place returns the rank in the candidate run, or the largest number for a document that the run lacks.
func (c *Candidate) place() int {
	if c.Rank == 0 {
		return math.MaxInt
	}
	return c.Rank
}

// isRelevant reports whether a document is relevant by a judgement that is in use.
func (q *Query) isRelevant(doc int32, minGrade int) bool {
	return q.Labelled && q.Docs[doc].Judged && q.Docs[doc].Grade >= minGrade
}

// isJudged reports whether a judgement of the query names a document.
func (q *Query) isJudged(doc int32) bool { return q.Docs[doc].Judged }

// isBelow reports whether a document is not relevant, or has a lower grade than the positive pos.
func (q *Query) isBelow(pos, doc int32, minGrade int) bool {
	return !q.isRelevant(doc, minGrade) || q.Docs[doc].Grade < q.Docs[pos].Grade
}

// countAbove returns the number of positives with a higher grade than a relevant document.
func (q *Query) countAbove(positives []int32, doc int32, minGrade int) (n int) {
	for _, pos := range positives {
		if q.isBelow(pos, doc, minGrade) {
			n++
		}
	}
	return n
}

// PoolInstance is a pair of candidates in a pool, with the key by which it is drawn.
type PoolInstance struct {
	pairs.Instance
	Query    int32 // Query.Index of the query
	NegLabel int8  // label of the other document: LabelRelevant (a lower grade), LabelPreferred (multi-graded) or LabelRest
	Key      Key
}

// preferredID returns the id of the preferred document of an instance, which may be a made document.
func preferredID(q *Query, in pairs.Instance) string {
	if in.Made == 0 {
		return q.Docs[in.Pos].ID
	}
	return pairs.MadeID(q.Docs[in.Pos].ID, int(in.Made))
}
