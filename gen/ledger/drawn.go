package ledger

import (
	"cmp"
	"math"
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// DrawnStats describes the rows of a split pool by pool, by task and axiom: judged pairs come first.
func DrawnStats(split string, t *pairs.Table, length func(doc string) int) []shard.Drawn {
	type pool struct{ task, axiom string }
	type sums struct {
		pos, neg, right int
		skew            float64
		queries         map[uint32]bool
	}
	var out []shard.Drawn
	var of []*sums
	numbers := map[pool]int{}
	lengths := make([]int32, t.Docs.Len()) // plus 1; 0: not looked up yet
	lengthOf := func(doc uint32) int {
		if lengths[doc] == 0 {
			lengths[doc] = int32(length(t.Docs.At(doc))) + 1
		}
		return int(lengths[doc]) - 1
	}
	for i := range t.Len() {
		p := t.Brief(i)
		at, ok := numbers[pool{p.Task, p.Axiom}]
		if !ok {
			at = len(out)
			numbers[pool{p.Task, p.Axiom}] = at
			out, of = append(out, shard.Drawn{Split: split, Task: p.Task, Axiom: p.Axiom}), append(of, &sums{queries: map[uint32]bool{}})
		}
		d, s := &out[at], of[at]
		query, pos, neg := t.Numbers(i)
		d.Rows++
		s.queries[query] = true
		a, b := lengthOf(pos), lengthOf(neg)
		s.pos, s.neg = s.pos+a, s.neg+b
		if longer := max(a, b); longer > 0 {
			s.skew += float64(a-b) / float64(longer)
		}
		if p.Class == nil && p.PosGrade != nil && p.NegGrade != nil && *p.PosGrade != *p.NegGrade {
			d.Graded++
			if *p.PosGrade > *p.NegGrade {
				s.right++
			}
		}
	}
	for i, s := range of {
		d := &out[i]
		n := float64(d.Rows)
		d.Share, d.Queries = n/float64(t.Len()), len(s.queries)
		d.PosLength, d.NegLength, d.LengthSkew = float64(s.pos)/n, float64(s.neg)/n, math.Round(s.skew/n*1e9)/1e9
		if d.Graded > 0 {
			share := float64(s.right) / float64(d.Graded)
			d.Agreement = &share
		}
	}
	slices.SortStableFunc(out, func(a, b shard.Drawn) int { return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Axiom, b.Axiom)) })
	return out
}
