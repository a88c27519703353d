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
	type sums struct {
		pos, neg, right int
		skew            float64
		asked           []bool // by query
	}
	var out []shard.Drawn
	var of []*sums
	lengths := make([]int32, t.Docs.Len()) // plus 1; 0: not looked up yet
	lengthOf := func(doc uint32) int {
		if lengths[doc] == 0 {
			lengths[doc] = int32(length(t.Docs.At(doc))) + 1
		}
		return int(lengths[doc]) - 1
	}
	for i := range t.Len() {
		p := t.Brief(i)
		at := slices.IndexFunc(out, func(d shard.Drawn) bool { return d.Task == p.Task && d.Axiom == p.Axiom }) // of few
		if at < 0 {
			at = len(out)
			out, of = append(out, shard.Drawn{Split: split, Task: p.Task, Axiom: p.Axiom}), append(of, &sums{asked: make([]bool, t.Queries.Len())})
		}
		d, s := &out[at], of[at]
		query, pos, neg := t.Numbers(i)
		d.Rows++
		if !s.asked[query] {
			s.asked[query] = true
			d.Queries++
		}
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
		d.Share = n / float64(t.Len())
		d.PosLength, d.NegLength, d.LengthSkew = float64(s.pos)/n, float64(s.neg)/n, math.Round(s.skew/n*1e9)/1e9
		if d.Graded > 0 {
			share := float64(s.right) / float64(d.Graded)
			d.Agreement = &share
		}
	}
	slices.SortStableFunc(out, func(a, b shard.Drawn) int { return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Axiom, b.Axiom)) })
	return out
}
