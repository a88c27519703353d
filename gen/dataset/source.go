package dataset

import (
	"slices"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// poolSource says which of the instances that axioms find are in their pools.
type poolSource struct {
	top     int    // pairs among so many first candidates; 0 for all
	queries string // whose queries they come from: all | judged | unjudged
}

// keepAllowed keeps, in place, the instances of the queries and first candidates that pools are drawn from.
func (s poolSource) keepAllowed(q *mine.Query, hasLabels bool, list []pairs.Instance) []pairs.Instance {
	if has := hasLabels && hasJudgement(q); s.queries == quota.PoolJudged && !has || s.queries == quota.PoolUnjudged && has {
		return nil
	}
	if s.top == 0 {
		return list
	}
	isTop := func(doc int32) bool { rank := q.Docs[doc].Rank; return rank > 0 && int(rank) <= s.top }
	top := list[:0]
	for _, in := range list {
		if isTop(in.Pos) && isTop(in.Neg) {
			top = append(top, in)
		}
	}
	return top
}

// hasJudgement reports whether a query has a judged candidate, or a judged relevant document outside them.
func hasJudgement(q *mine.Query) bool {
	return len(q.Outside) > 0 || slices.ContainsFunc(q.Docs, func(c mine.Candidate) bool { return c.Judged })
}
