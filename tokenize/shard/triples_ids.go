package shard

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

var triplesIDsFormat = format{
	name:    "triples-ids",
	about:   "MS MARCO triples of ids: qid, pid, pid as TSV, and triples-ids-meta",
	use:     "each line is cut at tabs into the ids of query, positive and negative, as qidpidtriples of MS MARCO",
	needs:   needs{weights: true},
	parts:   tripleIDsParts,
	folders: []folder{{"triples-ids-meta", provenanceLines}, {"", idTriples}},
}

// tripleIDsParts are MS MARCO's qidpidtriples.*.tsv: qid TAB pos TAB neg. An id with white space in it cannot be told from
// two, and changing an id would lose its document.
func tripleIDsParts(p *plan) []part {
	triples := lines[row]{folder: "triples-ids", as: idTriples, append: func(r row, line []byte) ([]byte, error) {
		for _, id := range [...]string{r.QueryID, r.PosID, r.NegID} {
			if id == "" || strings.ContainsFunc(id, pairs.IsSpace) {
				return nil, fault.BadInput("", 0, "leave out triples-ids", "triples of ids cannot carry the id %q", id)
			}
		}
		line = append(append(line, r.QueryID...), '\t')
		line = append(append(line, r.PosID...), '\t')
		return append(line, r.NegID...), nil
	}}
	return append(triples.parts(p.pairwise), provenanceParts(p, "triples-ids", p.pairwise)...)
}

// idTriples are lines of three ids.
var idTriples = tabbed(3, func(fields []string) string {
	if fields[1] == fields[2] {
		return "has one document for positive and negative"
	}
	return wrongIDs(fields)
})

// wrongIDs says which id has white space in it.
func wrongIDs(ids []string) string {
	for _, id := range ids {
		if strings.ContainsFunc(id, pairs.IsSpace) {
			return fmt.Sprintf("has white space in the id %q", id)
		}
	}
	return ""
}
