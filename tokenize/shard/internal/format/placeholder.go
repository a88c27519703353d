package format

import (
	"cmp"
	"math"
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// placeholder is a name that a template may contain in braces. It has a text, a number or ids.
type placeholder struct {
	name       string
	kinds      Kind                                  // the kinds of users' rows that may have it; 0 if only the table of formats may
	list       listKind                              // the list for whose elements it has values; 0 if it has one value
	text       func(r *row, i int) string            // returns the value for element i; nil if the value is no text
	number     func(r *row, i int) float64           // returns the value for element i, NaN for none; nil if the value is no number
	ids        func(r *row, i int) ([]int32, []int8) // returns a sequence of ids, or their types; nil if the value is no sequence
	lacks      func(r *row) bool                     // reports whether a row has no value and leaves out the member; nil if all have one
	dtype      string                                // the type of a number in JSON; Parquet has float32 for float64
	classes    string                                // the names of a label's classes, between commas
	isText     bool                                  // true for a text that may be cut, and that counts for the size of a row group
	isID       bool                                  // true for an id, which may not hold white space in separated fields
	isScore    bool                                  // true for a score of the teacher
	isNumbered bool                                  // true for one value with all texts of the list, a line each
	dict       bool                                  // true if its column has a dictionary
	mayBeNull  bool                                  // true if an empty text is written as null
	bytes      int                                   // is added to the size of a row group for each value
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

func id(name string, kinds Kind, list listKind, text func(r *row, i int) string) placeholder {
	return placeholder{name: name, kinds: kinds, list: list, isID: true, text: text}
}

func text(name string, kinds Kind, list listKind, value func(r *row, i int) string) placeholder {
	return placeholder{name: name, kinds: kinds, list: list, isText: true, text: value}
}

// name returns the placeholder of a text that many rows have, such as the name of an axiom.
func name(name string, kinds Kind, value func(r *row, i int) string) placeholder {
	return placeholder{name: name, kinds: kinds, text: value, dict: true}
}

func number(name string, kinds Kind, list listKind, value func(r *row, i int) float64) placeholder {
	return placeholder{name: name, kinds: kinds, list: list, number: value, dtype: "float64"}
}

// withDictionary returns p with a dictionary for its column.
func withDictionary(p placeholder) placeholder {
	p.dict = true
	return p
}

// withSize returns p with a number of bytes that each value adds to the size of a row group.
func withSize(bytes int, p placeholder) placeholder {
	p.bytes = bytes
	return p
}

// optional returns p with "?" at the end of its name. Its member is left out of rows that lack the value.
func optional(p placeholder, lacks func(r *row) bool) placeholder {
	p.name += "?"
	p.lacks = lacks
	return p
}

// nullable returns the placeholder of a number that a pair may lack. Then it is written as null.
func nullable[T int32 | float64](name, dtype string, dict bool, value func(p *plan.Row) *T) placeholder {
	return placeholder{name: name, dtype: dtype, dict: dict, mayBeNull: true, number: func(r *row, _ int) float64 {
		if x := value(&r.pair); x != nil {
			return float64(*x)
		}
		return math.NaN()
	}}
}

func score(name string, kinds Kind, list listKind, value func(r *row, i int) float64) placeholder {
	p := number(name, kinds, list, value)
	p.isScore = true
	return p
}

func label(name string, kinds Kind, dtype, classes string, value func(r *row, i int) float64) placeholder {
	return placeholder{name: name, kinds: kinds, number: value, dtype: dtype, classes: classes, dict: true}
}

var (
	queryPlaceholder  = withDictionary(text("query", anyKind, 0, func(r *row, _ int) string { return r.QueryText(r.query) }))
	weightPlaceholder = withDictionary(number("weight", anyKind, 0, func(r *row, _ int) float64 { return r.weight }))
	marginPlaceholder = withDictionary(number("margin", anyKind, 0, func(r *row, _ int) float64 { return r.margin }))
	isUnweighted      = func(r *row) bool { return r.Weighted == 0 }
)

// placeholders lists all placeholders, those that users may write first.
var placeholders = []placeholder{
	queryPlaceholder,
	withDictionary(id("query_id", anyKind, 0, func(r *row, _ int) string { return r.query.ID })),
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
	withDictionary(id("task", 0, 0, func(r *row, _ int) string { return r.pair.Task })),
	name("variant", 0, func(r *row, _ int) string { return r.pair.Variant }),
	withDictionary(id("source", 0, 0, func(r *row, _ int) string { return string(r.pair.Source) })),
	label("pair_label", 0, "int64", "rest,preferred,relevant", func(r *row, _ int) float64 {
		if r.pair.Class != nil {
			return float64(*r.pair.Class)
		}
		return float64(r.pair.PosLabel)
	}),
	label("class", 0, "int64", "second,neither,first", func(r *row, _ int) float64 { return float64(*r.pair.Class) }),
	withSize(256, nullable("pos_grade", "int32", true, func(p *plan.Row) *int32 { return p.PosGrade })),
	nullable("neg_grade", "int32", true, func(p *plan.Row) *int32 { return p.NegGrade }),
	nullable("pos_rank", "int32", false, func(p *plan.Row) *int32 { return p.PosRank }),
	nullable("neg_rank", "int32", false, func(p *plan.Row) *int32 { return p.NegRank }),
	nullable("run_pos_score", "float32", false, func(p *plan.Row) *float64 { return p.PosScore }),
	nullable("run_neg_score", "float32", false, func(p *plan.Row) *float64 { return p.NegScore }),
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
	pieces("input_ids", func(r *row) []int32 { return r.withSequence().ids }),
	pieces("cls_positions", func(r *row) []int32 { return r.withSequence().places }),
	{name: "token_type_ids", dtype: "int8", dict: true, ids: func(r *row, _ int) ([]int32, []int8) { return nil, r.withSequence().types }},
	{name: "cls_texts", dtype: "int8", dict: true, ids: func(r *row, _ int) ([]int32, []int8) { return nil, r.withSequence().texts }},
	{name: "all_input_ids", list: documentList, ids: func(r *row, i int) ([]int32, []int8) { return r.withSequenceOf(i).ids, nil }},
	{name: "all_token_type_ids", list: documentList, ids: func(r *row, i int) ([]int32, []int8) { return nil, r.withSequenceOf(i).types }},
	{name: "place", dtype: "int64", number: func(r *row, _ int) float64 { return float64(r.place) }},
	{name: "side", text: func(r *row, _ int) string {
		if r.doc.Number == r.pair.Pos {
			return "pos"
		}
		return "neg"
	}},
}

func pieces(name string, ids func(r *row) []int32) placeholder {
	return placeholder{name: name, dtype: "int32", dict: true, ids: func(r *row, _ int) ([]int32, []int8) { return ids(r), nil }}
}
