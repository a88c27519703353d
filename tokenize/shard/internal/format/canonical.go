package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// canonical is the row from which every format's rows are made. Nil is a value that the pair does
// not have, never an empty string or a zero. Where a text has a title, it is the text's first line.
type canonical struct {
	UID       *string  `parquet:"uid,optional" json:"uid"`
	Task      *string  `parquet:"task,optional,dict" json:"task"`
	Axiom     *string  `parquet:"axiom,optional,dict" json:"axiom"`
	Variant   *string  `parquet:"variant,optional,dict" json:"variant"`
	QueryID   *string  `parquet:"query_id,optional,dict" json:"query_id"`
	PosID     *string  `parquet:"pos_id,optional" json:"pos_id"`
	NegID     *string  `parquet:"neg_id,optional" json:"neg_id"`
	Query     *string  `parquet:"query,optional,dict" json:"query"`
	Positive  *string  `parquet:"positive,optional" json:"positive"`
	Negative  *string  `parquet:"negative,optional" json:"negative"`
	Label     *int64   `parquet:"label,optional,dict" json:"label" classes:"rest,preferred,relevant"` // the positive's
	Weight    *float32 `parquet:"weight,optional,dict" json:"weight"`
	Margin    *float32 `parquet:"margin,optional,dict" json:"margin"`
	Source    *string  `parquet:"source,optional,dict" json:"source"`
	NegSource *string  `parquet:"negative_source,optional,dict" json:"negative_source"`
	PosGrade  *int32   `parquet:"pos_grade,optional,dict" json:"pos_grade"`
	NegGrade  *int32   `parquet:"neg_grade,optional,dict" json:"neg_grade"`
	PosRank   *int32   `parquet:"pos_rank,optional" json:"pos_rank"`
	NegRank   *int32   `parquet:"neg_rank,optional" json:"neg_rank"`
	PosScore  *float32 `parquet:"pos_score,optional" json:"pos_score"`
	NegScore  *float32 `parquet:"neg_score,optional" json:"neg_score"`
}

// fillCanonical fills the row of a pair. The label is the positive's, or the class of three, where
// pos is the first document and neg the second.
func fillCanonical(p *plan.Plan, r plan.Row, out *canonical) {
	query, pos, neg := p.TextsOf(r)
	label, source := int64(r.PosLabel), string(r.Source)
	if r.Class != nil {
		label = int64(*r.Class)
	}
	*out = canonical{
		UID: &r.UID, Task: &r.Task, Axiom: &r.Axiom, Variant: &r.Variant, QueryID: &r.QueryID, PosID: &r.PosID, NegID: &r.NegID,
		Query: &query, Positive: &pos, Negative: &neg, Label: &label, Weight: weightOf(r), Margin: marginOf(r), Source: &source,
		NegSource: negativeSource(r),
		PosGrade:  r.PosGrade, NegGrade: r.NegGrade, PosRank: r.PosRank, NegRank: r.NegRank,
		PosScore: single(r.PosScore), NegScore: single(r.NegScore),
	}
}

// unknownOfPairs are the columns of values that a pair may lack.
var unknownOfPairs = []string{"pos_grade", "neg_grade", "pos_rank", "neg_rank", "pos_score", "neg_score"}
