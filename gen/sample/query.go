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
	Outside bool // a judged relevant document outside the candidate list: a positive of judged pairs, never mined
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
	IsTest   bool   // it is of the split test
	Docs     []Candidate
	pairs.StatedCounts
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

// countAbove returns the number of positives with a higher grade than a relevant document.
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

// Suspects counts pairs that are left out because their other document may be relevant without a judgement (a false negative), or is too
// easy a negative. A pair counts under the first reason that holds.
type Suspects struct {
	SameText      int `json:"same_text"`      // its text is that of a judged relevant document
	NearDuplicate int `json:"near_duplicate"` // it resembles one: see mine.MarkTwins
	SkipTop       int `json:"skip_top"`       // it stands among the first of the candidate run
	MaxScore      int `json:"max_score"`      // the candidate run scores it too high
	WithinTop     int `json:"within_top"`     // it stands beyond the first of the candidate run, or not in it
	MinScore      int `json:"min_score"`      // the candidate run scores it too low, or not at all
	NotJudged     int `json:"not_judged"`     // nobody judged it: assumed_negatives: off, or the query has judged negatives; of judged pairs alone
	ScoreMargin   int `json:"score_margin"`   // it scores too near to the positive, or above it; of judged pairs alone
}

// suspectNames are the names of the counts in the ledger, in the order of parts.
var suspectNames = [...]string{"same_text", "near_duplicate", "skip_top", "max_score", "within_top", "min_score", "not_judged",
	"score_margin"}

// parts returns the counts, in the order of the roles from twin on.
func (s *Suspects) parts() [len(suspectNames)]*int {
	return [...]*int{&s.SameText, &s.NearDuplicate, &s.SkipTop, &s.MaxScore, &s.WithinTop, &s.MinScore, &s.NotJudged, &s.ScoreMargin}
}

// Reasons returns the counts above 0 by their names in the ledger.
func (s Suspects) Reasons() map[string]int {
	out := map[string]int{}
	for i, n := range s.parts() {
		if *n != 0 {
			out[suspectNames[i]] = *n
		}
	}
	return out
}

// Sum returns the number of pairs left out for any of the reasons.
func (s Suspects) Sum() (sum int) {
	for _, n := range s.parts() {
		sum += *n
	}
	return sum
}

// role is what a document can be in a query's pairs.
type role uint8

const (
	anything role = iota
	relevant
	// Roles of documents that are no negative of any pair, judged or axiomatic.
	twin
	nearTwin
	amongTop
	scoredHigh
	beyondTop
	scoredLow
	// The role of documents that are no negative of judged pairs.
	unjudged
)

// count adds n pairs that are left out because of the role of their other document.
func (s *Suspects) count(r role, n int) {
	if r >= twin {
		*s.parts()[r-twin] += n
	}
}

// role returns the role of a document in a query's pairs.
func (o *Options) role(q *Query, doc int32) role {
	if q.isRelevant(doc, o.MinGrade) {
		return relevant
	}
	return o.asNegative(q, doc)
}

// asNegative returns the role that keeps a document from being a negative, or anything. Twins are known for judged queries only; the
// reasons of the candidate run apply to all queries.
func (o *Options) asNegative(q *Query, doc int32) role {
	c := &q.Docs[doc]
	switch {
	case q.Labelled && c.Twin == pairs.SameText:
		return twin
	case q.Labelled && c.Twin == pairs.NearDuplicate:
		return nearTwin
	case c.Rank > 0 && c.Rank <= o.SkipTop:
		return amongTop
	case o.MaxScore != nil && c.Rank > 0 && c.RunScore > *o.MaxScore:
		return scoredHigh
	case o.WithinTop > 0 && (c.Rank == 0 || c.Rank > o.WithinTop):
		return beyondTop
	case o.MinScore != nil && (c.Rank == 0 || c.RunScore < *o.MinScore):
		return scoredLow
	case o.JudgedOnly && !c.Judged:
		return unjudged
	}
	return anything
}

// roles returns the role of every document; out is reused.
func (o *Options) roles(q *Query, out []role) []role {
	out = out[:0]
	for doc := range q.Docs {
		out = append(out, o.role(q, int32(doc)))
	}
	return out
}

// isTooNear reports whether a negative scores too near to its positive P in the candidate run. It must score at most P - absolute_margin
// and at most P - relative_margin |P|. A positive that the run lacks is below all documents of the run.
func (o *Options) isTooNear(q *Query, pos, neg int32) bool {
	if !o.hasMargins() {
		return false
	}
	if q.Docs[pos].Rank == 0 {
		return true
	}
	p, n := q.Docs[pos].RunScore, q.Docs[neg].RunScore
	return o.AbsoluteMargin != nil && n > p-*o.AbsoluteMargin || o.RelativeMargin != nil && n > p-float64(*o.RelativeMargin*math.Abs(p))
}

func (o *Options) hasMargins() bool { return o.AbsoluteMargin != nil || o.RelativeMargin != nil }
