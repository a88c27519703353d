package account

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// DrawnStats returns a description of each pool of a split: of its rows of one task and axiom. Judged pairs are first: pairs with a
// judged negative, then pairs with an assumed one. lengths has the documents' lengths in terms, by their number in the table.
func DrawnStats(split string, t *pairs.Table, lengths []int32) []pairs.PoolRows {
	type sums struct {
		pos, neg, right int
		skew            float64
		hasQuery        []bool // true for each query of the pool
	}
	var out []pairs.PoolRows
	var sum []*sums
	for i := range t.Len() {
		p := t.Brief(i)
		negative := ""
		if p.Axiom == "" {
			negative = p.NegativeSource()
		}
		pool := slices.IndexFunc(out, func(d pairs.PoolRows) bool {
			return d.Task == p.Task && d.Axiom == p.Axiom && d.NegativeSource == negative
		}) // there are few pools
		if pool < 0 {
			pool = len(out)
			out = append(out, pairs.PoolRows{Split: split, Task: p.Task, Axiom: p.Axiom, NegativeSource: negative})
			sum = append(sum, &sums{hasQuery: make([]bool, t.Queries.Len())})
		}
		d, s := &out[pool], sum[pool]
		query, pos, neg := t.Numbers(i)
		d.Rows++
		if !s.hasQuery[query] {
			s.hasQuery[query] = true
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
			d.Agreement = new(float64(s.right) / float64(d.Graded))
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := &out[i], &out[j]
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Axiom, b.Axiom), cmp.Compare(b.NegativeSource, a.NegativeSource)) < 0
	})
	return out
}

// Lengths returns the lengths of a table's documents in terms of an index, by number. A document that lnc2 made is k times as long as its
// source. A document that the index lacks has length 0.
func Lengths(ctx context.Context, t *pairs.Table, threads int, x index.Reader) ([]int32, error) {
	lengths := make([]int32, t.Docs.Len())
	err := parallel.Pieces(ctx, parallel.Threads(threads), len(lengths), 1<<12, func(_, begin, end int) error {
		for i := begin; i < end; i++ {
			if c, ok := mine.CandidateOf(x, t.Docs.String(uint32(i))); ok {
				lengths[i] = int32(c.Len(x))
			}
		}
		return nil
	})
	return lengths, err
}

// ContradictionText returns a sentence on how many rows of a split contradict each other; "" if there are none. queries has the texts of
// the queries without case (pairs.FoldCase), by id.
func ContradictionText(t *pairs.Table, split string, x index.Reader, queries map[string]string) string {
	n := countContradictions(t, x, queries)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s in contradiction: the same texts of query and documents, ordered both ways", terminal.Plural(n, "row", "rows"), split)
}

// countContradictions counts the rows of the pairwise task that another row contradicts: both have the same three texts, and prefer the
// other document. A row whose two documents have one text contradicts itself. Texts are compared without case, as trainers see them. A query
// or a document without a text is equal only to itself.
func countContradictions(t *pairs.Table, x index.Reader, texts map[string]string) int {
	numbers := map[intern.Sum]uint64{}
	number := func(text string) uint64 {
		sum := intern.SumOf(text)
		if _, has := numbers[sum]; !has {
			numbers[sum] = uint64(len(numbers))
		}
		return numbers[sum]
	}
	queries, docs := make([]uint64, t.Queries.Len()), make([]uint64, t.Docs.Len())
	for i := range queries {
		id := t.Queries.String(uint32(i))
		queries[i] = number(cmp.Or(texts[id], "\x00"+id)) // no text holds NUL
	}
	for i := range docs {
		id := t.Docs.String(uint32(i))
		docs[i] = sample.Hash(id)
		if doc, ok := x.Doc(id); ok {
			docs[i] = uint64(x.Texts().FoldHash(doc))
		}
	}
	rows := make([]int, 0, t.Len())
	for i := range t.Len() {
		if row := t.Brief(i); row.Task == pairs.Pairwise && row.Class == nil {
			rows = append(rows, i)
		}
	}
	rows = findContradictions(t, rows, queries, docs) // different texts may have one hash: the texts of these rows decide
	for _, row := range rows {
		_, pos, neg := t.Numbers(row)
		for _, i := range [...]uint32{pos, neg} {
			text := "\x00" + t.Docs.String(i)
			if doc, ok := x.Doc(text[1:]); ok {
				text = pairs.FoldCase(x.Texts().FullText(doc))
			}
			docs[i] = number(text)
		}
	}
	return len(findContradictions(t, rows, queries, docs))
}

// findContradictions returns the rows that another row contradicts, or that contradict themselves. queries and docs have equal numbers for
// equal texts.
func findContradictions(t *pairs.Table, rows []int, queries, docs []uint64) (list []int) {
	type keyed struct {
		query, low, high uint64
		isRising         bool // true if the document with the lower number is preferred
		row              int
	}
	keys := make([]keyed, 0, len(rows))
	for _, row := range rows {
		query, pos, neg := t.Numbers(row)
		if a, b := docs[pos], docs[neg]; a == b {
			list = append(list, row)
		} else {
			keys = append(keys, keyed{queries[query], min(a, b), max(a, b), a < b, row})
		}
	}
	byTexts := func(a, b keyed) int {
		if a.low != b.low { // most rows
			return cmp.Compare(a.low, b.low)
		}
		return cmp.Or(cmp.Compare(a.high, b.high), cmp.Compare(a.query, b.query))
	}
	slices.SortFunc(keys, byTexts)
	for same := range pairs.Adjacent(keys, func(a, b keyed) bool { return byTexts(a, b) == 0 }) {
		if slices.ContainsFunc(same, func(k keyed) bool { return k.isRising != same[0].isRising }) {
			for _, k := range same {
				list = append(list, k.row)
			}
		}
	}
	return list
}
