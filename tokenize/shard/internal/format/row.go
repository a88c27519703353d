package format

import "github.com/axiomine/axiomine/tokenize/shard/internal/plan"

// row holds the data of a written row, from which placeholders take their values. The shape of the rows decides which fields are set.
type row struct {
	*plan.Plan
	pair           plan.Row // the pair, or the first pair of a group
	query          plan.Text
	members        []plan.Row   // the pairs of a group, one for each negative
	docs           []document   // all documents of a group (the positive first), an order, a ranking or a list
	doc            document     // the document of an input or a candidate
	weight, margin float64      // the means of the pairs for a group
	rank           int64        // the rank of a candidate
	place          int          // the index of a group's positive in docs
	order          string       // the numbers of a list's documents, the best first
	isClass        bool         // true if the pair is of a three-class task
	sequence       func(r *row) // sets ids, types, places and texts; nil if the row has no ids
	ids            []int32      // the ids of word pieces
	types          []int8       // the types of ids
	places         []int32      // the places of [CLS] in ids
	texts          []int8       // has, for each [CLS], the number of the text of its sentence: 0 is the query
	hasSequence    bool         // true if sequence was called for this row
	bytes          int          // is added to the size of the values for the size of a row group
	limit          int          // the maximum size of a line; 0 means any size
	scratch        []byte       // is memory of content
	err            error        // why the row cannot be written
}

// document is a document with its label.
type document struct {
	plan.Text
	label float64
}

// listKind is a list of a row. A placeholder may have a value for each element of a list. 0 means no list.
type listKind int

// The lists.
const (
	negativeList listKind = iota + 1 // the negatives of a group
	documentList                     // all documents
)

func (r *row) size(list listKind) int {
	if list == negativeList {
		return len(r.members)
	}
	return len(r.docs)
}

// single returns [CLS] text [SEP] of at most limit ids.
func (r *row) single(t plan.Text, limit int) []int32 {
	r.ids = r.Sequences.AppendSingle(r.ids[:0], t.Number, limit)
	return r.ids
}

// withSequence returns the row with its sequence, which it sets at the first call.
func (r *row) withSequence() *row {
	if !r.hasSequence {
		r.hasSequence = true
		r.ids, r.types, r.places, r.texts = r.ids[:0], r.types[:0], r.places[:0], r.texts[:0]
		r.sequence(r)
	}
	return r
}

func (r *row) withSequenceOf(i int) *row {
	r.doc, r.hasSequence = r.docs[i], false
	return r.withSequence()
}

// positive returns the preferred document.
func (r *row) positive() plan.Text { return plan.Text{ID: r.pair.PosID, Number: r.pair.Pos} }

// negative returns the document that is not preferred.
func (r *row) negative() plan.Text { return plan.Text{ID: r.pair.NegID, Number: r.pair.Neg} }

func (r *row) setPair(p plan.Row) {
	r.pair, r.query, r.weight, r.margin = p, plan.Text{ID: p.QueryID, Number: p.Query}, p.Weight, p.Margin
	r.hasSequence, r.isClass = false, false
}

// setBoth sets the row's documents to those of the pair, in this order.
func (r *row) setBoth(first, second document) {
	r.docs, r.doc, r.hasSequence = append(r.docs[:0], first, second), first, false
}

func (r *row) setCandidate(c plan.Candidate) {
	r.query, r.rank = plan.Text{ID: c.QueryID, Number: c.Query}, c.Rank
	r.setDocument(c.DocID, c.Doc, float64(c.Label()))
}

// setRanking sets the row to all candidates of a query.
func (r *row) setRanking(ranking plan.Ranking) {
	r.query, r.docs = plan.Text{ID: ranking.QueryID, Number: r.Store.RankedQuery(ranking)}, r.docs[:0]
	for _, d := range ranking.Docs {
		r.docs = append(r.docs, document{plan.Text{ID: d.DocID, Number: r.Store.RankedDoc(d)}, float64(d.Label())})
	}
}

// setDocument sets the row's single document.
func (r *row) setDocument(id string, number uint32, label float64) {
	r.doc = document{plan.Text{ID: id, Number: number}, label}
	r.hasSequence = false
}

// setGroup sets the row to a group with n negatives. Its weight and margin are the means over the first pairs, as many as different.
func (r *row) setGroup(g plan.Group, n, different int) {
	r.members = r.members[:0]
	for i := range n {
		r.members = append(r.members, g.Row(i))
	}
	first := r.members[0]
	r.setPair(first)
	r.docs = append(r.docs[:0], document{r.positive(), 1})
	for _, m := range r.members {
		r.docs = append(r.docs, document{plan.Text{ID: m.NegID, Number: m.Neg}, 0})
	}
	if r.Weighted > 0 {
		r.weight, r.margin = g.Loss(different)
	}
}
