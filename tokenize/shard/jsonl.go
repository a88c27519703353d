package shard

import "reflect"

var jsonlFormat = format{
	name:       "jsonl",
	about:      "every row with all that is known of it, one JSON object a line",
	use:        "datasets.load_dataset(\"json\", data_files=\"DIR/jsonl/train-*\"), or a line at a time",
	needs:      needs{classes: true, weights: true},
	parts:      jsonlParts,
	candidates: candidateLines,
	folders:    []folder{{"jsonl" + candidateMark, candidateObjects}, {"", canonicalLines}},
}

// jsonlParts are the canonical rows of all tasks, one JSON object a line. Every row has every key; null stands for what a
// pair lacks.
func jsonlParts(p *plan) []part {
	return lines[row]{folder: "jsonl", as: canonicalLines, config: reflect.TypeFor[canonical](), append: func(r row, line []byte) ([]byte, error) {
		var c canonical
		canonicalOf(p, r, &c)
		return appendJSON(line, &c)
	}}.parts(p.all())
}

func candidateLines(p *plan) []part {
	same := func(s string) *string { return &s }
	return lines[candidate]{folder: "jsonl" + candidateMark, as: candidateObjects, append: func(c candidate, line []byte) ([]byte, error) {
		row := textCandidateOf(p, &c, same)
		return appendJSON(line, &row)
	}}.parts(p.candidates)
}

// canonicalLines have all values but those that a pair may lack.
var canonicalLines = objects(func(c *canonical) string {
	for _, text := range [...]*string{c.UID, c.Task, c.Axiom, c.Variant, c.QueryID, c.PosID, c.NegID, c.Query, c.Positive, c.Negative, c.Source} {
		if text == nil {
			return "has null for a text or an id"
		}
	}
	if c.Label == nil || *c.Label < 0 || *c.Label > 2 || c.Weight == nil || c.Margin == nil {
		return "has not a label from 0 to 2, a weight and a margin"
	}
	return ""
})

// candidateObjects are whole, too.
var candidateObjects = objects(func(c *textCandidate) string {
	if c.QueryID == nil || c.DocID == nil || c.Query == nil || c.Document == nil || c.Rank == nil || *c.Rank < 1 {
		return "has not a query, a document and a rank from 1"
	}
	if c.Label == nil || *c.Label < 0 || *c.Label > 1 {
		return "has a label that is neither 0 nor 1"
	}
	return ""
})
