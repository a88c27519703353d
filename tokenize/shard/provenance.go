package shard

// provenance is where a line of a format without columns comes from: an object a line, in the same order and shards.
type provenance struct {
	UID     string  `json:"uid"`
	Axiom   string  `json:"axiom"`
	Variant string  `json:"variant"`
	QueryID string  `json:"query_id"`
	PosID   string  `json:"pos_id"`
	NegID   string  `json:"neg_id"`
	Weight  float64 `json:"weight"`
	Margin  float64 `json:"margin"`
	Source  string  `json:"source"`
}

// provenanceParts are the folder FOLDER-meta with the provenance of each line of a folder.
func provenanceParts(p *plan, folder string, views []view[row]) []part {
	return lines[row]{folder: folder + "-meta", as: provenanceLines, append: func(r row, line []byte) ([]byte, error) {
		return appendJSON(line, &provenance{r.UID, r.Axiom, r.Variant, r.QueryID, r.PosID, r.NegID, r.Weight, r.Margin, string(r.Source)})
	}}.parts(views)
}

// provenanceLines name a pair and its documents.
var provenanceLines = objects(func(p *provenance) string {
	if p.UID == "" || p.PosID == p.NegID {
		return "names no pair of two documents"
	}
	return ""
})
