package plan

import "github.com/axiomine/axiomine/tokenize"

// SingleExtra are [CLS] and [SEP].
const SingleExtra = 2

// Layout is how a three-class task's query and two documents become one sequence.
type Layout string

const (
	LayoutA Layout = "A" // [CLS] q d1 [SEP] q d2 [SEP]
	LayoutB Layout = "B" // [CLS] q [SEP] d1 d2 [SEP]
)

// ThreeExtra are the special tokens of either layout: [CLS] and two [SEP].
const ThreeExtra = 3

// AppendSingle appends [CLS] text [SEP] of at most limit ids.
func (p *Plan) AppendSingle(dst []int32, text uint32, limit int) []int32 {
	dst = p.Store.AppendIDs(append(dst, p.CLS), text, limit-2)
	return append(dst, p.SEP)
}

// AppendCross appends [CLS] query [SEP] document [SEP] of at most max_length ids, the document cut, and says how many come
// before the document.
func (p *Plan) AppendCross(dst []int32, query, document uint32) (ids []int32, first int) {
	start := len(dst)
	dst = p.AppendSingle(dst, query, p.Options.MaxQueryLength)
	first = len(dst) - start
	dst = p.Store.AppendIDs(dst, document, p.Options.MaxLength-first-1)
	return append(dst, p.SEP), first
}

// threeFit gives how many ids of the query and the two documents a sequence of max_length ids has room for: the query as
// everywhere, then the documents, the longer one cut first.
func (p *Plan) threeFit(r Row) (query, doc1, doc2 int) {
	o := p.Options
	query = p.Store.Length(r.Query, o.MaxQueryLength-2)
	room := o.MaxLength - ThreeExtra - query
	if o.Layout == LayoutA {
		room -= query
	}
	doc1, doc2 = p.Store.Length(r.Pos, o.MaxLength), p.Store.Length(r.Neg, o.MaxLength)
	if doc1+doc2 > room {
		doc1, doc2, _ = tokenize.Fit(doc1, doc2, room+ThreeExtra, tokenize.LongestFirst) // cannot fail where room is not negative
	}
	return query, doc1, doc2
}

// AppendThree appends the sequence of a three-class row in the options' layout and says how many ids have type 0.
func (p *Plan) AppendThree(dst []int32, r Row) (ids []int32, first int) {
	query, doc1, doc2 := p.threeFit(r)
	start := len(dst)
	dst = p.Store.AppendIDs(append(dst, p.CLS), r.Query, query)
	if p.Options.Layout == LayoutA {
		dst = append(p.Store.AppendIDs(dst, r.Pos, doc1), p.SEP)
		first = len(dst) - start
		dst = p.Store.AppendIDs(dst, r.Query, query)
	} else {
		dst = append(dst, p.SEP)
		first = len(dst) - start
		dst = p.Store.AppendIDs(dst, r.Pos, doc1)
	}
	return append(p.Store.AppendIDs(dst, r.Neg, doc2), p.SEP), first
}
