package audit

import (
	"encoding/json"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Change is how the count of a finding differs from that of an earlier audit.
type Change struct {
	Code    string `json:"code"`
	Earlier int    `json:"before"`
	Now     int    `json:"now"`
}

// Compare adds the changes since an earlier audit.json.
func (r *Report) Compare(path string) error {
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return errs.CannotOpen(path, err)
	}
	var earlier struct {
		SchemaVersion int        `json:"schema_version"`
		Findings      *[]Finding `json:"findings"`
	}
	if err := json.Unmarshal(raw, &earlier); err != nil || earlier.Findings == nil || earlier.SchemaVersion != schemaVersion {
		return errs.BadInput(path, 0, "name the audit.json of an earlier audit", "no audit of schema version %d", schemaVersion)
	}
	old, now := countsOf(*earlier.Findings), countsOf(r.Findings)
	r.Changes = []Change{}
	for _, code := range r.Checked {
		if old[code] != now[code] {
			r.Changes = append(r.Changes, Change{code, old[code], now[code]})
		}
	}
	return nil
}

func countsOf(findings []Finding) map[string]int {
	counts := map[string]int{}
	for _, f := range findings {
		counts[f.Code] = f.Count
	}
	return counts
}
