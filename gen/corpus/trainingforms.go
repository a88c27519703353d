package corpus

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// trainingForm is a training set whose columns have other roles than their names have in a collection.
type trainingForm struct {
	has, hasNot []string // names of columns
	columns     string   // Options.Columns
	messages    bool     // columns that end in .content hold messages, whose texts are joined
	pieces      bool     // columns hold ids of word pieces, which are joined
	ids         bool     // texts are ids
	documentIDs bool     // texts of documents are ids
	lists       bool     // the id of the query is that of a list
	// inside finds the query inside the documents, and returns why it cannot; nil if the query has a column.
	inside func(*TrainingRow, tabular.Row) (bad string)
}

// fits reports whether a table in the form holds training rows. The zero form is that of other tables.
func (f trainingForm) fits(c tabular.Content) bool {
	return (c.Judgements || c.Scores) && (c.Queries || c.Several || f.columns != "")
}

// trainingForms are tried in this order.
var trainingForms = []trainingForm{
	{has: []string{"positive", "label", "anchor"}, hasNot: []string{"negative", "negative_1"},
		columns: "query=anchor,document=positive,label=label"},
	{has: []string{"positive", "labels", "anchor"}, hasNot: []string{"negative"}, columns: "query=anchor,document=positive,label=labels"},
	{has: []string{"id_left", "text_left", "id_right", "text_right", "label"},
		columns: "query=text_left,query_id=id_left,document=text_right,label=label", lists: true},
	{has: []string{"prompt", "chosen.content", "rejected.content"},
		columns: "query=prompt,positive=chosen.content,negative=rejected.content", messages: true},
	{has: []string{"prompt.content", "chosen.content", "rejected.content"},
		columns: "query=prompt.content,positive=chosen.content,negative=rejected.content", messages: true},
	{has: []string{"chosen.content", "rejected.content"}, columns: "positive=chosen.content,negative=rejected.content", messages: true},
	{has: []string{"prompt.content", "completion.content", "label"},
		columns: "query=prompt.content,document=completion.content,label=label", messages: true},
	{has: []string{"prompt", "completion", "label"}, columns: "query=prompt,document=completion,label=label"},
	{has: []string{"messages.content", "positive_messages.content", "negative_messages.content"},
		columns:  "query=messages.content,positive=positive_messages.content,negative=negative_messages.content",
		messages: true},
	{has: []string{"query_id", "positive_id", "negative_id"}, hasNot: []string{"positive", "negative"},
		columns: "query=query_id,positive=positive_id,negative=negative_id", ids: true},
	{has: []string{"query_input_ids", "pos_input_ids", "neg_input_ids"},
		columns: "query=query_input_ids,positive=pos_input_ids,negative=neg_input_ids", pieces: true},
	{has: []string{"query_input_ids", "doc_input_ids", "label"}, columns: "query=query_input_ids,document=doc_input_ids,label=label",
		pieces: true},
	{has: []string{"query_text", "positive_document_ids", "negative_document_ids"},
		columns: "query=query_text,positive=positive_document_ids,negative=negative_document_ids", documentIDs: true},
	{has: []string{"token_id", "type_id", "label"}, columns: "document=token_id,title=type_id,label=label", pieces: true, inside: readPieces},
	{has: []string{"input_ids", "token_type_ids", "label"}, columns: "document=input_ids,title=token_type_ids,label=label", pieces: true,
		inside: readPieces},
	{has: []string{"inputs", "targets"}, columns: "document=inputs,label=targets", inside: readInputs},
}

