package shard

// batch is the memory of the rows that are written together.
type batch struct {
	plan  *plan
	ids   []int32
	types []int8 // segments of sequences with more or others than a pair's
	bytes int    // of texts and ids, for the size of a row group
}

func (b *batch) reset() { b.ids, b.types, b.bytes = b.ids[:0], b.types[:0], 0 }

// text takes a text into the batch.
func (b *batch) text(s string) *string {
	b.bytes += len(s)
	return &s
}

// single gives [CLS] text [SEP] of at most limit ids.
func (b *batch) single(text uint32, limit int) []int32 {
	start := len(b.ids)
	b.ids = b.plan.appendSingle(b.ids, text, limit)
	return b.taken(start)
}

// cross gives the sequence of a query and a document, and its type ids.
func (b *batch) cross(query, document uint32) ([]int32, []int8) {
	start := len(b.ids)
	ids, first := b.plan.appendCross(b.ids, query, document)
	b.ids = ids
	return b.typed(start, first)
}

// three gives the sequence of a three-class row and its type ids.
func (b *batch) three(r row) ([]int32, []int8) {
	start := len(b.ids)
	ids, first := b.plan.appendThree(b.ids, r)
	b.ids = ids
	return b.typed(start, first)
}

// typed takes a sequence from start with type ids 0 for its first ones and 1 for the rest.
func (b *batch) typed(start, first int) ([]int32, []int8) {
	ids := b.taken(start)
	b.bytes += len(ids)
	return ids, b.plan.types[b.plan.options.MaxLength-first:][:len(ids)]
}

// segment appends a segment of n ids.
func (b *batch) segment(number int8, n int) {
	for range n {
		b.types = append(b.types, number)
	}
	b.bytes += n
}

func (b *batch) taken(start int) []int32 {
	b.bytes += 4 * (len(b.ids) - start)
	return b.ids[start:len(b.ids):len(b.ids)]
}
