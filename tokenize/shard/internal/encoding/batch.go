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

// Text takes a text into the batch.
func (b *Batch) Text(s string) *string {
	b.Bytes += len(s)
	return &s
}

// Single gives [CLS] text [SEP] of at most limit ids.
func (b *Batch) Single(text uint32, limit int) []int32 {
	start := len(b.IDs)
	b.IDs = b.Plan.AppendSingle(b.IDs, text, limit)
	return b.Taken(start)
}

// Cross gives the sequence of a query and a document, and its type ids.
func (b *Batch) Cross(query, document uint32) ([]int32, []int8) {
	start := len(b.IDs)
	ids, first := b.Plan.AppendCross(b.IDs, query, document)
	b.IDs = ids
	return b.typed(start, first)
}

// Three gives the sequence of a three-class row and its type ids.
func (b *Batch) Three(r plan.Row) ([]int32, []int8) {
	start := len(b.IDs)
	ids, first := b.Plan.AppendThree(b.IDs, r)
	b.IDs = ids
	return b.typed(start, first)
}

// typed takes a sequence from start with type ids 0 for its first ones and 1 for the rest.
func (b *Batch) typed(start, first int) ([]int32, []int8) {
	ids := b.Taken(start)
	b.Bytes += len(ids)
	return ids, b.Plan.Types[b.Plan.Options.MaxLength-first:][:len(ids)]
}

// Segment appends a segment of n ids.
func (b *Batch) Segment(number int8, n int) {
	for range n {
		b.Types = append(b.Types, number)
	}
	b.Bytes += n
}

func (b *Batch) Taken(start int) []int32 {
	b.Bytes += 4 * (len(b.IDs) - start)
	return b.IDs[start:len(b.IDs):len(b.IDs)]
}
