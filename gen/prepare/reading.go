package prepare

import (
	"encoding/json"
	"fmt"

	"github.com/axiomine/axiomine/gen/corpus"
)

// readingName is the file that keeps a reading.
const readingName = "reading.json"

// Reading is the account of the documents' reader. It stays beside the index, so that a resumed run warns of the same.
type Reading struct {
	Documents int            `json:"documents"` // that were read and kept
	Reasons   map[string]int `json:"reasons"`   // what was skipped or changed, and how often
}

func readingOf(rep *corpus.Report) Reading {
	r := Reading{Documents: rep.Kept, Reasons: map[string]int{}}
	for _, reason := range rep.Reasons {
		r.Reasons[reason.What] += reason.Count
	}
	return r
}

func (p *Prepared) recallReading() error {
	raw, err := p.Inputs.Run.Out.ReadFile(readingName)
	if err != nil {
		return err
	}
	var r Reading
	if err := json.Unmarshal(raw, &r); err != nil {
		return fmt.Errorf("%s: %w", readingName, err)
	}
	for reason, n := range r.Reasons {
		p.Inputs.Run.Account.Warnings[reason] += n
	}
	return nil
}
