package shard

import (
	"iter"

	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Input is what Write makes shards from. Query and Doc are called from several goroutines, more
// than once for an id, and must return the same result each time. false means that there is no such
// text, which is an error. Doc makes the documents of lnc2 ("ID~k").
type Input struct {
	Splits    []plan.Split
	Query     func(id string) (text string, ok bool)
	Doc       func(id string) (title, text string, ok bool)
	Numbered  *NumberedDocs       // a faster way to the same documents; nil for none
	Tokenizer *tokenize.Tokenizer // nil: no format needs ids, and none is written
	IsTrained bool                // the tokenizer was trained on these documents, and fits no published model
	// Teacher returns the scores for formats that teach scores; nil: the scores of the pairs.
	Teacher *plan.Teacher
	// Rankings are written by formats that evaluate; the others ignore them.
	Rankings []plan.Ranking
	// Judgements of queries, for Options.SpreadQueries and labels of single documents; nil: those of the pairs alone.
	Judgements iter.Seq[Judgement]
	// Lists are written by formats that learn from lists; nil: the caller has none.
	Lists    *plan.Lists
	Manifest Manifest // the caller's entries: see Manifest
	Language string   // of the texts, by its ISO 639 code, for the card; "": undetermined
	// Lenient leaves out a format that no pair fits, and counts it. Without it such a format is an
	// error.
	Lenient bool
}

// planInput returns the part of the input that a plan needs.
func (in Input) planInput() plan.Input {
	return plan.Input{Splits: in.Splits, Query: in.Query, Doc: in.Doc, Numbered: in.Numbered, Tokenizer: in.Tokenizer, Teacher: in.Teacher,
		Rankings: in.Rankings, Judgements: in.Judgements, Lists: in.Lists}
}

// Split is one part of a data set, its pairs in file order: train, validation (or dev) or test. Its
// spares are pairs of the same positives that are no rows and fill groups.
type Split = plan.Split

// Teacher is a model whose scores of a query's documents are taught.
type Teacher = plan.Teacher

// NumberedDocs finds a document once, by its id, and then by its number.
type NumberedDocs = plan.NumberedDocs

// Ranking holds the candidates of a query to evaluate with, the first on top.
type Ranking = plan.Ranking

// RankedDoc is a candidate: the id of a document, and whether it is relevant.
type RankedDoc = plan.RankedDoc

// Judgement is what somebody judged of a document for a query.
type Judgement = plan.Judgement

// Lists holds the candidates of judged queries, each described by numbers.
type Lists = plan.Lists

// List holds the judged candidates of a query.
type List = plan.List

// Listing is a candidate with its judgement.
type Listing = plan.Listing
