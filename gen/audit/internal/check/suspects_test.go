package check

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
)

// suspectInput returns three rows of one query. The first two have one positive, d0; in the second it is the second document.
func suspectInput(t *testing.T) *Input {
	in := inputOf(t, `{"query": "q", "docs": ["d0", "d1", "d2"], "labels": [1, 0, 0]}
{"query": "q", "docs": ["d3", "d0"], "labels": [0, 1]}
{"query": "q", "docs": ["d0", "d4"], "labels": [0, 1]}`, "")
	return in
}

// TestFalseNegativeRows: a negative is probably relevant from .5 on. A row has the flag of its surest negative; the surest row is first.
func TestFalseNegativeRows(t *testing.T) {
	in := suspectInput(t)
	in.Suspects = &suspect.Suspects{Negatives: []suspect.Negative{
		{Row: 0, Item: 1, P: .5, Words: 2, Holds: 1}, {Row: 0, Item: 2, P: .6, Words: 2, Holds: 1, Evidence: suspect.Span{Begin: 3, End: 5}},
		{Row: 1, P: .499}, {Row: 2, P: .9, Words: 2, Holds: 2, Window: 3}}}
	in.Suspects.Negatives[1].Features[suspect.BM25Lead] = .1
	in.Suspects.Negatives[1].Features[suspect.Likeness] = .25
	f := falseNegative.Summarise(in)
	if want := []Flag{{Row: 2, Other: 3, Score: .9}, {Row: 0, Other: 1, Score: .6}}; !slices.Equal(f.Flags, want) {
		t.Fatalf("%v, want %v", f.Flags, want)
	}
	if want := "2 rows have a negative that is probably relevant"; f.Title != want || f.Count != 2 || f.Share != 2./3 {
		t.Errorf("%+v, want %s", f, want)
	}
	for i, want := range []string{
		"The negative is relevant with probability 0.90: it holds all 2 words of the query within 3 words; the positive holds 0; " +
			"it is 0.00 like the positive (cosine of TF-IDF).",
		"Document 2 of the row is relevant with probability 0.60: it holds 1 of the query's 2 words; the positive holds 0; " +
			"BM25 puts it above the positive; it is 0.25 like the positive (cosine of TF-IDF).",
	} {
		if got := falseNegative.Reason(in, f.Flags[i]); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	if got, want := falseNegative.Evidence(in, f.Flags[1]), (Evidence{2, suspect.Span{Begin: 3, End: 5}}); got != want {
		t.Errorf("evidence %v, want %v", got, want)
	}
	in.Suspects.Negatives = in.Suspects.Negatives[2:]
	if f := falseNegative.Summarise(in); f.Title != "1 row has a negative that is probably relevant" {
		t.Errorf("%+v", f)
	}
	in.Suspects.Negatives = in.Suspects.Negatives[:1]
	if f := falseNegative.Summarise(in); f.Title != "" || f.Count != 0 {
		t.Errorf("nothing is likely: %+v", f)
	}
}

// TestLikeliest: negatives by their scores, equal ones in the order of the rows, and each text once for a query. Without a probability the
// reason has none.
func TestLikeliest(t *testing.T) {
	in := suspectInput(t)
	unknown := float32(math.NaN())
	in.Suspects = &suspect.Suspects{Negatives: []suspect.Negative{
		{Row: 0, Item: 1, Score: .5, P: unknown}, {Row: 0, Item: 2, Score: .9, P: unknown}, {Row: 1, Score: .5, P: unknown},
		{Row: 0, Item: 2, Score: .7, P: unknown}}}
	want := []Flag{{Row: 0, Other: 1, Score: .9}, {Row: 0, Other: 0, Score: .5}, {Row: 1, Other: 2, Score: .5}}
	if got := in.Likeliest(20); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := in.Likeliest(2); !slices.Equal(got, want[:2]) {
		t.Errorf("%v, want %v", got, want[:2])
	}
	reason := falseNegative.Reason(in, want[0])
	if want := "Document 2 of the row may be relevant: it holds 0 of the query's 0 words;"; !strings.HasPrefix(reason, want) {
		t.Errorf("%s\nwant %s", reason, want)
	}
	if f := falseNegative.Summarise(in); f.Title != "" {
		t.Errorf("without a probability: %+v", f)
	}
}

// TestFalsePositiveRows: a positive that is probably not relevant flags each row in which it is one, among those that it was compared in.
func TestFalsePositiveRows(t *testing.T) {
	in := suspectInput(t)
	span := suspect.Span{Begin: 1, End: 2}
	in.Suspects = &suspect.Suspects{Positives: []suspect.Positive{
		{Row: 0, End: 3, P: .75, Words: 3, Holds: 1, Negatives: 1, NegativesAbove: 1, Evidence: span},
		{Row: 2, End: 3, Item: 1, P: .25}}}
	f := falsePositive.Summarise(in)
	if want := []Flag{{Row: 0, Score: .75}, {Row: 1, Score: .75}}; !slices.Equal(f.Flags, want) { // in row 2 d0 is a negative
		t.Fatalf("%v, want %v", f.Flags, want)
	}
	const said = " is not relevant with probability 0.75, if 5 % of the positives are wrong: BM25 puts 1 of 1 negative above it; "
	for row, what := range []string{"The positive", "Document 1 of the row"} {
		if got, want := falsePositive.Reason(in, f.Flags[row]), what+said+"it holds 1 of the query's 3 words."; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
		if got, want := falsePositive.Evidence(in, f.Flags[row]), (Evidence{row, span}); got != want {
			t.Errorf("evidence %v, want %v", got, want)
		}
	}
	in.Suspects.Positives[0].RunScored, in.Suspects.Positives[0].RunAbove = 4, 3
	want := "The positive" + said + "the run puts 3 of 4 above it; it holds 1 of the query's 3 words."
	if got := falsePositive.Reason(in, f.Flags[0]); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	in.Suspects.Positives[0].End = 1 // compared in its first row alone
	if f := falsePositive.Summarise(in); f.Title != "1 row has a positive that is probably not relevant" {
		t.Errorf("%+v", f)
	}
	in.Suspects = nil
	if f := falsePositive.Summarise(in); f.Title != "" {
		t.Errorf("nobody looked, and found %+v", f)
	}
}
