package account

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/terminal"
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

// Texts returns for an id what trainers see behind it: its text without case (pairs.FoldCase), of a document the hash of it, or the id if it
// has no text.
type Texts struct {
	Query func(id string) string
	Doc   func(id string) uint64
}

// TextsOf hashes the texts of documents, beside given texts of queries without case. A document that the index lacks is told by its id.
func TextsOf(x index.Reader, queries map[string]string) Texts {
	return Texts{
		Query: func(id string) string { return cmp.Or(queries[id], "\x00"+id) }, // no text without case holds NUL
		Doc: func(id string) uint64 {
			if doc, ok := x.Doc(id); ok {
				return x.Texts().FoldHash(doc)
			}
			return sample.Hash(id)
		},
	}
}

// ContradictionText returns a sentence on how many rows of a split contradict each other; "" for none.
func ContradictionText(t *pairs.Table, split string, texts Texts) string {
	n := countContradictions(t, texts)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s in contradiction: the same texts of query and documents, ordered both ways", terminal.Plural(n, "row", "rows"), split)
}

// countContradictions counts the rows of the pairwise task that another row contradicts: both have the same query text and the same two document
// texts, and prefer the other document. A row whose two documents have one text contradicts itself.
func countContradictions(t *pairs.Table, texts Texts) int {
	queries := make([]uint64, t.Queries.Len())
	numbers := map[string]uint64{}
	for i := range queries {
		text := texts.Query(t.Queries.String(uint32(i)))
		if _, has := numbers[text]; !has {
			numbers[text] = uint64(len(numbers))
		}
		queries[i] = numbers[text]
	}
	var rows []int
	for i := range t.Len() {
		if row := t.Brief(i); row.Task == pairs.Pairwise && row.Class == nil {
			rows = append(rows, i)
		}
	}
	hashes := map[uint32]uint64{}
	return len(contradicting(t, rows, queries, func(doc uint32) uint64 {
		hash, ok := hashes[doc]
		if !ok {
			hash = texts.Doc(t.Docs.String(doc))
			hashes[doc] = hash
		}
		return hash
	}))
}

// contradicting returns the rows that another of the rows contradicts, or that contradict themselves, where documents of one hash are one.
func contradicting(t *pairs.Table, rows []int, queries []uint64, hash func(doc uint32) uint64) (list []int) {
	const direction = 1 // the lowest bit of a key says which document is preferred
	type keyed struct {
		key uint64
		row int
	}
	var keys []keyed
	for _, row := range rows {
		query, pos, neg := t.Numbers(row)
		a, b := hash(pos), hash(neg)
		if a == b {
			list = append(list, row)
			continue
		}
		key := mix64(mix64(queries[query]^min(a, b))^max(a, b)) &^ direction
		if a > b {
			key |= direction
		}
		keys = append(keys, keyed{key, row})
	}
	slices.SortFunc(keys, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	for i := 0; i < len(keys); {
		first, opposite := i, false
		for ; i < len(keys) && keys[i].key&^direction == keys[first].key&^direction; i++ {
			opposite = opposite || keys[i].key != keys[first].key
		}
		if opposite {
			for _, k := range keys[first:i] {
				list = append(list, k.row)
			}
		}
	}
	return list
}

// mix64 applies the finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014, figure 16).
func mix64(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
