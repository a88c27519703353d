package sample

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Candidate is a document of a query's candidate list as sampling sees it.
type Candidate struct {
	ID      string
	Hash    uint64 // Hash(ID)
	Len     int    // analysed terms
	Grade   int    // judged grade; meaningful only if Judged
	Judged  bool
	Outside bool // a judged relevant document outside the candidate list: a positive of regular pairs, never mined
	Rank    int  // place in the candidate run, 1 is the top; 0 where that lacks the document
	Twin    pairs.Twin
	// RunScore is the candidate run's score; meaningful only if Rank is not 0.
	RunScore float64
	Score    float64 // under the run that `hard` is asked to correct; NaN when that run lacks the document
}

// Query is a query with its candidates.
type Query struct {
	Index    int // its place among the queries of the sample; any numbering that is unique will do
	ID       string
	Hash     uint64 // Hash(ID)
	Labelled bool   // its judgements are in use
	Docs     []Candidate
	// Stated counts the preferences of the query's judgements for a relevant document above one that is not. Held counts those whose
	// documents are in the collection.
	Stated, Held int
	// Graded counts the preferences for a relevant document above a relevant one of a lower grade, GradedHeld those whose documents are in
	// the collection.
	Graded, GradedHeld int
	// IrrelevantPairs counts the pairs of judged documents with different grades of which neither is relevant.
	IrrelevantPairs int
}

// place returns a candidate's rank, or the largest number for one that the candidate run lacks.
func (c *Candidate) place() int {
	if c.Rank == 0 {
		return math.MaxInt
	}
	return c.Rank
}

func (q *Query) isRelevant(doc int32, minGrade int) bool {
	return q.Labelled && q.Docs[doc].Judged && q.Docs[doc].Grade >= minGrade
}

// isJudged reports whether a judgement of the query names a document.
func (q *Query) isJudged(doc int32) bool { return q.Docs[doc].Judged }

// isBelow reports whether a document is not relevant, or has a lower grade than a positive.
func (q *Query) isBelow(pos, doc int32, minGrade int) bool {
	return !q.isRelevant(doc, minGrade) || q.Docs[doc].Grade < q.Docs[pos].Grade
}

// countAbove returns how many positives have a higher grade than a relevant document.
func (q *Query) countAbove(positives []int32, doc int32, minGrade int) (n int) {
	for _, pos := range positives {
		if q.isBelow(pos, doc, minGrade) {
			n++
		}
	}
	return n
}

// PoolInstance is an instance with its key in a pool.
type PoolInstance struct {
	pairs.Instance
	Query    int32 // Query.Index
	NegLabel int8  // label of the other document: LabelRelevant of a lower grade, LabelPreferred under multi-graded alone, else LabelRest
	Key      Key
}

// Key orders a pool; smaller keys come first.
type Key [4]uint64

func (k Key) compare(o Key) int {
	return slices.Compare(k[:], o[:])
}

// preferredID returns the id of the preferred document of an instance, which may be one that lnc2 makes.
func preferredID(q *Query, in pairs.Instance) string {
	if in.Made == 0 {
		return q.Docs[in.Pos].ID
	}
	return pairs.MadeID(q.Docs[in.Pos].ID, int(in.Made))
}
