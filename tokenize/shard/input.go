package shard

import "github.com/axiomine/axiomine/tokenize/shard/internal/plan"

// Input is the input of Write.
type Input struct {
	Data
	IsTrained bool     // true if the tokenizer was trained on these documents, so that its ids fit no published model
	Manifest  Manifest // the entries of the manifest that the caller fills
	Language  string   // ISO 639 code of the texts' language, for the card; "" if it is not known
	Lenient   bool     // true: a format that no pair fits is left out and counted; false: such a format is an error
}

// Data holds the pairs and texts of the rows.
type Data = plan.Input

// Split is one part of a data set: train, validation (or dev) or test. Its spares are pairs that are not rows, but fill groups of a
// positive.
type Split = plan.Split

// Teacher holds a model's scores of documents for queries.
type Teacher = plan.Teacher

// NumberedDocs finds a document once, by its id, and then by its number.
type NumberedDocs = plan.NumberedDocs

// Ranking holds the candidates of a query, the best first.
type Ranking = plan.Ranking

// RankedDoc is a candidate: the id of a document, and whether it is relevant.
type RankedDoc = plan.RankedDoc

// Judgement says whether a document is relevant for a query.
type Judgement = plan.Judgement

// Lists holds the candidates of judged queries with their features.
type Lists = plan.Lists

// List holds the judged candidates of a query.
type List = plan.List

// Listing is a candidate with its judgement.
type Listing = plan.Listing
