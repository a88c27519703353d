package shard

import "github.com/axiomine/axiomine/tokenize/shard/internal/plan"

// Input is what Write makes shards from.
type Input struct {
	Data
	IsTrained bool     // the tokenizer was trained on these documents, and fits no published model
	Manifest  Manifest // the caller's entries: see Manifest
	Language  string   // of the texts, by its ISO 639 code, for the card; "": undetermined
	// Lenient leaves out a format that no pair fits, and counts it. Without it such a format is an
	// error.
	Lenient bool
}

// Data is what rows are made of.
type Data = plan.Input

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
