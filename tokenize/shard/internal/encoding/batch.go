package encoding

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Batch is the memory of the rows that are written together.
type Batch struct {
	Plan  *plan.Plan
	IDs   []int32
	Types []int8 // segments of sequences with more or others than a pair's
	Bytes int    // of texts and ids, for the size of a row group
}

func (b *Batch) reset() { b.IDs, b.Types, b.Bytes = b.IDs[:0], b.Types[:0], 0 }

// Text counts a text of the batch and returns a pointer to it.
func (b *Batch) Text(s string) *string {
	b.Bytes += len(s)
	return &s
}

// Single returns [CLS] text [SEP] of at most limit ids.
func (b *Batch) Single(text uint32, limit int) []int32 {
	start := len(b.IDs)
	b.IDs = b.Plan.Sequences.AppendSingle(b.IDs, text, limit)
	return b.Sequence(start)
}

// Cross returns the sequence of a query and a document, and its type ids.
func (b *Batch) Cross(query, document uint32) ([]int32, []int8) {
	start := len(b.IDs)
	ids, first := b.Plan.Sequences.AppendCross(b.IDs, query, document)
	b.IDs = ids
	return b.withTypeIDs(start, first)
}

// Three returns the sequence of a three-class row and its type ids.
func (b *Batch) Three(r plan.Row) ([]int32, []int8) {
	start := len(b.IDs)
	ids, first := b.Plan.Sequences.AppendThree(b.IDs, r)
	b.IDs = ids
	return b.withTypeIDs(start, first)
}

// withTypeIDs returns the sequence from start with type ids: 0 for its first ids, 1 for the rest.
func (b *Batch) withTypeIDs(start, first int) ([]int32, []int8) {
	ids := b.Sequence(start)
	b.Bytes += len(ids)
	return ids, b.Plan.Sequences.Types[b.Plan.Options.MaxLength-first:][:len(ids)]
}

// Segment appends a segment of n ids.
func (b *Batch) Segment(number int8, n int) {
	for range n {
		b.Types = append(b.Types, number)
	}
	b.Bytes += n
}

func (b *Batch) Sequence(start int) []int32 {
	b.Bytes += 4 * (len(b.IDs) - start)
	return b.IDs[start:len(b.IDs):len(b.IDs)]
}
