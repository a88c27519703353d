package format

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var triplesIDsFormat = Format{
	Name:    "triples-ids",
	About:   "MS MARCO triples of ids: qid, pid, pid as TSV, and triples-ids-meta",
	Use:     "each line is cut at tabs into the ids of query, positive and negative, as qidpidtriples of MS MARCO",
	Needs:   plan.Needs{Weights: true},
	Parts:   tripleIDsParts,
	Folders: []encoding.Folder{{Name: "triples-ids-meta", As: provenanceLines}, {Name: "", As: idTriples}},
}

// tripleIDsParts returns MS MARCO's qidpidtriples.*.tsv: qid TAB pos TAB neg. An id with white
// space in it looks like two ids, and changing an id would lose its document.
func tripleIDsParts(p *plan.Plan) []encoding.Part {
	triples := encoding.Lines[plan.Row]{Folder: "triples-ids", As: idTriples, Append: func(r plan.Row, line []byte) ([]byte, error) {
		for _, id := range [...]string{r.QueryID, r.PosID, r.NegID} {
			if hasSpace(id) {
				return nil, errs.BadInput("", 0, "leave out triples-ids", "triples of ids cannot carry the id %q", id)
			}
		}
		line = append(append(line, r.QueryID...), '\t')
		line = append(append(line, r.PosID...), '\t')
		return append(line, r.NegID...), nil
	}}
	return append(triples.Parts(p.Pairwise), provenanceParts(p, "triples-ids", p.Pairwise)...)
}

// idTriples are lines of three ids.
var idTriples = encoding.TabLines(3, func(fields []string) string {
	if fields[1] == fields[2] {
		return "has one document for positive and negative"
	}
	return checkFieldIDs(fields)
})

// hasSpace reports whether an id cannot be a field of its own: it is empty or has white space.
func hasSpace(id string) bool { return id == "" || strings.ContainsFunc(id, pairs.IsSpace) }

// checkFieldIDs returns which id has white space in it.
func checkFieldIDs(ids []string) string {
	for _, id := range ids {
		if strings.ContainsFunc(id, pairs.IsSpace) {
			return fmt.Sprintf("has white space in the id %q", id)
		}
	}
	return ""
}
