package sample

import (
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestPreferredHash: that of a candidate is at hand; a made document has the hash of its own id.
func TestPreferredHash(t *testing.T) {
	q := &Query{ID: "q", Docs: []Candidate{{ID: "d", Hash: 7}}}
	if got, made := preferredID(q, pairs.Instance{}), preferredID(q, pairs.Instance{Made: 2}); got != "d" || made != "d~2" {
		t.Errorf("%s and %s, want d and d~2", got, made)
	}
	if got := preferredHash(q, pairs.Instance{}); got != 7 {
		t.Errorf("%d, want the hash of the candidate, 7", got)
	}
	if got, want := preferredHash(q, pairs.Instance{Made: 2}), Hash("d~2"); got != want {
		t.Errorf("%d, want that of d~2, %d", got, want)
	}
}
