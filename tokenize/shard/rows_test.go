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

// t5Candidate is a candidate to be scored: the logit of true at the first place of the output is its score.
type t5Candidate struct {
	QueryID string `json:"query_id"`
	DocID   string `json:"doc_id"`
	Inputs  string `json:"inputs"`
	Targets string `json:"targets"` // true for a relevant one
}

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

// idSoft is the same with a label between the classes.
type idSoft struct {
	UID     *string  `parquet:"uid,optional"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *float32 `parquet:"label,optional,dict"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
}

// threeText is a row of a three-class task's texts.
type threeText struct {
	UID     *string  `parquet:"uid,optional"`
	Task    *string  `parquet:"task,optional,dict"`
	Axiom   *string  `parquet:"axiom,optional,dict"`
	Variant *string  `parquet:"variant,optional,dict"`
	QueryID *string  `parquet:"query_id,optional,dict"`
	ID1     *string  `parquet:"doc1_id,optional"`
	ID2     *string  `parquet:"doc2_id,optional"`
	Query   *string  `parquet:"query,optional,dict"`
	Doc1    *string  `parquet:"doc1,optional"`
	Doc2    *string  `parquet:"doc2,optional"`
	Label   *int64   `parquet:"label,optional,dict" classes:"second,neither,first"`
	Weight  *float32 `parquet:"weight,optional,dict"`
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

// textCandidate is a row of the config candidates, and a line of jsonl-candidates.
type textCandidate struct {
	QueryID  *string `parquet:"query_id,optional,dict" json:"query_id"`
	DocID    *string `parquet:"doc_id,optional" json:"doc_id"`
	Rank     *int64  `parquet:"rank,optional" json:"rank"`
	Label    *int64  `parquet:"label,optional,dict" json:"label"`
	Query    *string `parquet:"query,optional,dict" json:"query"`
	Document *string `parquet:"document,optional" json:"document"`
}

// singleCandidate is a row of the config candidates-tokenized.
type singleCandidate struct {
	QueryID  *string `parquet:"query_id,optional,dict"`
	DocID    *string `parquet:"doc_id,optional"`
	QueryIDs []int32 `parquet:"query_input_ids,optional,list,dict"`
	DocIDs   []int32 `parquet:"doc_input_ids,optional,list,dict"`
	Label    *int64  `parquet:"label,optional,dict"`
}

// crossCandidate is a row of the config candidates-cross.
type crossCandidate struct {
	QueryID *string `parquet:"query_id,optional,dict"`
	DocID   *string `parquet:"doc_id,optional"`
	IDs     []int32 `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8  `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64  `parquet:"label,optional,dict"`
}

// provenance is where a line of a format without columns comes from: an object a line, in the same order and shards.
type provenance struct {
	UID     string  `json:"uid"`
	Axiom   string  `json:"axiom"`
	Variant string  `json:"variant"`
	QueryID string  `json:"query_id"`
	PosID   string  `json:"pos_id"`
	NegID   string  `json:"neg_id"`
	Weight  float64 `json:"weight"`
	Margin  float64 `json:"margin"`
	Source  string  `json:"source"`
}

// classIDs are labels to point at.
var classIDs = [...]int64{0, 1, 2}

type stCross struct {
	Query   *string  `parquet:"query,optional,dict"`
	Passage *string  `parquet:"passage,optional"`
	Label   *float32 `parquet:"label,optional,dict"`
}

// stIDs is a row of the config train.
type stIDs struct {
	QueryID    *string `parquet:"query_id,optional,dict"`
	PositiveID *string `parquet:"positive_id,optional,dict"`
	NegativeID *string `parquet:"negative_id,optional,dict"`
}

type stDocument struct {
	ID   *string `parquet:"document_id,optional"`
	Text *string `parquet:"document,optional"`
}

// stLabeledList is a row of the config labeled-list.
type stLabeledList struct {
	Anchor   *string   `parquet:"anchor,optional,dict"`
	Positive []string  `parquet:"positive,optional,list"`
	Labels   []float32 `parquet:"labels,optional,list"`
}

// stList is a row of the config listwise.
type stList struct {
	Query  *string   `parquet:"query,optional,dict"`
	Docs   []string  `parquet:"docs,optional,list"`
	Labels []float32 `parquet:"labels,optional,list"`
}

type stMargin struct {
	Anchor   *string  `parquet:"anchor,optional,dict"`
	Positive *string  `parquet:"positive,optional"`
	Negative *string  `parquet:"negative,optional"`
	Label    *float32 `parquet:"label,optional"`
}

// stMeta is the row of CONFIG-meta for a pair.
type stMeta struct {
	UID     *string  `parquet:"uid,optional"`
	Axiom   *string  `parquet:"axiom,optional,dict"`
	Variant *string  `parquet:"variant,optional,dict"`
	QueryID *string  `parquet:"query_id,optional,dict"`
	PosID   *string  `parquet:"pos_id,optional"`
	NegID   *string  `parquet:"neg_id,optional"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
	Source  *string  `parquet:"source,optional,dict"`
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

type stPair struct {
	Anchor   *string `parquet:"anchor,optional,dict"`
	Positive *string `parquet:"positive,optional"`
	Label    *int64  `parquet:"label,optional,dict"`
}

type stTriplet struct {
	Anchor   *string `parquet:"anchor,optional,dict"`
	Positive *string `parquet:"positive,optional"`
	Negative *string `parquet:"negative,optional"`
}

// textToText is a row of a text-to-text model, under the names that seqio, the library of T5's authors, has for its features.
type textToText struct {
	UID     string   `json:"uid"`
	Inputs  string   `json:"inputs"`
	Targets string   `json:"targets"`          // true or false
	Weight  *float64 `json:"weight,omitempty"` // where any row has one but 1
}

// The words around the texts of an input.
const (
	t5Query    = "Query: "
	t5Document = " Document: "
	t5First    = " Document0: "
	t5Second   = " Document1: "
	t5Question = " Relevant:"
)

type tevatronGroup struct {
	QueryID   string            `json:"query_id"`
	Query     string            `json:"query"`
	Positives []tevatronPassage `json:"positive_passages"`
	Negatives []tevatronPassage `json:"negative_passages"`
	Weight    *float64          `json:"weight,omitempty"` // where any row has one but 1, or such a margin: of its pairs, the mean
	Margin    *float64          `json:"margin,omitempty"`
}

// tevatronCandidate is a line of what tevatron's reranker scores.
type tevatronCandidate struct {
	QueryID string `json:"query_id"`
	Query   string `json:"query"`
	DocID   string `json:"docid"`
	Title   string `json:"title"`
	Text    string `json:"text"`
}

type tevatronIDs struct {
	QueryID   string   `json:"query_id"`
	Query     string   `json:"query_text"`
	Positives []string `json:"positive_document_ids"`
	Negatives []string `json:"negative_document_ids"`
	Weight    *float64 `json:"weight,omitempty"`
	Margin    *float64 `json:"margin,omitempty"`
}

type tevatronDoc struct {
	DocID string `json:"docid"`
	Text  string `json:"text"`
}

// The input of dl4marco-bert's evaluation: the same number of documents for every query, and a filler for missing ones.
const (
	evalDocs = 1000
	padID    = "00000000"
	padText  = "FAKE DOCUMENT"
)

type tevatronPassage struct {
	DocID string   `json:"docid"`
	Title string   `json:"title"` // always there: the reranker asks for it without a check
	Text  string   `json:"text"`
	Score *float64 `json:"score,omitempty"` // for distillation: of every passage or of none
}

type stQuery struct {
	ID   *string `parquet:"query_id,optional"`
	Text *string `parquet:"query,optional"`
}

// flagEmbeddingGroup is a line of FlagEmbedding's training files.
type flagEmbeddingGroup struct {
	Query     string    `json:"query"`
	Pos       []string  `json:"pos"`
	Neg       []string  `json:"neg"`
	PosScores []float64 `json:"pos_scores"`
	NegScores []float64 `json:"neg_scores"`
	Prompt    string    `json:"prompt"`
	Type      string    `json:"type"`
	QueryID   string    `json:"query_id"`
	PosIDs    []string  `json:"pos_ids"`
	NegIDs    []string  `json:"neg_ids"`
	Weight    *float64  `json:"weight"`
}

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

// preferenceRow is what the default template makes, TRL's row of a preference.
type preferenceRow struct {
	Prompt   string `json:"prompt"`
	Chosen   string `json:"chosen"`
	Rejected string `json:"rejected"`
}
