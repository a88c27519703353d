package check

import (
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// suspectInput returns three rows of one query. The first two have one positive, d0; in the second it is the second document.
func suspectInput(t *testing.T) *Input {
	in := inputOf(t, `{"query": "q", "docs": ["d0", "d1", "d2"], "labels": [1, 0, 0]}
{"query": "q", "docs": ["d3", "d0"], "labels": [0, 1]}
{"query": "q", "docs": ["d0", "d4"], "labels": [0, 1]}`, "")
	return in
}

// TestFalseNegatives: negatives by their scores, equal ones in the order of the rows, and each text once for a query, with the reason.
func TestFalseNegatives(t *testing.T) {
	in := suspectInput(t)
	in.Suspects = &suspect.Suspects{Negatives: []suspect.Document{{Row: 0, Item: 1, Score: .5}, {Row: 0, Item: 2, Score: .9, Words: 2,
		Holds: 1, Evidence: suspect.Span{Begin: 3, End: 5}}, {Row: 1, Score: .5, Words: 2, Holds: 2, Window: 3}, {Row: 0, Item: 2, Score: .7}}}
	in.Suspects.Negatives[1].Features[suspect.BM25Lead] = .1
	in.Suspects.Negatives[1].Features[suspect.Likeness] = .25
	f := falseNegative.Find(in)
	if want := []Flag{{Row: 0, Other: 1, Score: .9}, {Row: 0, Other: 0, Score: .5}, {Row: 1, Other: 2, Score: .5}}; !slices.Equal(f.Flags, want) {
		t.Fatalf("%v, want %v", f.Flags, want)
	}
	if want := "4 negatives, likeliest relevant first, by the texts alone; --run adds a model's scores"; f.Title != want {
		t.Errorf("%s, want %s", f.Title, want)
	}
	for i, want := range map[int]string{0: "Document 2 of the row may be relevant: it holds 1 of the query's 2 words; the positive holds 0; " +
		"BM25 puts it above the positive; it is 0.25 like the positive (cosine of TF-IDF).",
		2: "The negative may be relevant: it holds all 2 words of the query within 3 words; the positive holds 0; " +
			"it is 0.00 like the positive (cosine of TF-IDF)."} {
		if got := falseNegative.Reason(in, f.Flags[i]); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	must.Equal(t, falseNegative.Evidence(in, f.Flags[0]), (Evidence{Document: 2, Span: suspect.Span{Begin: 3, End: 5}}), "evidence")
}

// TestFalsePositives: positives with a score, the likeliest wrong first.
func TestFalsePositives(t *testing.T) {
	in := suspectInput(t)
	span := suspect.Span{Begin: 1, End: 2}
	in.Suspects = &suspect.Suspects{Positives: []suspect.Document{{Row: 0, Score: float32(math.NaN())},
		{Row: 0, Score: .2, Words: 3, Holds: 1, Negatives: 1, NegativesAbove: 1},
		{Row: 2, Item: 1, Score: .7, Words: 3, Holds: 1, Negatives: 1, NegativesAbove: 1, Evidence: span, RunScored: 4, RunAbove: 3}}}
	f := falsePositive.Find(in)
	if want := []Flag{{Row: 2, Other: 2, Score: .7}, {Row: 0, Other: 1, Score: .2}}; !slices.Equal(f.Flags, want) {
		t.Fatalf("%v, want %v", f.Flags, want)
	}
	for i, want := range []string{"Document 1 of the row may be wrong: BM25 puts 1 of 1 negative above it; the run puts 3 of 4 above it; ",
		"The positive may be wrong: BM25 puts 1 of 1 negative above it; "} {
		if got, want := falsePositive.Reason(in, f.Flags[i]), want+"it holds 1 of the query's 3 words."; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	must.Equal(t, falsePositive.Evidence(in, f.Flags[0]), (Evidence{Document: 1, Span: span}), "evidence")
	for _, none := range []*suspect.Suspects{nil, {}} {
		in.Suspects = none
		if f := falsePositive.Find(in); f.Title != "" {
			t.Errorf("nobody looked, and found %+v", f)
		}
	}
}

// TestReasonOfWords compares the reason with sentences by hand: how many words of the query each text holds, and how close together.
func TestReasonOfWords(t *testing.T) {
	set := &trainset.Set{Rows: []trainset.Row{{End: 2}}, Items: make([]trainset.Item, 2)}
	for want, n := range map[string]suspect.Document{
		"it holds all 4 words of the query within 6 words; the positive holds 2 within 2 words": {Words: 4, Holds: 4, Window: 6,
			PositiveHolds: 2, PositiveWindow: 2},
		"it holds 3 of the query's 4 words within 40 words; the positive holds 3": {Words: 4, Holds: 3, Window: 40, PositiveHolds: 3,
			PositiveWindow: 41},
		"it holds 3 of the query's 4 words; the positive holds 3": {Words: 4, Holds: 3, Window: 9, PositiveHolds: 3, PositiveWindow: 9},
		"it holds 1 of the query's 1 word; the positive holds 0":  {Words: 1, Holds: 1},
	} {
		in := &Input{Set: set, Suspects: &suspect.Suspects{Negatives: []suspect.Document{n}}}
		want = "The negative may be relevant: " + want + "; it is 0.00 like the positive (cosine of TF-IDF)."
		if got := falseNegative.Reason(in, Flag{}); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
