package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// provenance is the origin of a line of a format without columns: an object a line, in the same
// order and shards.
type provenance struct {
	UID       string  `json:"uid"`
	Axiom     string  `json:"axiom"`
	Variant   string  `json:"variant"`
	QueryID   string  `json:"query_id"`
	PosID     string  `json:"pos_id"`
	NegID     string  `json:"neg_id"`
	Weight    float64 `json:"weight"`
	Margin    float64 `json:"margin"`
	Source    string  `json:"source"`
	NegSource string  `json:"negative_source"`
}

// provenanceParts returns the folder FOLDER-meta with the provenance of each line of a folder.
func provenanceParts(p *plan.Plan, folder string, views []plan.View[plan.Row]) []encoding.Part {
	return encoding.Lines[plan.Row]{Folder: folder + "-meta", As: provenanceLines, Append: func(r plan.Row, line []byte) ([]byte, error) {
		return encoding.AppendJSON(line, &provenance{r.UID, r.Axiom, r.Variant, r.QueryID, r.PosID, r.NegID, r.Weight, r.Margin,
			string(r.Source), r.NegativeSource()})
	}}.Parts(views)
}

// provenanceLines name a pair and its documents.
var provenanceLines = encoding.Objects(func(p *provenance) string {
	if p.PosID == p.NegID {
		return "names no pair of two documents"
	}
	return ""
})
