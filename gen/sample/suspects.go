package sample

import (
	"math"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Suspects has the number of pairs that are left out because their other document may be relevant although nobody judged it (a false
// negative), or is too easy a negative. A pair counts under the first reason that holds. The comments state the reason.
type Suspects struct {
	SameText      int `json:"same_text"`      // the document has the text of a judged relevant document
	NearDuplicate int `json:"near_duplicate"` // the document resembles a judged relevant document: see mine.MarkTwins
	SkipTop       int `json:"skip_top"`       // the document is among the first of the candidate run
	MaxScore      int `json:"max_score"`      // its score in the candidate run is too high
	WithinTop     int `json:"within_top"`     // the document is not among the first of the candidate run
	MinScore      int `json:"min_score"`      // its score in the candidate run is too low or missing
	NotJudged     int `json:"not_judged"`     // nobody judged it (assumed_negatives: off, or the query has judged ones); judged pairs only
	ScoreMargin   int `json:"score_margin"`   // its score is too near to the positive's, or above it; judged pairs only
}

// suspectNames has the names of the counts in the ledger, in the order of counts.
var suspectNames = [...]string{"same_text", "near_duplicate", "skip_top", "max_score", "within_top", "min_score", "not_judged",
	"score_margin"}

// counts returns the counts, in the order of the roles that begin with twin.
func (s *Suspects) counts() [len(suspectNames)]*int {
	return [...]*int{&s.SameText, &s.NearDuplicate, &s.SkipTop, &s.MaxScore, &s.WithinTop, &s.MinScore, &s.NotJudged, &s.ScoreMargin}
}

// Reasons returns the counts above 0, by reason.
func (s Suspects) Reasons() map[string]int {
	out := map[string]int{}
	for i, n := range s.counts() {
		if *n != 0 {
			out[suspectNames[i]] = *n
		}
	}
	return out
}

// Sum returns the number of pairs left out for any of the reasons.
func (s Suspects) Sum() (sum int) {
	for _, n := range s.counts() {
		sum += *n
	}
	return sum
}

// role is the part that a document can have in the pairs of a query.
type role uint8

const (
	anything role = iota // any candidate that can be preferred, and can be a negative
	relevant
	// The reasons for which a document is no negative of any pair, judged or axiomatic. They are those of Suspects, in the same order.
	twin
	nearTwin
	amongTop
	scoredHigh
	beyondTop
	scoredLow
	// unjudged documents are no negatives of judged pairs.
	unjudged
)

// count adds n pairs that are left out because of the role of their other document.
func (s *Suspects) count(r role, n int) {
	if r >= twin {
		*s.counts()[r-twin] += n
	}
}

// asNegative returns the role that keeps a document from being a negative, or anything if none does. Only queries with judgements in use
// have twins; the bounds on the candidate run apply to all queries.
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

// roles returns the role of every document in a query's pairs, in the memory of out.
func (o *Options) roles(q *Query, out []role) []role {
	out = out[:0]
	for doc := range int32(len(q.Docs)) {
		if q.isRelevant(doc, o.MinGrade) {
			out = append(out, relevant)
		} else {
			out = append(out, o.asNegative(q, doc))
		}
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

// hasMargins reports whether a negative must score less than its positive.
func (o *Options) hasMargins() bool { return o.AbsoluteMargin != nil || o.RelativeMargin != nil }
