package plan

import (
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/shard/internal/frame"
)

// SingleExtra is the number of BERT's special tokens around one text: [CLS] and [SEP].
const SingleExtra = 2

// Layout is how a three-class task's query and two documents become one sequence.
type Layout string

const (
	LayoutA Layout = "A" // [CLS] q d1 [SEP] q d2 [SEP]
	LayoutB Layout = "B" // [CLS] q [SEP] d1 d2 [SEP]
)

// threeExtra is the number of BERT's special tokens of either layout: [CLS] and two [SEP].
const threeExtra = 3

// Sequences makes sequences of ids of the texts in a store, as a tokenizer's template frames them.
type Sequences struct {
	store     *Store
	options   Options
	tokenizer *TokenizerInfo
	single    frame.Frame
	pair      frame.Frame
	isBERT    bool   // the frames are [CLS] A [SEP] and [CLS] A [SEP] B [SEP]
	CLS, SEP  int32  // of such frames
	Types     []int8 // max_length times 0, then as often 1: every row's type ids are a stretch of it
}

// AppendSingle appends [CLS] text [SEP], or the text in another template, of at most limit ids.
func (q *Sequences) AppendSingle(dst []int32, text uint32, limit int) []int32 {
	dst = q.store.AppendIDs(append(dst, q.single.Head...), text, limit-q.single.Extra())
	return append(dst, q.single.Tail...)
}

// queryLength returns the number of ids of a query in sequences, without special tokens.
func (q *Sequences) queryLength(query uint32) int {
	return q.store.Length(query, q.options.MaxQueryLength-q.single.Extra())
}

// AppendCross appends [CLS] query [SEP] document [SEP], or two texts in another template, of at
// most max_length ids. The document is cut. It returns how many ids have type 0: in BERT's sequences, those before the document.
func (q *Sequences) AppendCross(dst []int32, query, document uint32) (ids []int32, first int) {
	start, n := len(dst), q.queryLength(query)
	dst = q.store.AppendIDs(append(dst, q.pair.Head...), query, n)
	dst = append(dst, q.pair.Middle...)
	dst = q.store.AppendIDs(dst, document, q.options.MaxLength-q.pair.Extra()-n)
	dst = append(dst, q.pair.Tail...)
	return dst, q.pair.First(n, len(dst)-start)
}

// threeFit returns how many ids of the query and the two documents fit into a sequence of
// max_length ids: the query as everywhere, then the documents, the longer one cut first.
func (q *Sequences) threeFit(r Row) (query, doc1, doc2 int) {
	o := q.options
	query = q.queryLength(r.Query)
	room := o.MaxLength - q.pair.Extra() - query
	if o.Layout == LayoutA {
		room -= query
	}
	doc1, doc2 = q.store.Length(r.Pos, o.MaxLength), q.store.Length(r.Neg, o.MaxLength)
	if doc1+doc2 > room {
		doc1, doc2, _ = tokenize.Fit(doc1, doc2, room, tokenize.LongestFirst) // cannot fail where room is not negative
	}
	return query, doc1, doc2
}

// AppendThree appends the sequence of a three-class row in the options' layout and returns how many
// ids have type 0.
func (q *Sequences) AppendThree(dst []int32, r Row) (ids []int32, first int) {
	query, doc1, doc2 := q.threeFit(r)
	start, n := len(dst), query
	dst = q.store.AppendIDs(append(dst, q.pair.Head...), r.Query, query)
	if q.options.Layout == LayoutA {
		dst = append(q.store.AppendIDs(dst, r.Pos, doc1), q.pair.Middle...)
		dst = q.store.AppendIDs(dst, r.Query, query)
		n += doc1
	} else {
		dst = append(dst, q.pair.Middle...)
		dst = q.store.AppendIDs(dst, r.Pos, doc1)
	}
	dst = append(q.store.AppendIDs(dst, r.Neg, doc2), q.pair.Tail...)
	return dst, q.pair.First(n, len(dst)-start)
}
