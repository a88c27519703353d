package format

import (
	"fmt"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var triplesFormat = Format{
	Name:       "triples",
	About:      "MS MARCO triples: query, positive, negative as TSV; triples-meta says line by line where they come from",
	Use:        "each line is cut at tabs into query, positive and negative; dl4marco-bert's convert_msmarco_to_tfrecord.py reads it",
	Needs:      plan.Needs{Flat: true, Weights: true},
	Parts:      triplesParts,
	Candidates: func(p *plan.Plan) []encoding.Part { return candidateTexts(p, "triples") },
	Folders: []encoding.Folder{{Name: "triples-meta", As: provenanceLines}, {Name: "triples" + plan.CandidateMark, As: textCandidates},
		{Name: "", As: textTriples}},
}

// triplesParts returns MS MARCO's triples.train.*.tsv: query TAB positive TAB negative, no header,
// no quoting. Readers strip a line's end and cut it at tabs. So no field is empty (sift drops such
// rows), holds a tab or line break, or ends in white space.
func triplesParts(p *plan.Plan) []encoding.Part {
	triples := encoding.Lines[plan.Row]{Folder: "triples", As: textTriples,
		Append: func(r plan.Row, line []byte) ([]byte, error) {
			return appendTriple(p, r, line), nil
		}}
	return append(triples.Parts(p.Pairwise), provenanceParts(p, "triples", p.Pairwise)...)
}

func appendTriple(p *plan.Plan, r plan.Row, line []byte) []byte {
	query, pos, neg := p.TextsOf(r)
	line = append(append(line, plan.Field(query)...), '\t')
	line = append(append(line, plan.Field(pos)...), '\t')
	return append(line, plan.Field(neg)...)
}

// candidateTexts returns MS MARCO's top1000.dev.tsv: qid TAB pid TAB query TAB passage.
func candidateTexts(p *plan.Plan, format string) []encoding.Part {
	return encoding.Lines[plan.Candidate]{Folder: format + plan.CandidateMark, As: textCandidates,
		Append: func(c plan.Candidate, line []byte) ([]byte, error) {
			for _, id := range [...]string{c.QueryID, c.DocID} {
				if hasSpace(id) {
					return nil, errs.BadInput("", 0, "leave out "+format+", or --candidates", "candidates in %s cannot carry the id %q", format, id)
				}
			}
			line = append(append(append(line, c.QueryID...), '\t'), c.DocID...)
			line = append(append(append(line, '\t'), plan.Field(p.In.QueryText(c.QueryID))...), '\t')
			return append(line, plan.Field(p.In.DocText(c.DocID))...), nil
		}}.Parts(p.Candidates)
}

// textTriples are lines of a query, a positive and a negative.
var textTriples = encoding.TabLines(3, func(fields []string) string {
	for i, text := range fields {
		if plan.Field(text) != text {
			return fmt.Sprintf("has white space at the end of field %d", i+1)
		}
	}
	return ""
})

// textCandidates are lines of the ids of a query and a document, and their texts.
var textCandidates = encoding.TabLines(4, func(fields []string) string { return checkFieldIDs(fields[:2]) })
