package report

import "testing"

// TestFindingsOf: a significant difference is a finding of its own, and all others are one. By hand.
func TestFindingsOf(t *testing.T) {
	tests := []Test{
		{A: "BM25", B: "judged", Measure: "MAP", Diff: -.02, HolmP: .5, N: 40},
		{A: "BM25", B: "worse", Measure: "MAP", Diff: -.2, HolmP: .01, N: 40},
		{A: "BM25", B: "mixed", Measure: "MAP", Diff: .0004, HolmP: .25, N: 40},
	}
	const want = "No significant difference in 2 comparisons: MAP on 40 queries, Holm p 0.05 or more " +
		"(judged against BM25 −0.020, mixed against BM25 0.000)."
	if got := findingsOf(tests); len(got) != 2 || got[0] != tests[1].Finding() || got[1].String() != want {
		t.Errorf("%s, want %s and %s", got, tests[1].Finding(), want)
	}
	if got := findingsOf(tests[:2]); len(got) != 2 || got[0] != tests[1].Finding() || got[1] != tests[0].Finding() {
		t.Errorf("%s, want that of each test", got)
	}
	if got := findingsOf(nil); len(got) != 0 {
		t.Errorf("%s of no test", got)
	}
}
