package shard

import (
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// triplesParts are MS MARCO's triples.train.*.tsv: query TAB positive TAB negative, no header, no quoting. Readers strip a
// line's end and cut it at tabs, so no field is empty (sift saw to it), holds a tab or line break, or ends in white space.
func triplesParts(p *plan) []part {
	triples := lines[row]{folder: "triples", extension: "tsv", append: func(r row, line []byte) ([]byte, error) { return p.triple(r, line), nil }}
	return append(triples.parts(p.pairwise), p.provenanceParts("triples", p.pairwise)...)
}

func (p *plan) triple(r row, line []byte) []byte {
	line = append(append(line, field(p.in.query(r.QueryID))...), '\t')
	line = append(append(line, field(p.in.doc(r.PosID))...), '\t')
	return append(line, field(p.in.doc(r.NegID))...)
}

// tripleIDsParts are MS MARCO's qidpidtriples.*.tsv: qid TAB pos TAB neg. An id with white space in it cannot be told from
// two, and changing an id would lose its document.
func tripleIDsParts(p *plan) []part {
	triples := lines[row]{folder: "triples-ids", extension: "tsv", append: func(r row, line []byte) ([]byte, error) {
		for _, id := range [...]string{r.QueryID, r.PosID, r.NegID} {
			if id == "" || strings.ContainsFunc(id, pairs.IsSpace) {
				return nil, fault.BadInput("", 0, "leave out triples-ids", "triples of ids cannot carry the id %q", id)
			}
		}
		line = append(append(line, r.QueryID...), '\t')
		line = append(append(line, r.PosID...), '\t')
		return append(line, r.NegID...), nil
	}}
	return append(triples.parts(p.pairwise), p.provenanceParts("triples-ids", p.pairwise)...)
}
