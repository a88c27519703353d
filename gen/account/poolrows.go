package account

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// DrawnStats describes the rows of a split by pool: by task and axiom. Judged pairs come first, those with a judged negative before those
// with an assumed one. lengths has the documents' lengths by their number in the table.
func DrawnStats(split string, t *pairs.Table, lengths []int32) []pairs.PoolRows {
	type sums struct {
		pos, neg, right int
		skew            float64
		asked           []bool // by query
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
			d.Agreement = new(float64(s.right) / float64(d.Graded))
		}
	}
	slices.SortStableFunc(out, func(a, b pairs.PoolRows) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Axiom, b.Axiom), cmp.Compare(b.NegativeSource, a.NegativeSource))
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

// Texts returns, for an id, the text as trainers see it: without case (pairs.FoldCase). A document's text is hashed. An id without a text
// stands for itself.
type Texts struct {
	Query  func(id string) string
	Doc    func(id string) uint64
	Folded func(id string) string // of a document: the text whose hash Doc returns
}

// TextsOf returns Texts of an index's documents and of query texts without case. A document that the index lacks has its id.
func TextsOf(x index.Reader, queries map[string]string) Texts {
	return Texts{
		Query: func(id string) string { return cmp.Or(queries[id], "\x00"+id) }, // no text holds NUL
		Doc: func(id string) uint64 {
			if doc, ok := x.Doc(id); ok {
				return x.Texts().FoldHash(doc)
			}
			return sample.Hash(id)
		},
		Folded: func(id string) string {
			if doc, ok := x.Doc(id); ok {
				return pairs.FoldCase(x.Texts().FullText(doc))
			}
			return "\x00" + id
		},
	}
}

// ContradictionText returns a sentence on how many rows of a split contradict each other; "" if there are none.
func ContradictionText(t *pairs.Table, split string, texts Texts) string {
	n := countContradictions(t, texts)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s in contradiction: the same texts of query and documents, ordered both ways", terminal.Plural(n, "row", "rows"), split)
}

// countContradictions counts the rows of the pairwise task that another row contradicts: both have the same three texts, and prefer the
// other document. A row whose two documents have one text contradicts itself.
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
	rows := make([]int, 0, t.Len())
	for i := range t.Len() {
		if row := t.Brief(i); row.Task == pairs.Pairwise && row.Class == nil {
			rows = append(rows, i)
		}
	}
	return len(contradicting(t, rows, queries, texts.numberDocs(&t.Docs)))
}

// numberDocs returns a number for each document, the same for documents with one text. Texts with one hash are compared byte for byte.
func (x Texts) numberDocs(docs *pairs.Strings) []uint32 {
	numbers, alike := make([]uint32, docs.Len()), map[uint64][]uint32{}
	for i := range numbers {
		numbers[i] = uint32(i)
		id := docs.String(uint32(i))
		hash := x.Doc(id)
		same := slices.IndexFunc(alike[hash], func(first uint32) bool { return x.Folded(docs.String(first)) == x.Folded(id) })
		if same < 0 {
			alike[hash] = append(alike[hash], uint32(i))
		} else {
			numbers[i] = alike[hash][same]
		}
	}
	return numbers
}

// contradicting returns those of rows that another one contradicts, or that contradict themselves. queries and docs give equal numbers to
// equal texts.
func contradicting(t *pairs.Table, rows []int, queries []uint64, docs []uint32) (list []int) {
	type keyed struct {
		query     uint64
		low, high uint32
		isRising  bool // the lower document is preferred
		row       int
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
		return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high))
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
