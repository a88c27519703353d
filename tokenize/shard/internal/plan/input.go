package plan

import (
	"iter"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Text is a query or a document.
type Text struct {
	ID     string
	Number uint32 // in the store
}

// ListTexts returns the queries and the documents of rows and of candidates, each once, in the order of their first use.
func ListTexts(store *Store, rows []View[Row], candidates []View[Candidate]) (queries, documents []Text) {
	isAdded := make([]bool, len(store.Info))
	for _, v := range rows {
		for r := range v.Items.Each {
			queries = NewText(queries, isAdded, r.QueryID, r.Query)
			documents = NewText(NewText(documents, isAdded, r.PosID, r.Pos), isAdded, r.NegID, r.Neg)
		}
	}
	for _, v := range candidates {
		for c := range v.Items.Each {
			queries, documents = NewText(queries, isAdded, c.QueryID, c.Query), NewText(documents, isAdded, c.DocID, c.Doc)
		}
	}
	return queries, documents
}

// NewText appends a text to the list and marks it in isAdded, unless it is marked already.
func NewText(list []Text, isAdded []bool, id string, number uint32) []Text {
	if isAdded[number] {
		return list
	}
	isAdded[number] = true
	return append(list, Text{id, number})
}

// SizeOf returns the number of bytes of a text in the store.
func (s *Store) SizeOf(t Text) int64 { return s.TextSize(t.Number) }

// Breaks are the characters that end a field or a line of a TSV file, or stop its reading.
const Breaks = "\t\r\n\x00"

var spaces = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ", "\x00", " ")

// Unbreak returns text with a space for each of the breaks.
func Unbreak(text string) string { return spaces.Replace(text) }

// Field returns a text that fits into a field: a space replaces each break, and white space at the
// end is removed, since readers that strip the line would remove it too.
func Field(text string) string { return strings.TrimRightFunc(Unbreak(text), pairs.IsSpace) }

// IsBlank reports whether Field(text) is empty.
func IsBlank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r != 0 && !pairs.IsSpace(r) }) < 0
}

// Split is one part of a data set. Its pairs are in file order. A table takes 56 bytes a pair: ten
// million pairs are 560 MB. Write takes 4 more bytes a pair, 8 if there are several tasks, and up to
// 20 for each size of groups.
type Split struct {
	Name  string // train, validation (or dev) or test
	Pairs *pairs.Table
	// Spares are further pairs of the positives in Pairs. They are no rows and only fill groups. Nil: none.
	Spares *pairs.Table
}

// Input is the input of a plan. Several goroutines call Query and Doc, also more than once for an id. The result for an id must not change.
// If ok is false, there is no such text, which is an error. Doc also makes the documents of lnc2 ("ID~k").
type Input struct {
	Splits     []Split
	Query      func(id string) (text string, ok bool)
	Doc        func(id string) (title, text string, ok bool)
	Numbered   *NumberedDocs       // a faster way to the same documents; nil: Doc is called for every document
	Tokenizer  *tokenize.Tokenizer // nil: no format needs ids, and none is written
	Teacher    *Teacher            // for formats that teach scores; nil: the scores of the pairs
	Rankings   []Ranking           // for formats that evaluate and for Options.Candidates
	Judgements iter.Seq[Judgement] // of queries, for Options.SpreadQueries and labels of single documents; nil: those of the pairs alone
	Lists      *Lists              // for formats that learn from lists; nil: none
}

// Judgement says whether a document is relevant for a query.
type Judgement struct {
	QueryID, DocID string
	Relevant       bool
	InUse          bool   // is a label; false: only keeps the document out of batches as a negative
	Split          string // the split that has the query's rows
}

// NumberedDocs finds the number of a document by its id, and the document by its number. If Number(id) is ok, Text of it is Doc(id).
type NumberedDocs struct {
	Number func(id string) (number uint32, ok bool)
	Text   func(number uint32) (title, text string)
}

// Teacher holds a model's scores of documents for queries, which formats for distillation write.
type Teacher struct {
	SHA256 []string // checksums of the files of scores
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

var oddInNames = lazy.Regexp(`\.\.+|[^A-Za-z0-9.]|^\.|\.$`)

// DocText returns the text of a document: title, newline, text.
func DocText(title, text string) string {
	if title == "" {
		return text
	}
	return title + "\n" + text
}

// QueryText returns the text of a query, and "" if there is none.
func (in *Input) QueryText(id string) string {
	text, _ := in.Query(id)
	return text
}

// DocText returns the text of a document, and "" if there is none.
func (in *Input) DocText(id string) string {
	title, text, _ := in.Doc(id)
	return DocText(title, text)
}

// number returns the number of a document plus 1, and 0 for a text without a number.
func (in *Input) number(ref textRef) uint32 {
	if !ref.query && in.Numbered != nil {
		if number, ok := in.Numbered.Number(ref.id); ok {
			return number + 1
		}
	}
	return 0
}

// fetch returns a text, and whether it holds one of the Breaks. The line break that DocText puts
// after the title does not count. number is the result of Input.number.
func (in *Input) fetch(ref textRef, number uint32) (text string, hasBreaks bool, err error) {
	if ref.query {
		text, ok := in.Query(ref.id)
		if !ok {
			return "", false, errs.BadInput("", 0, "give the queries that the pairs were made with", "pairs name a query %q that is not there",
				ref.id)
		}
		return text, strings.ContainsAny(text, Breaks), nil
	}
	var title, body string
	ok := number > 0
	if ok {
		title, body = in.Numbered.Text(number - 1)
	} else {
		title, body, ok = in.Doc(ref.id)
	}
	if !ok {
		return "", false, errs.BadInput("", 0, "give the collection that the pairs were made with",
			"pairs name a document %q that is not there", ref.id)
	}
	return DocText(title, body), strings.ContainsAny(title, Breaks) || strings.ContainsAny(body, Breaks), nil
}
