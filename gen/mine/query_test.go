package mine

import (
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/prose"
)

// TestCandidateNumbers: the numbers of drawn pairs go through the candidates, and then through those outside.
func TestCandidateNumbers(t *testing.T) {
	q := &Query{Docs: []Candidate{{Doc: 7}, {Doc: 8}}, Outside: []Candidate{{Doc: 3}, {Doc: 4}}}
	for number, want := range []uint32{7, 8, 3, 4} {
		if got := q.Candidate(int32(number)).Doc; got != want {
			t.Errorf("number %d: document %d, want %d", number, got, want)
		}
	}
}

// TestNeedsOf: a list needs what any of its axioms needs, wherever it is in the list.
func TestNeedsOf(t *testing.T) {
	for names, want := range map[string]needs{"tfc1": {}, "run(r.txt), tfc1": {ids: true}, "tfc1, run(r.txt)": {ids: true},
		"asl, tfc1": {sentences: true}, "asl, run(r.txt), tfc1": {true, true}} {
		list, err := axioms.ParseList(names)
		if err != nil {
			t.Fatal(err)
		}
		if got := needsOf(list...); got != want {
			t.Errorf("%s: %+v, want %+v", names, got, want)
		}
		x, queries := threeDocs(t)
		doc := queries[0].docs(x, want, nil, nil)[1]
		if doc.ID != map[bool]string{true: "a"}[want.ids] || (doc.Sentences != prose.Counts{}) != want.sentences {
			t.Errorf("%s: %+v", names, doc)
		}
	}
}
