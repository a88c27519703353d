package shard

// The rows of files as a reader who knows the formats only from their description has them.

// sumPair is a row of a pair's two documents in one order; label states which of them ranks above the other.
type sumPair struct {
	UID       *string  `parquet:"uid,optional"`
	IDs       []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs   []int8   `parquet:"token_type_ids,optional,list,dict"`
	Positions []int32  `parquet:"cls_positions,optional,list,dict"`
	Texts     []int8   `parquet:"cls_texts,optional,list,dict"`
	Label     *int64   `parquet:"label,optional,dict" classes:"second,first"`
	Weight    *float32 `parquet:"weight,optional,dict"`
	NegSource *string  `parquet:"negative_source,optional,dict"`
}

// sumThree is the same of a three-class task.
type sumThree struct {
	UID       *string  `parquet:"uid,optional"`
	IDs       []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs   []int8   `parquet:"token_type_ids,optional,list,dict"`
	Positions []int32  `parquet:"cls_positions,optional,list,dict"`
	Texts     []int8   `parquet:"cls_texts,optional,list,dict"`
	Label     *int64   `parquet:"label,optional,dict" classes:"second,neither,first"`
	Weight    *float32 `parquet:"weight,optional,dict"`
}

// canonical is the row from which every format's rows are made. Nil is a value that the pair does not have, never
// for an empty string or a zero. Where a text has a title, it is the text's first line.
type canonical struct {
	UID      *string  `parquet:"uid,optional" json:"uid"`
	Task     *string  `parquet:"task,optional,dict" json:"task"`
	Axiom    *string  `parquet:"axiom,optional,dict" json:"axiom"`
	Variant  *string  `parquet:"variant,optional,dict" json:"variant"`
	QueryID  *string  `parquet:"query_id,optional,dict" json:"query_id"`
	PosID    *string  `parquet:"pos_id,optional" json:"pos_id"`
	NegID    *string  `parquet:"neg_id,optional" json:"neg_id"`
	Query    *string  `parquet:"query,optional,dict" json:"query"`
	Positive *string  `parquet:"positive,optional" json:"positive"`
	Negative *string  `parquet:"negative,optional" json:"negative"`
	Label    *int64   `parquet:"label,optional,dict" json:"label" classes:"rest,preferred,relevant"` // the positive's
	Weight   *float32 `parquet:"weight,optional,dict" json:"weight"`
	Margin   *float32 `parquet:"margin,optional,dict" json:"margin"`
	Source   *string  `parquet:"source,optional,dict" json:"source"`
	PosGrade *int32   `parquet:"pos_grade,optional,dict" json:"pos_grade"`
	NegGrade *int32   `parquet:"neg_grade,optional,dict" json:"neg_grade"`
	PosRank  *int32   `parquet:"pos_rank,optional" json:"pos_rank"`
	NegRank  *int32   `parquet:"neg_rank,optional" json:"neg_rank"`
	PosScore *float32 `parquet:"pos_score,optional" json:"pos_score"`
	NegScore *float32 `parquet:"neg_score,optional" json:"neg_score"`
}

// What the Duet v2 notebook of MS MARCO reads of a text.
const (
	duetQueryTerms = 20
	duetDocTerms   = 200
)

// duoPair is a row of a pair's two documents in one order; label states which of them ranks above the other.
type duoPair struct {
	UID       *string  `parquet:"uid,optional"`
	IDs       []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs   []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label     *int64   `parquet:"label,optional,dict" classes:"second,first"`
	Weight    *float32 `parquet:"weight,optional,dict"`
	NegSource *string  `parquet:"negative_source,optional,dict"`
}

// matchzooHeader are the columns that MatchZoo's pack knows.
const matchzooHeader = "id_left,text_left,id_right,text_right,label"

// idPair is a row of the pairwise layout: each text by itself.
type idPair struct {
	UID      *string  `parquet:"uid,optional"`
	QueryIDs []int32  `parquet:"query_input_ids,optional,list,dict"`
	PosIDs   []int32  `parquet:"pos_input_ids,optional,list,dict"`
	NegIDs   []int32  `parquet:"neg_input_ids,optional,list,dict"`
	Weight   *float32 `parquet:"weight,optional,dict"`
	Margin   *float32 `parquet:"margin,optional,dict"`
}

// idCross is a row of the cross layout: query and document in one sequence.
type idCross struct {
	UID     *string  `parquet:"uid,optional"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64   `parquet:"label,optional,dict" classes:"neg,pos"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
}

// threeIDs is the same row as one sequence.
type threeIDs struct {
	UID     *string  `parquet:"uid,optional"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64   `parquet:"label,optional,dict" classes:"second,neither,first"`
	Weight  *float32 `parquet:"weight,optional,dict"`
}

// mixed is a row of any task. What label means depends on the task: a class of three, or whether the document is the
// positive of its pair, so that a document may stand on both sides of different ones.
type mixed struct {
	UID     *string  `parquet:"uid,optional"`
	Task    *string  `parquet:"task,optional,dict"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64   `parquet:"label,optional,dict"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
}

// stGroupMeta is the row of CONFIG-meta for a group: uid is its first pair's.
type stGroupMeta struct {
	UID     *string   `parquet:"uid,optional"`
	QueryID *string   `parquet:"query_id,optional,dict"`
	PosID   *string   `parquet:"pos_id,optional"`
	NegIDs  []string  `parquet:"neg_ids,optional,list"`
	UIDs    []string  `parquet:"uids,optional,list"`
	Axioms  []string  `parquet:"axioms,optional,list"`
	Weights []float32 `parquet:"weights,optional,list"`
	Margins []float32 `parquet:"margins,optional,list"`
}

// The input of dl4marco-bert's evaluation: the same number of documents for every query, and a filler for missing ones.
const (
	evalDocs = 1000
	padID    = "00000000"
	padText  = "FAKE DOCUMENT"
)

// swiftMessage is a turn of a conversation.
type swiftMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// swiftGroup is a line of ms-swift's training files.
type swiftGroup struct {
	Messages  []swiftMessage   `json:"messages"`
	Positives [][]swiftMessage `json:"positive_messages"`
	Negatives [][]swiftMessage `json:"negative_messages"`
	QueryID   string           `json:"query_id"`
	PosIDs    []string         `json:"pos_ids"`
	NegIDs    []string         `json:"neg_ids"`
	Weight    *float64         `json:"weight"`
}
