// Package pairs holds the record that mining, sampling, shards and training share: one training
// pair of a data set.
package pairs

// Regular is the name of the pool of judged pairs.
const Regular = "regular"

// Source is the origin of a pair's order.
type Source string

const (
	Judged    Source = "judged"
	Axiomatic Source = "axiom"
)

// Origins of the other document of a pair.
const (
	NegativeJudged  = "judged"  // judged for this query, with a grade that is not relevant
	NegativeAssumed = "assumed" // not judged for this query
)

// Pair states that PosID should rank above NegID for QueryID. Ids are those of the collection. A
// document made by lnc2 from ID by repeating it k times has the id "ID~k".
type Pair struct {
	UID      string `parquet:"uid,optional"`
	Task     string `parquet:"task,optional,dict"`
	Axiom    string `parquet:"axiom,optional,dict"`   // canonical expression; empty for judged pairs
	Variant  string `parquet:"variant,optional,dict"` // the variant in use, spelled out even where it is the default; empty for judged pairs
	QueryID  string `parquet:"query_id,optional,dict"`
	PosID    string `parquet:"pos_id,optional"`
	NegID    string `parquet:"neg_id,optional"`
	PosLabel int32  `parquet:"pos_label,optional"` // 2 judged relevant, 1 preferred by an axiom
	NegLabel int32  `parquet:"neg_label,optional"` // 1 or 0; 2 judged relevant, of a lower grade than PosID
	// of a three-class task: 0, 1, 2 for preference -1, 0, +1 of PosID over NegID; nil in pairwise tasks
	Class    *int32   `parquet:"class,optional"`
	Weight   float64  `parquet:"weight,optional"`
	Margin   float64  `parquet:"margin,optional"` // that a hinge loss requires between the scores, in the units of the network's scores
	Source   Source   `parquet:"source,optional,dict"`
	PosGrade *int32   `parquet:"pos_grade,optional"` // nil when unjudged
	NegGrade *int32   `parquet:"neg_grade,optional"`
	PosRank  *int32   `parquet:"pos_rank,optional"` // nil when not in the candidate run
	NegRank  *int32   `parquet:"neg_rank,optional"`
	PosScore *float64 `parquet:"pos_score,optional"`
	NegScore *float64 `parquet:"neg_score,optional"`
	Pass     int32    `parquet:"pass,optional"` // 0, or the repetition under --on-shortage repeat
	// NegSource is the result of NegativeSource in files, for other readers. It is empty in memory.
	NegSource string `parquet:"negative_source,optional,dict"`
}

// AreRelevant reports whether both documents are judged relevant: the negative has a lower grade.
func (p *Pair) AreRelevant() bool {
	const relevant = 2
	return p.Class == nil && p.PosLabel == relevant && p.NegLabel == relevant
}

// NegativeSide returns on which side of a relevant document the negative is: 1, or 0 where it is
// relevant too.
func (p *Pair) NegativeSide() int {
	if p.AreRelevant() {
		return 0
	}
	return 1
}

// NegativeSource returns NegativeJudged or NegativeAssumed, and "" for a row of a three-class task,
// which has no negative.
func (p *Pair) NegativeSource() string {
	switch {
	case p.Class != nil:
		return ""
	case p.NegGrade != nil:
		return NegativeJudged
	}
	return NegativeAssumed
}