// writtenColumns are the columns of files that axiomine writes, where some of them say where a row comes from or what a trainer does with
// it, and have no role here. Numbered negatives are left out.
var writtenColumns = []string{
	"uid task axiom variant query_id pos_id neg_id query positive negative label weight margin source negative_source pos_grade neg_grade " +
		"pos_rank neg_rank pos_score neg_score",
	"uid query_input_ids pos_input_ids neg_input_ids weight margin",
	"uid input_ids token_type_ids label weight margin",
	"uid input_ids token_type_ids label weight",
	"uid input_ids token_type_ids label weight negative_source",
	"uid task input_ids token_type_ids label weight margin",
	"uid input_ids token_type_ids cls_positions cls_texts label weight negative_source",
	"uid input_ids token_type_ids cls_positions cls_texts label weight",
	"query_id doc_id rank label query document",
	"query_id doc_id query_input_ids doc_input_ids label",
	"query_id doc_id input_ids token_type_ids label",
	"anchor positive negative label",
	"anchor positive scores",
	"query_id query positive_passages negative_passages negative_sources",
	"query_id query_text positive_document_ids negative_document_ids negative_sources",
	"uid label olabel ruid token_id type_id",
	"uid label token_id type_id",
	"id_left text_left id_right text_right label",
	"uid query positive negative positive_matches negative_matches",
	"uid inputs targets negative_source",
	"query_id doc_id inputs targets",
	"query pos neg type query_id pos_ids neg_ids negative_sources",
	"query pos neg pos_scores neg_scores type query_id pos_ids neg_ids negative_sources",
	"messages positive_messages negative_messages query_id pos_ids neg_ids negative_sources",
}

// isWritten reports whether a table has all columns of a file that axiomine writes, and no others.
func isWritten(names []string) bool {
	columns := map[string]bool{}
	for _, name := range names {
		name, _, _ = strings.Cut(name, ".")
		if number, ok := strings.CutPrefix(name, "negative_"); !ok || !isWhole(number) {
			columns[name] = true
		}
	}
	return slices.ContainsFunc(writtenColumns, func(written string) bool {
		list := strings.Fields(written)
		return len(list) == len(columns) && !slices.ContainsFunc(list, func(name string) bool { return !columns[name] })
	})
}

// Reasons of rows of these forms.
const (
	noPieces      = "row without word pieces"
	noPieceChoice = "label that is the place of no list of word pieces"
	notDivided    = "word pieces of one type alone: query and document cannot be divided"
	noPrompt      = "input that is no prompt of monoT5 or duoT5"
)

// trainingFormOf returns the form of a table with columns of the given names, and whether there is one.
func trainingFormOf(names []string) (trainingForm, bool) {
	has := func(name string) bool { return slices.Contains(names, name) }
	for _, f := range trainingForms {
		if !slices.ContainsFunc(f.has, func(name string) bool { return !has(name) }) && !slices.ContainsFunc(f.hasNot, has) {
			return f, true
		}
	}
	return trainingForm{}, false
}

// readPieces divides ids of word pieces by their types: those of type 0 are the query, those of type 1 the document. Of several documents
// the label is the place of the best one.
func readPieces(row *TrainingRow, r tabular.Row) (bad string) {
	if len(r.Docs) == 0 {
		return noPieces
	}
	if place, err := strconv.Atoi(r.Docs[0].Label); len(r.Docs) > 1 && (err != nil || place < 0 || place >= len(r.Docs)) {
		return noPieceChoice
	}
	for i, d := range r.Docs {
		ids, types := strings.Fields(d.Text), strings.Fields(d.Title)
		n := 0
		for n < len(types) && n < len(ids) && types[n] == "0" {
			n++
		}
		if n == 0 || n == len(ids) {
			return notDivided
		}
		row.Query, row.Docs[i].Text = strings.Join(ids[:n], " "), strings.Join(ids[n:], " ")
		if len(r.Docs) > 1 {
			row.Labelled, row.Docs[i].Grade = false, 0
			if d.Label == strconv.Itoa(i) {
				row.Docs[i].Grade = 1
			}
		}
	}
	return ""
}

// inputParts are the texts of an input of monoT5 or duoT5.
var inputParts = regexp.MustCompile(`(?s)^Query: (.*?) Document(?:0)?: (.*?)(?: Document1: (.*))? Relevant:\s*$`)

// readInputs finds query and documents in the inputs of monoT5 and duoT5.
func readInputs(row *TrainingRow, _ tabular.Row) (bad string) {
	for i := range row.Docs {
		parts := inputParts.FindStringSubmatch(row.Docs[i].Text)
		if parts == nil {
			return noPrompt
		}
		row.Query, row.Docs[i].Text = parts[1], parts[2]
		if parts[3] != "" {
			row.Labelled = false
			row.Docs = append(row.Docs, TrainingDoc{Text: parts[3], Grade: 1 - row.Docs[i].Grade})
		}
	}
	return ""
}
