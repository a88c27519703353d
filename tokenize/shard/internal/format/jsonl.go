package format

import (
	"reflect"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var jsonlFormat = Format{
	Name:       "jsonl",
	About:      "every row with all that is known of it, one JSON object a line",
	Use:        "datasets.load_dataset(\"json\", data_files=\"DIR/jsonl/train-*\"), or a line at a time",
	Needs:      plan.Needs{Classes: true, Weights: true},
	Parts:      jsonlParts,
	Candidates: candidateLines,
	Folders:    []encoding.Folder{{Name: "jsonl" + plan.CandidateMark, As: candidateObjects}, {Name: "", As: canonicalLines}},
}

// jsonlParts returns the canonical rows of all tasks, one JSON object a line. Every row has every
// key; null is a value that a pair lacks.
func jsonlParts(p *plan.Plan) []encoding.Part {
	return encoding.Lines[plan.Row]{Folder: "jsonl", As: canonicalLines, Config: reflect.TypeFor[canonical](),
		Append: func(r plan.Row, line []byte) ([]byte, error) {
			var c canonical
			fillCanonical(p, r, &c)
			return encoding.AppendJSON(line, &c)
		}}.Parts(p.All())
}

func candidateLines(p *plan.Plan) []encoding.Part {
	pointer := func(s string) *string { return &s }
	return encoding.Lines[plan.Candidate]{Folder: "jsonl" + plan.CandidateMark, As: candidateObjects,
		Append: func(c plan.Candidate, line []byte) ([]byte, error) {
			row := textCandidateOf(p, &c, pointer)
			return encoding.AppendJSON(line, &row)
		}}.Parts(p.Candidates)
}

// canonicalLines have all values except those that a pair may lack.
var canonicalLines = encoding.Objects(func(c *canonical) string {
	for _, text := range [...]*string{c.UID, c.Task, c.Axiom, c.Variant, c.QueryID, c.PosID, c.NegID, c.Query, c.Positive, c.Negative,
		c.Source} {
		if text == nil {
			return "has null for a text or an id"
		}
	}
	if c.Label == nil || *c.Label < 0 || *c.Label > 2 || c.Weight == nil || c.Margin == nil {
		return "has not a label from 0 to 2, a weight and a margin"
	}
	return ""
})

// candidateObjects have all values.
var candidateObjects = encoding.Objects(func(c *textCandidate) string {
	if c.QueryID == nil || c.DocID == nil || c.Query == nil || c.Document == nil || c.Rank == nil || *c.Rank < 1 {
		return "has not a query, a document and a rank from 1"
	}
	if c.Label == nil || *c.Label < 0 || *c.Label > 1 {
		return "has a label that is neither 0 nor 1"
	}
	return ""
})
