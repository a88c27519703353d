package division

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/tune"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/train/eval"
)

// Fold is one division of the queries. Without cross-validation there is one.
type Fold struct {
	Number           int // 1-based; 0 without cross-validation
	Train, Dev, Test []mine.Query
	Source           *Candidates
	JudgedDev        []mine.Query // the dev queries that measures are averaged over
	DevLists         *eval.Lists  // of JudgedDev
	Tuning           *tune.Tuning // the first stage's parameters chosen on this fold's dev queries; nil without tuning
}

// take sets the fold's queries of every split, in the topics' order.
func (f *Fold) take(topics []collection.Topics, queries []mine.Query) {
	position := make(map[string]int, len(queries))
	for i := range queries {
		position[queries[i].ID] = i
	}
	for _, t := range topics {
		list := map[string]*[]mine.Query{"train": &f.Train, "dev": &f.Dev, "test": &f.Test}[t.Split]
		if list == nil {
			continue
		}
		for _, q := range t.Queries {
			if i, ok := position[q.ID]; ok { // a query without a term was dropped and counted
				*list = append(*list, queries[i])
			}
		}
	}
}

// check returns an error if a fold has nothing to learn from or to test on. It also prepares the dev
// queries for measuring.
func (d *Division) check(f *Fold) error {
	for _, part := range []struct {
		name    string
		queries []mine.Query
	}{{"train", f.Train}, {"dev", f.Dev}, {"test", f.Test}} {
		if len(part.queries) == 0 {
			return errNoQueries(part.name)
		}
		if part.name != "train" && len(d.JudgedIDs(part.queries)) == 0 {
			return errNotJudged(part.name)
		}
	}
	for i := range f.Dev {
		if len(d.grades[f.Dev[i].ID]) > 0 {
			f.JudgedDev = append(f.JudgedDev, f.Dev[i])
		}
	}
	var lists []eval.List
	for i := range f.JudgedDev {
		q := &f.JudgedDev[i]
		list := eval.List{QueryID: q.ID}
		for c := range q.CollectionDocs() {
			list.DocIDs = append(list.DocIDs, q.Docs[c].ID(d.Chain.Index))
		}
		lists = append(lists, list)
	}
	f.DevLists = eval.NewLists(d.Qrels(d.JudgedIDs(f.Dev)), lists, eval.Options{Level: d.Chain.Run.Config.Gen.MinGrade})
	return nil
}

// FoldText returns text with the number of the fold. Without folds the number is 0 and the text stays
// as it is.
func FoldText(text string, number int) string {
	if number == 0 {
		return text
	}
	return fmt.Sprintf("%s of fold %d", text, number)
}

func errNoQueries(split string) error {
	return errs.BadInput("", 0, "divide the queries with --splits \"folds 5\" or \"hash 70/15/15\"",
		"the %s split has no query with a term", split)
}

func errNotJudged(split string) error {
	return errs.BadInput("", 0,
		fmt.Sprintf("give judgements with --qrels %s=FILE; without any, axiomine gen makes pairs for a trainer of your own", split),
		"no %s query has a judgement: nothing can be measured", split)
}

var errNothingJudged = errs.BadInput("", 0,
	"give judgements with --qrels FILE; without any, axiomine gen makes pairs for a trainer of your own",
	"no query has a judgement: nothing can be measured")
