package shard

import (
	"reflect"
	"strconv"
)

var monot5Format = format{
	name:       "monot5",
	about:      "monoT5: JSON lines of inputs (Query: .. Document: .. Relevant:) and targets (true or false)",
	use:        "datasets.load_dataset(\"json\", data_files=\"DIR/monot5/train-*\"): inputs and targets of T5ForConditionalGeneration",
	needs:      needs{weights: true},
	parts:      monot5Parts,
	candidates: monot5Candidates,
	folders:    []folder{{"monot5" + candidateMark, monot5CandidateLines}, {"", monot5Lines}},
}

// monot5Parts are the inputs of monoT5 (Nogueira, Jiang, Pradeep and Lin, Document Ranking with a Pretrained Sequence-to-Sequence
// Model, Findings of EMNLP 2020): "Query: q Document: d Relevant:", with the target true for a pair's positive, then
// false for its negative; an input that pairs put on both sides has the word of the larger share, also under soft. Texts are whole: a trainer has to cut the document, since the end says what to answer.
func monot5Parts(p *plan) (parts []part) {
	p.pairwiseTasks("monot5", func(t task, folder string) {
		pt := p.points(folder, t.views, p.textInput, false)
		parts = append(parts, lines[row]{folder: folder, as: monot5Lines, config: reflect.TypeFor[textToText](), rows: pt.rows, append: func(r row, line []byte) ([]byte, error) {
			var err error
			pt.each(r, func(_ uint32, doc string, label float64) {
				if err != nil {
					return
				}
				if len(line) > 0 {
					line = append(line, '\n')
				}
				line, err = appendJSON(line, &textToText{UID: r.UID, Weight: p.rowWeight(r),
					Inputs: monot5Input(p.in.queryText(r.QueryID), p.in.docText(doc)), Targets: strconv.FormatBool(label > 0.5)})
			})
			return line, err
		}}.parts(t.views)...)
	})
	return parts
}

// t5Candidate is a candidate to be scored: the logit of true at the first place of the output is its score.
type t5Candidate struct {
	QueryID string `json:"query_id"`
	DocID   string `json:"doc_id"`
	Inputs  string `json:"inputs"`
	Targets string `json:"targets"` // true for a relevant one
}

func monot5Candidates(p *plan) []part {
	return lines[candidate]{folder: "monot5" + candidateMark, as: monot5CandidateLines, append: func(c candidate, line []byte) ([]byte, error) {
		return appendJSON(line, &t5Candidate{c.queryID, c.docID, monot5Input(p.in.queryText(c.queryID), p.in.docText(c.docID)), strconv.FormatBool(c.relevant)})
	}}.parts(p.candidates)
}

func monot5Input(query, document string) string {
	return t5Query + query + t5Document + document + t5Question
}

var monot5Lines = t5Lines(t5Query, t5Document)

var monot5CandidateLines = objects(func(c *t5Candidate) string {
	return wrongT5(c.Inputs, c.Targets, []string{t5Query, t5Document})
})
