package mine

import (
	"context"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
)

// A panic on one query is an error that names the query and the place, at any number of threads.
func TestPanicNamesTheQuery(t *testing.T) {
	queries := []Query{{ID: "good"}, {ID: "bad"}, {ID: "fine"}}
	for _, threads := range []int{1, 4} {
		m := &Miner{Collection: &axioms.Collection{}, Threads: threads}
		err := m.Run(context.Background(), queries, nil, func(_ int, q *Query, _ int, _ *Found) error {
			if q.ID == "bad" {
				_ = q.Docs[3]
			}
			return nil
		})
		if err == nil || !strings.HasPrefix(err.Error(), "query \"bad\": internal error at guarded_test.go:") ||
			!strings.HasSuffix(err.Error(), "index out of range [3] with length 0") {
			t.Errorf("%d threads: %v", threads, err)
		}
	}
}
