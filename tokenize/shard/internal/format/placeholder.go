package format

import (
	"cmp"
	"math"
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// row holds the data of a written row, from which placeholders take their values. The shape of the rows decides which members are set.
type row struct {
	*plan.Plan
	pair           plan.Row // the pair; for a group its first pair
	query          plan.Text
	members        []plan.Row // the pairs of a group, by negative
	docs           []document // all documents of a group (the positive first), an order, a ranking or a list
	doc            document   // the document of an input or a candidate
	weight, margin float64    // for a group the means of its pairs
	rank           int64      // the rank of a candidate
	place          int        // index in docs of a group's positive
	order          string     // for a list: the numbers of its documents, the best first
	isClass        bool       // the pair is of a three-class task
	sequence       func(r *row)
	ids            []int32 // set by sequence: the ids of word pieces
	types          []int8  // set by sequence: the types of ids
	places         []int32 // set by sequence: the places of [CLS]
	texts          []int8  // set by sequence: for each [CLS], the text of its sentence
	hasSequence    bool    // sequence was called for this row
	bytes          int     // added to the size of the values for the size of a row group
	limit          int     // maximum bytes of a line; 0: any number
	scratch        []byte  // memory of content
	err            error   // the reason for which the row cannot be written
}

// document is a document with its label.
type document struct {
	plan.Text
	label float64
}

// listOf is a list in a row, for each of whose elements a placeholder has a value. 0: none.
type listOf int

// The lists.
const (
	negativeList listOf = iota + 1 // the negatives of a group
	documentList                   // all documents
)

// size returns the length of a list.
func (r *row) size(list listOf) int {
	if list == negativeList {
		return len(r.members)
	}
	return len(r.docs)
}

// placeholder is a name that a template may contain in braces. It has a text, a number or ids.
type placeholder struct {
	name       string
	kinds      Kind                                  // the kinds of users' rows that have it; 0: none
	list       listOf                                // the list for whose elements it has values; 0: it has one value
	text       func(r *row, i int) string            // returns the value for element i
	number     func(r *row, i int) float64           // returns the value for element i; NaN: none
	ids        func(r *row, i int) ([]int32, []int8) // returns a sequence of ids, or their types
	lacks      func(r *row) bool                     // reports whether a row has no value, so that the member is left out; nil: never
	dtype      string                                // type of a number in JSON; Parquet has float32 for float64
	classes    string                                // names of a label's classes, between commas
	isText     bool                                  // may be cut, as in {positive:600}; counts for the size of a row group
	isID       bool                                  // an id, which may not hold white space in separated fields
	isScore    bool                                  // a score of the teacher
	isNumbered bool                                  // one value with all texts of the list, a line each
	dict       bool                                  // its column has a dictionary
	mayBeNull  bool                                  // an empty text is written as null
	bytes      int                                   // added to the size of a row group for each value
}

// Names returns the placeholders that users may write, for messages.
func Names() (names []string) {
	for _, p := range placeholders {
		if p.kinds != 0 {
			names = append(names, "{"+p.name+"}")
		}
	}
	return names
}

// id returns a placeholder of an id.
func id(name string, kinds Kind, list listOf, text func(r *row, i int) string) placeholder {
	return placeholder{name: name, kinds: kinds, list: list, isID: true, text: text}
}

// text returns a placeholder of a text.
func text(name string, kinds Kind, list listOf, value func(r *row, i int) string) placeholder {
	return placeholder{name: name, kinds: kinds, list: list, isText: true, text: value}
}

// name returns a placeholder of a name that many rows have.
func name(name string, kinds Kind, value func(r *row, i int) string) placeholder {
	return placeholder{name: name, kinds: kinds, text: value, dict: true}
}

// number returns a placeholder of a number.
func number(name string, kinds Kind, list listOf, value func(r *row, i int) float64) placeholder {
	return placeholder{name: name, kinds: kinds, list: list, number: value, dtype: "float64"}
}

// inColumn returns p with a dictionary for its column.
func inColumn(p placeholder) placeholder {
	p.dict = true
	return p
}

// estimated returns p with a number of bytes that each value adds to the size of a row group.
func estimated(bytes int, p placeholder) placeholder {
	p.bytes = bytes
	return p
}

// optional returns p with "?" at the end of its name. Its member is left out of rows that lack the value.
func optional(p placeholder, lacks func(r *row) bool) placeholder {
	p.name += "?"
	p.lacks = lacks
	return p
}

// whole returns a placeholder of a number with this type that a pair may lack.
func whole[T int32 | float64](name, dtype string, dict bool, value func(p *plan.Row) *T) placeholder {
	return placeholder{name: name, dtype: dtype, dict: dict, mayBeNull: true, number: func(r *row, _ int) float64 {
		if x := value(&r.pair); x != nil {
			return float64(*x)
		}
		return math.NaN()
	}}
}

// score returns a placeholder of a score of the teacher.
func score(name string, kinds Kind, list listOf, value func(r *row, i int) float64) placeholder {
	p := number(name, kinds, list, value)
	p.isScore = true
	return p
}

// label returns a placeholder of a label.
func label(name string, kinds Kind, dtype, classes string, value func(r *row, i int) float64) placeholder {
	return placeholder{name: name, kinds: kinds, number: value, dtype: dtype, classes: classes, dict: true}
}

var (
	queryPlaceholder  = inColumn(text("query", anyKind, 0, func(r *row, _ int) string { return r.QueryText(r.query) }))
	weightPlaceholder = inColumn(number("weight", anyKind, 0, func(r *row, _ int) float64 { return r.weight }))
	marginPlaceholder = inColumn(number("margin", anyKind, 0, func(r *row, _ int) float64 { return r.margin }))
	isUnweighted      = func(r *row) bool { return r.Weighted == 0 }
)

// placeholders are all placeholders. Those of users come first.
var placeholders = []placeholder{
	queryPlaceholder,
	inColumn(id("query_id", anyKind, 0, func(r *row, _ int) string { return r.query.ID })),
	text("prompt", anyKind, 0, func(r *row, _ int) string { return cmp.Or(r.Options.Prompt, DefaultPrompt) }),
	optional(text("prompt", anyKind, 0, func(r *row, _ int) string { return r.Options.Prompt }),
		func(r *row) bool { return r.Options.Prompt == "" }),
	name("axiom", anyKind, func(r *row, _ int) string { return r.pair.Axiom }),
	weightPlaceholder, optional(weightPlaceholder, isUnweighted), marginPlaceholder, optional(marginPlaceholder, isUnweighted),
	text("positive", Pair|Group, 0, func(r *row, _ int) string { return r.DocText(r.positive()) }),
	text("negative", Pair, 0, func(r *row, _ int) string { return r.DocText(r.negative()) }),
	id("pos_id", Pair|Group, 0, func(r *row, _ int) string { return r.pair.PosID }),
	id("neg_id", Pair, 0, func(r *row, _ int) string { return r.pair.NegID }),
	{name: "negative_source", kinds: Pair, text: func(r *row, _ int) string { return r.pair.NegativeSource() }, dict: true, mayBeNull: true},
	score("pos_score", Pair|Group, 0, func(r *row, _ int) float64 { pos, _ := r.TaughtScores(r.pair); return pos }),
	score("neg_score", Pair, 0, func(r *row, _ int) float64 { _, neg := r.TaughtScores(r.pair); return neg }),
	text("negatives", Group, negativeList, func(r *row, i int) string { return r.DocText(r.docs[i+1].Text) }),
	id("neg_ids", Group, negativeList, func(r *row, i int) string { return r.members[i].NegID }),
	{name: "negative_sources", kinds: Group, list: negativeList, text: func(r *row, i int) string { return r.members[i].NegativeSource() }},
	score("neg_scores", Group, negativeList, func(r *row, i int) float64 { _, neg := r.TaughtScores(r.members[i]); return neg }),
	text("document", Input, 0, func(r *row, _ int) string { return r.DocText(r.doc.Text) }),
	id("doc_id", Input, 0, func(r *row, _ int) string { return r.doc.ID }),
	label("label", Input, "float64", "", func(r *row, _ int) float64 { return r.doc.label }),
	{name: "passages", kinds: List, isText: true, isNumbered: true, text: func(r *row, i int) string { return r.DocText(r.docs[i].Text) }},
	{name: "order", kinds: List, text: func(r *row, _ int) string { return r.order }},

	{name: "uid", isID: true, text: func(r *row, _ int) string { return r.pair.UID }},
	inColumn(id("task", 0, 0, func(r *row, _ int) string { return r.pair.Task })),
	name("variant", 0, func(r *row, _ int) string { return r.pair.Variant }),
	inColumn(id("source", 0, 0, func(r *row, _ int) string { return string(r.pair.Source) })),
	label("pair_label", 0, "int64", "rest,preferred,relevant", func(r *row, _ int) float64 {
		if r.pair.Class != nil {
			return float64(*r.pair.Class)
		}
		return float64(r.pair.PosLabel)
	}),
	label("class", 0, "int64", "second,neither,first", func(r *row, _ int) float64 { return float64(*r.pair.Class) }),
	estimated(256, whole("pos_grade", "int32", true, func(p *plan.Row) *int32 { return p.PosGrade })),
	whole("neg_grade", "int32", true, func(p *plan.Row) *int32 { return p.NegGrade }),
	whole("pos_rank", "int32", false, func(p *plan.Row) *int32 { return p.PosRank }),
	whole("neg_rank", "int32", false, func(p *plan.Row) *int32 { return p.NegRank }),
	whole("run_pos_score", "float32", false, func(p *plan.Row) *float64 { return p.PosScore }),
	whole("run_neg_score", "float32", false, func(p *plan.Row) *float64 { return p.NegScore }),
	number("score_difference", 0, 0, func(r *row, _ int) float64 { pos, neg := r.TaughtScores(r.pair); return pos - neg }),

	id("uids", 0, negativeList, func(r *row, i int) string { return r.members[i].UID }),
	{name: "axioms", list: negativeList, text: func(r *row, i int) string { return r.members[i].Axiom }, bytes: 64},
	number("weights", 0, negativeList, func(r *row, i int) float64 { return r.members[i].Weight }),
	number("margins", 0, negativeList, func(r *row, i int) float64 { return r.members[i].Margin }),
	text("documents", 0, documentList, func(r *row, i int) string { return r.DocText(r.docs[i].Text) }),
	id("doc_ids", 0, documentList, func(r *row, i int) string { return r.docs[i].ID }),
	number("labels", 0, documentList, func(r *row, i int) float64 { return r.docs[i].label }),
	number("scores", 0, documentList, func(r *row, i int) float64 {
		pos, neg := r.TaughtScores(r.members[max(0, i-1)])
		if i == 0 {
			return pos
		}
		return neg
	}),

	name("pos_title", 0, func(r *row, _ int) string { title, _ := r.Doc(r.positive()); return title }),
	name("pos_body", 0, func(r *row, _ int) string { _, body := r.Doc(r.positive()); return body }),
	{name: "neg_titles", list: negativeList, text: func(r *row, i int) string { title, _ := r.Doc(r.docs[i+1].Text); return title }},
	{name: "neg_bodies", list: negativeList, text: func(r *row, i int) string { _, body := r.Doc(r.docs[i+1].Text); return body }},
	name("title", 0, func(r *row, _ int) string { title, _ := r.Doc(r.doc.Text); return title }),
	name("body", 0, func(r *row, _ int) string { _, body := r.Doc(r.doc.Text); return body }),
	text("title_and_body", 0, 0, func(r *row, _ int) string {
		title, body := r.Doc(r.doc.Text)
		return strings.TrimPrefix(title+" ", " ") + body
	}),

	{name: "rank", dtype: "int64", number: func(r *row, _ int) float64 { return float64(r.rank) }},
	{name: "candidate_uid", text: func(r *row, _ int) string { return pairs.NewUID("candidate", "", r.query.ID, r.doc.ID, "", 0) }},
	{name: "candidates_uid", text: func(r *row, _ int) string { return pairs.NewUID("candidates", "", r.query.ID, "", "", 0) }},

	id("text_id", 0, 0, func(r *row, _ int) string { return r.query.ID }),
	text("query_text", 0, 0, func(r *row, _ int) string { return r.QueryText(r.query) }),
	text("first", 0, 0, func(r *row, _ int) string { return r.DocText(r.docs[0].Text) }),
	text("second", 0, 0, func(r *row, _ int) string { return r.DocText(r.docs[1].Text) }),

	pieces("query_pieces", func(r *row) []int32 { return r.single(r.query, r.Options.MaxQueryLength) }),
	pieces("positive_pieces", func(r *row) []int32 { return r.single(r.positive(), r.Options.MaxLength) }),
	pieces("negative_pieces", func(r *row) []int32 { return r.single(r.negative(), r.Options.MaxLength) }),
	pieces("document_pieces", func(r *row) []int32 { return r.single(r.doc.Text, r.Options.MaxLength) }),
	pieces("input_ids", func(r *row) []int32 { return r.made().ids }),
	pieces("cls_positions", func(r *row) []int32 { return r.made().places }),
	{name: "token_type_ids", dtype: "int8", dict: true, ids: func(r *row, _ int) ([]int32, []int8) { return nil, r.made().types }},
	{name: "cls_texts", dtype: "int8", dict: true, ids: func(r *row, _ int) ([]int32, []int8) { return nil, r.made().texts }},
	{name: "all_input_ids", list: documentList, ids: func(r *row, i int) ([]int32, []int8) { return r.madeOf(i).ids, nil }},
	{name: "all_token_type_ids", list: documentList, ids: func(r *row, i int) ([]int32, []int8) { return nil, r.madeOf(i).types }},
	{name: "place", dtype: "int64", number: func(r *row, _ int) float64 { return float64(r.place) }},
	{name: "side", text: func(r *row, _ int) string {
		if r.doc.Number == r.pair.Pos {
			return "pos"
		}
		return "neg"
	}},
}

// pieces returns a placeholder of the ids of word pieces.
func pieces(name string, ids func(r *row) []int32) placeholder {
	return placeholder{name: name, dtype: "int32", dict: true, ids: func(r *row, _ int) ([]int32, []int8) { return ids(r), nil }}
}

// single returns [CLS] text [SEP] of at most limit ids.
func (r *row) single(t plan.Text, limit int) []int32 {
	r.ids = r.Sequences.AppendSingle(r.ids[:0], t.Number, limit)
	return r.ids
}

// made returns the row with its sequence.
func (r *row) made() *row {
	if !r.hasSequence {
		r.hasSequence = true
		r.ids, r.types, r.places, r.texts = r.ids[:0], r.types[:0], r.places[:0], r.texts[:0]
		r.sequence(r)
	}
	return r
}

// madeOf returns the row with the sequence of document i.
func (r *row) madeOf(i int) *row {
	r.doc, r.hasSequence = r.docs[i], false
	return r.made()
}

// positive returns the preferred document.
func (r *row) positive() plan.Text { return plan.Text{ID: r.pair.PosID, Number: r.pair.Pos} }

// negative returns the other document.
func (r *row) negative() plan.Text { return plan.Text{ID: r.pair.NegID, Number: r.pair.Neg} }

// setPair sets the row to a pair.
func (r *row) setPair(p plan.Row) {
	r.pair, r.query, r.weight, r.margin = p, plan.Text{ID: p.QueryID, Number: p.Query}, p.Weight, p.Margin
	r.hasSequence, r.isClass = false, false
}

// setBoth sets the row's documents to those of the pair, in an order.
func (r *row) setBoth(first, second document) {
	r.docs, r.doc, r.hasSequence = append(r.docs[:0], first, second), first, false
}

// setCandidate sets the row to a candidate.
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

// setGroup sets the row to a group with n negatives. Its weight and margin are the means over the group's first pairs: different many.
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
