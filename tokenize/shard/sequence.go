package shard

import "github.com/axiomine/axiomine/tokenize"

// singleExtra are [CLS] and [SEP].
const singleExtra = 2

// Layout is how a three-class task's query and two documents become one sequence.
type Layout string

const (
	LayoutA Layout = "A" // [CLS] q d1 [SEP] q d2 [SEP]
	LayoutB Layout = "B" // [CLS] q [SEP] d1 d2 [SEP]
)

// threeExtra are the special tokens of either layout: [CLS] and two [SEP].
const threeExtra = 3

// appendSingle appends [CLS] text [SEP] of at most limit ids.
func (p *plan) appendSingle(dst []int32, text uint32, limit int) []int32 {
	dst = p.store.appendIDs(append(dst, p.cls), text, limit-2)
	return append(dst, p.sep)
}

// appendCross appends [CLS] query [SEP] document [SEP] of at most max_length ids, the document cut, and says how many come
// before the document.
func (p *plan) appendCross(dst []int32, query, document uint32) (ids []int32, first int) {
	start := len(dst)
	dst = p.appendSingle(dst, query, p.options.MaxQueryLength)
	first = len(dst) - start
	dst = p.store.appendIDs(dst, document, p.options.MaxLength-first-1)
	return append(dst, p.sep), first
}

// threeFit gives how many ids of the query and the two documents a sequence of max_length ids has room for: the query as
// everywhere, then the documents, the longer one cut first.
func (p *plan) threeFit(r row) (query, doc1, doc2 int) {
	o := p.options
	query = p.store.length(r.query, o.MaxQueryLength-2)
	room := o.MaxLength - threeExtra - query
	if o.Layout == LayoutA {
		room -= query
	}
	doc1, doc2 = p.store.length(r.pos, o.MaxLength), p.store.length(r.neg, o.MaxLength)
	if doc1+doc2 > room {
		doc1, doc2, _ = tokenize.Fit(doc1, doc2, room+threeExtra, tokenize.LongestFirst) // cannot fail where room is not negative
	}
	return query, doc1, doc2
}

// appendThree appends the sequence of a three-class row in the options' layout and says how many ids have type 0.
func (p *plan) appendThree(dst []int32, r row) (ids []int32, first int) {
	query, doc1, doc2 := p.threeFit(r)
	start := len(dst)
	dst = p.store.appendIDs(append(dst, p.cls), r.query, query)
	if p.options.Layout == LayoutA {
		dst = append(p.store.appendIDs(dst, r.pos, doc1), p.sep)
		first = len(dst) - start
		dst = p.store.appendIDs(dst, r.query, query)
	} else {
		dst = append(dst, p.sep)
		first = len(dst) - start
		dst = p.store.appendIDs(dst, r.pos, doc1)
	}
	return append(p.store.appendIDs(dst, r.neg, doc2), p.sep), first
}
