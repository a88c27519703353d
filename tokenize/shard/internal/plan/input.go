package plan

import (
	"iter"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Split is one part of a data set. A table takes 56 bytes for each pair: ten million pairs are 560 MB. Write takes 4 more bytes for each
// pair, 8 if there are several tasks, and up to 20 for each size of groups.
type Split struct {
	Name  string       // train, validation (or dev) or test
	Pairs *pairs.Table // the rows, in file order
	// Spares has further pairs of the positives in Pairs, which only fill groups and are not written as rows. It may be nil.
	Spares *pairs.Table
}

// Input is the input of a plan. Several goroutines call Query and Doc, also more than once for an id. The result for an id must not change.
// ok is false if there is no such text, which is an error. Doc and Numbered also return the documents that lnc2 makes ("ID~k").
type Input struct {
	Splits     []Split
	Query      func(id string) (text string, ok bool)
	Doc        func(id string) (title, text string, ok bool)
	Numbered   *NumberedDocs       // finds documents faster than Doc; nil: Doc is called for every document
	Tokenizer  *tokenize.Tokenizer // the tokenizer; may be nil if no format needs ids
	Teacher    *Teacher            // the scores that formats teach; nil: the scores of the pairs
	Rankings   []Ranking           // the candidates for formats that evaluate, and for Options.Candidates
	Judgements iter.Seq[Judgement] // the judgements for comparison with labels and for Options.SpreadQueries; nil: those that pairs state
	Lists      *Lists              // the lists for formats that learn from lists; nil: there are none
}

// Judgement says whether a document is relevant for a query.
type Judgement struct {
	QueryID, DocID string
	Relevant       bool
	InUse          bool   // true for a label; false if the judgement only keeps the document from being a negative in a batch
	Split          string // the split that has the query's rows
}

// NumberedDocs finds the number of a document by its id, and the document by its number. If Number finds an id, Text returns for its number
// the same document that Input.Doc returns for the id.
type NumberedDocs struct {
	Number func(id string) (number uint64, ok bool)
	Text   func(number uint64) (title, text string)
}

// Teacher holds a model's scores of documents for queries, which formats for distillation write.
type Teacher struct {
	SHA256 []string // the checksums of the files of scores
	Score  func(query, doc string) (float64, bool)
}

// FileName returns the split's name in files. dev is called validation, as by Hugging Face. In other names, such as dev.small, _ replaces
// everything but letters, digits and single dots.
func (s Split) FileName() (string, error) {
	switch s.Name {
	case "dev":
		return "validation", nil
	case "":
		return "", errs.BadUsage("call it train, validation or test", "a split has no name")
	}
	return oddInNames().ReplaceAllString(s.Name, "_"), nil
}

// oddInNames matches the characters that the name of a split in files may not have.
var oddInNames = lazy.Regexp(`\.\.+|[^A-Za-z0-9.]|^\.|\.$`)

// QueryText returns the text of a query, and "" if there is none.
func (in *Input) QueryText(id string) string {
	text, _ := in.Query(id)
	return text
}

// number returns 1 + the number of a document in Numbered, and 0 for a query or a document without a number.
func (in *Input) number(ref textRef) uint64 {
	if !ref.query && in.Numbered != nil {
		if number, ok := in.Numbered.Number(ref.id); ok {
			return number + 1
		}
	}
	return 0
}

// doc returns a document by the result of Input.number, or by its id if that is 0.
func (in *Input) doc(id string, number uint64) (title, text string, ok bool) {
	switch {
	case number > 0:
		title, text = in.Numbered.Text(number - 1)
		return title, text, true
	case in.Doc != nil:
		return in.Doc(id)
	}
	return "", "", false
}

// fetch returns a text and reports whether it holds one of the Breaks, apart from the line break that DocText adds after the title. number
// is the result of Input.number.
func (in *Input) fetch(ref textRef, number uint64) (text string, hasBreaks bool, err error) {
	if ref.query {
		text, ok := in.Query(ref.id)
		if !ok {
			return "", false, errs.BadInput("", 0, "give the queries that the pairs were made with", "pairs name a query %q that is not there",
				ref.id)
		}
		return text, strings.ContainsAny(text, Breaks), nil
	}
	title, body, ok := in.doc(ref.id, number)
	if !ok {
		return "", false, errs.BadInput("", 0, "give the collection that the pairs were made with",
			"pairs name a document %q that is not there", ref.id)
	}
	return DocText(title, body), strings.ContainsAny(title, Breaks) || strings.ContainsAny(body, Breaks), nil
}
