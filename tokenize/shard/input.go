package shard

import (
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Input is what Write makes shards of. Query and Doc are called from several goroutines, more than once for an id, and
// must give the same answer each time; false means that there is no such text, which is an error. Documents made by lnc2
// ("ID~k") are Doc's to make.
type Input struct {
	Splits    []plan.Split
	Query     func(id string) (text string, ok bool)
	Doc       func(id string) (title, text string, ok bool)
	Numbered  *Numbered           // a faster way to the same documents; nil for none
	Tokenizer *tokenize.Tokenizer // nil where no format needs ids
	// Teacher gives the scores that formats of scores teach; nil: those of the pairs.
	Teacher *plan.Teacher
	// Rankings are what formats that evaluate write; the others do not look at them.
	Rankings []plan.Ranking
	// Lists are what formats that learn from lists write; nil: the caller has none.
	Lists    *plan.Lists
	Manifest Manifest // what the caller knows: see there
	Hub      Hub      // for the card
	// Lenient leaves out a format that no pair fits, and counts it, where else it is an error.
	Lenient bool
}

// ofPlan is what a plan needs of it.
func (in Input) ofPlan() plan.Input {
	return plan.Input{Splits: in.Splits, Query: in.Query, Doc: in.Doc, Numbered: in.Numbered, Tokenizer: in.Tokenizer, Teacher: in.Teacher,
		Rankings: in.Rankings, Lists: in.Lists, ToolVersion: in.Manifest.ToolVersion}
}

// Split is one part of a data set, its pairs in file order: train, validation (or dev) or test. Its spares are pairs of the same
// positives that are no rows and fill groups.
type Split = plan.Split

// Teacher is a model whose scores of a query's documents are taught.
type Teacher = plan.Teacher

// Numbered finds a document once, by its id, and then by its number.
type Numbered = plan.Numbered

// Ranking are the candidates of a query to evaluate with, the first on top.
type Ranking = plan.Ranking

// Ranked is a candidate: the id of a document, and whether it is relevant.
type Ranked = plan.Ranked

// Lists are the candidates of judged queries, each described by numbers.
type Lists = plan.Lists

// List are the judged candidates of a query.
type List = plan.List

// Listing is a candidate with its judgement.
type Listing = plan.Listing
