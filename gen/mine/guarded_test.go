package mine

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/errs"
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
		if err == nil || !strings.HasPrefix(err.Error(), "query bad: internal error at guarded_test.go:") ||
			!strings.HasSuffix(err.Error(), "index out of range [3] with length 0") {
			t.Errorf("%d threads: %v", threads, err)
		}
	}
}

// TestErrorOfAQuery: an error of what is done with a query is the error of the whole, as it is.
func TestErrorOfAQuery(t *testing.T) {
	failure := errors.New("a failure")
	for _, threads := range []int{1, 4} {
		m := &Miner{Collection: &axioms.Collection{}, Threads: threads}
		err := m.Run(t.Context(), []Query{{ID: "good"}, {ID: "bad"}, {ID: "fine"}}, nil, func(_ int, q *Query, _ int, _ *Found) error {
			if q.ID == "bad" {
				return failure
			}
			return nil
		})
		if !errors.Is(err, failure) {
			t.Errorf("%d threads: %v, want %v", threads, err, failure)
		}
	}
}

// A query with too many candidates is refused before its pairs are looked at.
func TestTooManyCandidates(t *testing.T) {
	queries := []Query{{ID: "small", Docs: make([]Candidate, 3)}, {ID: "large", Docs: make([]Candidate, 4)}}
	m := &Miner{Collection: &axioms.Collection{}, Most: 3}
	seen := map[string]bool{}
	err := m.visitQueries(context.Background(), queries, nil, func(_ *worker, _ int, q *Query, _ int) error {
		seen[q.ID] = true
		return nil
	})
	if err == nil || !strings.HasPrefix(err.Error(), "query large: 4 candidates, more than 3") || seen["large"] {
		t.Errorf("%v; looked at %v", err, seen)
	}
}

// TestDamageIsTheError: what a file of the index says when it is damaged is the error, without the place in the code.
func TestDamageIsTheError(t *testing.T) {
	damage := errs.BadInput("postings", 0, "build it again", "its checksum differs")
	m := &Miner{Collection: &axioms.Collection{}, Threads: 1}
	err := m.Run(t.Context(), []Query{{ID: "q"}}, nil, func(int, *Query, int, *Found) error { panic(damage) })
	if !errors.Is(err, damage) || strings.Contains(err.Error(), "internal error") {
		t.Errorf("%v, want %v", err, damage)
	}
}
