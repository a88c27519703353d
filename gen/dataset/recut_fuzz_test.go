package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// FuzzQueriesBesidePairs: what is read once is read back from what would be written of it, and what is not read is bad input.
func FuzzQueriesBesidePairs(f *testing.F) {
	f.Add([]byte("{\"_id\":\"q1\",\"text\":\"a <b>\"}\n{\"_id\":\"\",\"text\":\"\"}\n"))
	f.Add([]byte(`{"_id":1}`))
	f.Add([]byte(`[`))
	budgettest.Fuzz(f, func(t *testing.T, raw []byte) {
		texts, err := parseQueries("queries.jsonl", bytes.NewReader(raw))
		if err != nil {
			if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || e.File != "queries.jsonl" || e.Line < 1 {
				t.Fatalf("%v", err)
			}
			return
		}
		var again bytes.Buffer
		enc := json.NewEncoder(&again)
		for id, text := range texts {
			must.Do(t, enc.Encode(PairsQuery{ID: id, Text: text}))
		}
		if got, err := parseQueries("queries.jsonl", &again); err != nil || !maps.Equal(got, texts) {
			t.Fatalf("%v: %q, want %q", err, got, texts)
		}
	})
}
