package format

import (
	"reflect"
	"strconv"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var monot5Format = Format{
	Name:       "monot5",
	About:      "monoT5: JSON lines of inputs (Query: .. Document: .. Relevant:) and targets (true or false)",
	Use:        "datasets.load_dataset(\"json\", data_files=\"DIR/monot5/train-*\"): inputs and targets of T5ForConditionalGeneration",
	Needs:      plan.Needs{Weights: true},
	Parts:      monot5Parts,
	Candidates: monot5Candidates,
	Folders:    []encoding.Folder{{Name: "monot5" + plan.CandidateMark, As: monot5CandidateLines}, {Name: "", As: monot5Lines}},
}

// monot5Parts returns the inputs of monoT5 (Nogueira, Jiang, Pradeep and Lin, Document Ranking with
// a Pretrained Sequence-to-Sequence Model, Findings of EMNLP 2020): "Query: q Document: d
// Relevant:", with the target true for a pair's positive, then false for its negative. An input
// that pairs put on both sides has the word of the larger share, also under soft. Texts are whole:
// a trainer has to cut the document, since the end states what to answer.
func monot5Parts(p *plan.Plan) (parts []encoding.Part) {
	p.PairwiseTasks("monot5", func(t plan.Task, folder string) {
		pt := p.Points(folder, t.Views, plan.TextInput(p.Store), false)
		parts = append(parts, encoding.Lines[plan.Row]{Folder: folder, As: monot5Lines, Config: reflect.TypeFor[textToText](), Rows: pt.Rows,
			Append: func(r plan.Row, line []byte) ([]byte, error) {
				var err error
				pt.Each(r, func(_ uint32, doc string, label float64) {
					if err != nil {
						return
					}
					if len(line) > 0 {
						line = append(line, '\n')
					}
					line, err = encoding.AppendJSON(line, &textToText{UID: r.UID, NegSource: r.NegativeSource(), Weight: p.RowWeight(r),
						Inputs: monot5Input(p.In.QueryText(r.QueryID), p.In.DocText(doc)), Targets: strconv.FormatBool(label > 0.5)})
				})
				return line, err
			}}.Parts(t.Views)...)
	})
	return parts
}

// t5Candidate is a candidate to be scored: the logit of true at the first position of the output is
// its score.
type t5Candidate struct {
	QueryID string `json:"query_id"`
	DocID   string `json:"doc_id"`
	Inputs  string `json:"inputs"`
	Targets string `json:"targets"` // true for a relevant candidate
}

func monot5Candidates(p *plan.Plan) []encoding.Part {
	return encoding.Lines[plan.Candidate]{Folder: "monot5" + plan.CandidateMark, As: monot5CandidateLines,
		Append: func(c plan.Candidate, line []byte) ([]byte, error) {
			return encoding.AppendJSON(line, &t5Candidate{c.QueryID, c.DocID, monot5Input(p.In.QueryText(c.QueryID), p.In.DocText(c.DocID)),
				strconv.FormatBool(c.Relevant)})
		}}.Parts(p.Candidates)
}

func monot5Input(query, document string) string {
	return t5Query + query + t5Document + document + t5Question
}

var monot5Lines = t5Lines(t5Query, t5Document)

var monot5CandidateLines = encoding.Objects(func(c *t5Candidate) string {
	return checkT5(c.Inputs, c.Targets, []string{t5Query, t5Document})
})
