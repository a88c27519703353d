package plan

import "github.com/axiomine/axiomine/tokenize"

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

// AppendSingle appends [CLS] text [SEP], or the text in another template, of at most limit ids.
func (p *Plan) AppendSingle(dst []int32, text uint32, limit int) []int32 {
	dst = p.Store.AppendIDs(append(dst, p.single.Head...), text, limit-p.single.Extra())
	return append(dst, p.single.Tail...)
}

// queryLength returns the number of ids of a query in sequences, without special tokens.
func (p *Plan) queryLength(query uint32) int {
	return p.Store.Length(query, p.Options.MaxQueryLength-p.single.Extra())
}

// AppendCross appends [CLS] query [SEP] document [SEP], or two texts in another template, of at
// most max_length ids. The document is cut. It returns how many ids have type 0: in BERT's
// sequences, those before the document.
func (p *Plan) AppendCross(dst []int32, query, document uint32) (ids []int32, first int) {
	start, n := len(dst), p.queryLength(query)
	dst = p.Store.AppendIDs(append(dst, p.pair.Head...), query, n)
	dst = append(dst, p.pair.Middle...)
	dst = p.Store.AppendIDs(dst, document, p.Options.MaxLength-p.pair.Extra()-n)
	dst = append(dst, p.pair.Tail...)
	return dst, p.pair.First(n, len(dst)-start)
}

// threeFit returns how many ids of the query and the two documents fit into a sequence of
// max_length ids: the query as everywhere, then the documents, the longer one cut first.
func (p *Plan) threeFit(r Row) (query, doc1, doc2 int) {
	o := p.Options
	query = p.queryLength(r.Query)
	room := o.MaxLength - p.pair.Extra() - query
	if o.Layout == LayoutA {
		room -= query
	}
	doc1, doc2 = p.Store.Length(r.Pos, o.MaxLength), p.Store.Length(r.Neg, o.MaxLength)
	if doc1+doc2 > room {
		doc1, doc2, _ = tokenize.Fit(doc1, doc2, room, tokenize.LongestFirst) // cannot fail where room is not negative
	}
	return query, doc1, doc2
}

// AppendThree appends the sequence of a three-class row in the options' layout and returns how many
// ids have type 0.
func (p *Plan) AppendThree(dst []int32, r Row) (ids []int32, first int) {
	query, doc1, doc2 := p.threeFit(r)
	start, n := len(dst), query
	dst = p.Store.AppendIDs(append(dst, p.pair.Head...), r.Query, query)
	if p.Options.Layout == LayoutA {
		dst = append(p.Store.AppendIDs(dst, r.Pos, doc1), p.pair.Middle...)
		dst = p.Store.AppendIDs(dst, r.Query, query)
		n += doc1
	} else {
		dst = append(dst, p.pair.Middle...)
		dst = p.Store.AppendIDs(dst, r.Pos, doc1)
	}
	dst = append(p.Store.AppendIDs(dst, r.Neg, doc2), p.pair.Tail...)
	return dst, p.pair.First(n, len(dst)-start)
}
