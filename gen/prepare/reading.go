package prepare

import (
	"encoding/json"
	"fmt"
	"io/fs"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/chain/stage"
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
		r.Reasons[reason.Text] += reason.Count
	}
	return r
}

func recallReading(r *stage.Run) error {
	raw, err := fs.ReadFile(r.Out.FS(), readingName)
	if err != nil {
		return err
	}
	var was Reading
	if err := json.Unmarshal(raw, &was); err != nil {
		return fmt.Errorf("%s: %w", readingName, err)
	}
	for reason, n := range was.Reasons {
		r.Account.Warnings[reason] += n
	}
	return nil
}
