package read

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// readInside finds the query inside the documents of a row, by what they hold, and returns why it cannot.
var readInside = map[string]func(*corpus.TrainingRow, tabular.Row) (bad string){tabular.InPieces: readPieces, tabular.InInputs: readInputs,
	tabular.InTitles: readTitles}

// Reasons of rows of these forms.
const (
	noPieces      = "row without word pieces"
	noPieceChoice = "label that is the place of no list of word pieces"
	notDivided    = "word pieces of one type alone: query and document cannot be divided"
	noPrompt      = "input that is no prompt of monoT5 or duoT5"
)

// readPieces divides ids of word pieces by their types: those of type 0 are the query, those of type 1 the document. Of several documents
// the label is the place of the best one.
func readPieces(row *corpus.TrainingRow, r tabular.Row) (bad string) {
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

// readTitles makes the title of the document another one. The label says which of the two is better.
func readTitles(row *corpus.TrainingRow, r tabular.Row) (bad string) {
	if len(r.Docs) != 1 || math.IsNaN(row.Docs[0].Grade) {
		return tabular.MissingLabel
	}
	row.Labelled = false
	row.Docs = append(row.Docs[:0], corpus.TrainingDoc{Text: r.Docs[0].Title, Grade: row.Docs[0].Grade},
		corpus.TrainingDoc{Text: r.Docs[0].Text, Grade: 1 - row.Docs[0].Grade})
	return ""
}

// inputParts are the texts of an input of monoT5 or duoT5.
var inputParts = regexp.MustCompile(`(?s)^Query: (.*?) Document(?:0)?: (.*?)(?: Document1: (.*))? Relevant:\s*$`)

// readInputs finds query and documents in the inputs of monoT5 and duoT5.
func readInputs(row *corpus.TrainingRow, _ tabular.Row) (bad string) {
	for i := range row.Docs {
		parts := inputParts.FindStringSubmatch(row.Docs[i].Text)
		if parts == nil {
			return noPrompt
		}
		row.Query, row.Docs[i].Text = parts[1], parts[2]
		if parts[3] != "" {
			row.Labelled = false
			row.Docs = append(row.Docs, corpus.TrainingDoc{Text: parts[3], Grade: 1 - row.Docs[i].Grade})
		}
	}
	return ""
}
