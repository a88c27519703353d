package shard

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

var triplesFormat = format{
	name:       "triples",
	about:      "MS MARCO triples: query, positive, negative as TSV; triples-meta says line by line where they come from",
	use:        "each line is cut at tabs into query, positive and negative; dl4marco-bert's convert_msmarco_to_tfrecord.py reads it",
	needs:      needs{flat: true, weights: true},
	parts:      triplesParts,
	candidates: func(p *plan) []part { return candidateTexts(p, "triples") },
	folders:    []folder{{"triples-meta", provenanceLines}, {"triples" + candidateMark, textCandidates}, {"", textTriples}},
}

// triplesParts are MS MARCO's triples.train.*.tsv: query TAB positive TAB negative, no header, no quoting. Readers strip a
// line's end and cut it at tabs, so no field is empty (sift saw to it), holds a tab or line break, or ends in white space.
func triplesParts(p *plan) []part {
	triples := lines[row]{folder: "triples", as: textTriples, append: func(r row, line []byte) ([]byte, error) { return appendTriple(p, r, line), nil }}
	return append(triples.parts(p.pairwise), provenanceParts(p, "triples", p.pairwise)...)
}

func appendTriple(p *plan, r row, line []byte) []byte {
	line = append(append(line, field(p.in.queryText(r.QueryID))...), '\t')
	line = append(append(line, field(p.in.docText(r.PosID))...), '\t')
	return append(line, field(p.in.docText(r.NegID))...)
}

// candidateTexts are MS MARCO's top1000.dev.tsv: qid TAB pid TAB query TAB passage.
func candidateTexts(p *plan, format string) []part {
	return lines[candidate]{folder: format + candidateMark, as: textCandidates, append: func(c candidate, line []byte) ([]byte, error) {
		for _, id := range [...]string{c.queryID, c.docID} {
			if id == "" || strings.ContainsFunc(id, pairs.IsSpace) {
				return nil, fault.BadInput("", 0, "leave out "+format+", or --candidates", "candidates in %s cannot carry the id %q", format, id)
			}
		}
		line = append(append(append(line, c.queryID...), '\t'), c.docID...)
		line = append(append(append(line, '\t'), field(p.in.queryText(c.queryID))...), '\t')
		return append(line, field(p.in.docText(c.docID))...), nil
	}}.parts(p.candidates)
}

// textTriples are lines of a query, a positive and a negative.
var textTriples = tabbed(3, func(fields []string) string {
	if fields[1] == fields[2] {
		return "has one text for positive and negative"
	}
	for i, text := range fields {
		if field(text) != text {
			return fmt.Sprintf("has white space at the end of field %d", i+1)
		}
	}
	return ""
})

// textCandidates are lines of the ids of a query and a document, and their texts.
var textCandidates = tabbed(4, func(fields []string) string { return wrongIDs(fields[:2]) })
