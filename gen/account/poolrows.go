package account

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// DrawnStats describes the rows of a split pool by pool, by task and axiom: regular pairs come first, those with a judged negative before
// those with an assumed one. lengths are the documents', by their
// number in the table.
func DrawnStats(split string, t *pairs.Table, lengths []int32) []shard.PoolRows {
	type sums struct {
		pos, neg, right int
		skew            float64
		asked           []bool // by query
	}
	var out []shard.PoolRows
	var sum []*sums
	for i := range t.Len() {
		p := t.Brief(i)
		negative := ""
		if p.Axiom == "" {
			negative = p.NegativeSource()
		}
		pool := slices.IndexFunc(out, func(d shard.PoolRows) bool {
			return d.Task == p.Task && d.Axiom == p.Axiom && d.NegativeSource == negative
		}) // of few
		if pool < 0 {
			pool = len(out)
			out = append(out, shard.PoolRows{Split: split, Task: p.Task, Axiom: p.Axiom, NegativeSource: negative})
			sum = append(sum, &sums{asked: make([]bool, t.Queries.Len())})
		}
		d, s := &out[pool], sum[pool]
		query, pos, neg := t.Numbers(i)
		d.Rows++
		if !s.asked[query] {
			s.asked[query] = true
			d.Queries++
		}
		a, b := int(lengths[pos]), int(lengths[neg])
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
	for i, s := range sum {
		d := &out[i]
		n := float64(d.Rows)
		d.Share = n / float64(t.Len())
		d.PosLength, d.NegLength, d.LengthSkew = float64(s.pos)/n, float64(s.neg)/n, math.Round(s.skew/n*1e9)/1e9
		if d.Graded > 0 {
			share := float64(s.right) / float64(d.Graded)
			d.Agreement = &share
		}
	}
	slices.SortStableFunc(out, func(a, b shard.PoolRows) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Axiom, b.Axiom), cmp.Compare(b.NegativeSource, a.NegativeSource))
	})
	return out
}

// Lengths returns the lengths of a table's documents, by their number there, of the first of these that knows a document; 0 for one that
// none does.
func Lengths(ctx context.Context, t *pairs.Table, threads int, lookups ...func(id string) (int, bool)) ([]int32, error) {
	lengths := make([]int32, t.Docs.Len())
	err := parallel.Pieces(ctx, parallel.Threads(threads), len(lengths), 1<<12, func(_, begin, end int) error {
		for i := begin; i < end; i++ {
			for _, lookup := range lookups {
				if n, ok := lookup(t.Docs.String(uint32(i))); ok {
					lengths[i] = int32(n)
					break
				}
			}
		}
		return nil
	})
	return lengths, err
}
