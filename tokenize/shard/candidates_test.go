package shard

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// withRankings is mixedSample with candidates of both splits, one of which has no text.
func withRankings(t *testing.T) (*shardtest.Collection, Input) {
	c, in := fewer(t)
	c.Docs["blank"] = [2]string{"", " \n"}
	in.Rankings = nil
	for i, split := range []string{"dev", "test", "test", "test"} {
		r := plan.Ranking{Split: split, QueryID: fmt.Sprintf("q%d", i)}
		for j := range 1 + 4*i%7 {
			r.Docs = append(r.Docs, plan.RankedDoc{DocID: fmt.Sprintf("d%d", (7*i+j)%80), Relevant: j%3 == 1})
		}
		in.Rankings = append(in.Rankings, r)
	}
	in.Rankings[2].Docs = slices.Insert(in.Rankings[2].Docs, 0, plan.RankedDoc{DocID: "blank", Relevant: true})
	return c, in
}

// TestCandidates: with the candidates of one split, no file of another one is written; a document without text is left out and counted,
// and so are the formats without a form. Rows of each form are in testdata/rows.txt of the formats.
func TestCandidates(t *testing.T) {
	_, in := withRankings(t)
	o := allFormats()
	o.Candidates, o.MTDNNRanking = plan.CandidatesTest, format.MTDNNRegression
	dir, m := mustWrite(t, in, o)
	if check, err := Verify(t.Context(), dir, nil); err != nil {
		t.Fatalf("%v: %v", err, check.Differences)
	}
	rows := 0
	for _, s := range m.Shards {
		if strings.Contains(s.Path, plan.CandidateMark) || strings.HasPrefix(s.Path, "tfrecord-eval") || strings.HasPrefix(s.Path, "candidates") {
			if split := plan.SplitOf(s.Path); split != "test" && split != "ranking-regression_test" && split != "regression_test" {
				t.Errorf("%s was not asked for", s.Path)
			}
		}
		if s.Format == "jsonl" && strings.Contains(s.Path, plan.CandidateMark) {
			rows += s.Rows
		}
	}
	if rows != 5+2+6 { // of three queries of test; the blank document is one more
		t.Errorf("%d candidates", rows)
	}
	if m.Warnings["candidates with an empty text left out"] != 1 || m.Warnings["formats without a form for candidates"] != 18 {
		t.Errorf("%v", m.Warnings)
	}
}

// TestNoCandidates checks the error for what is missing: a format with a form, or queries.
func TestNoCandidates(t *testing.T) {
	_, in := withRankings(t)
	o := plainFormats()
	o.Formats, o.Candidates = []string{"st-triplet"}, plan.CandidatesAll
	if _, err := write(t, t.TempDir(), result.Fresh, in, o); errs.ExitCode(err) != 2 || !strings.Contains(err.Error(),
		"no form for candidates") {
		t.Error(err)
	}
	o.Formats, in.Rankings = []string{"jsonl"}, in.Rankings[1:]
	o.Candidates = plan.CandidatesDev
	if _, err := write(t, t.TempDir(), result.Fresh, in, o); err == nil || !strings.Contains(err.Error(), "no candidates of dev to write") {
		t.Error(err)
	}
	o.Candidates = "train"
	if _, err := write(t, t.TempDir(), result.Fresh, in, o); err == nil {
		t.Error("candidates of train are no error")
	}
}
