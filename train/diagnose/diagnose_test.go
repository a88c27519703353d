package diagnose

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
)

// sea is a collection of four documents.
func sea(t *testing.T) index.Reader {
	return indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d1", Text: "whale"}, corpus.Doc{ID: "d2", Text: "whale whale"},
		corpus.Doc{ID: "d3", Text: "whale whale whale ship"}, corpus.Doc{ID: "d4", Text: "sea"}),
		analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"})
}

// ranked reads "q1 d1 2" lines as a run, best first.
func ranked(name, lines string) namedRun {
	run := namedRun{Name: name}
	for i, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		f := strings.Fields(line)
		score := 0.0
		for _, digit := range f[2] {
			score = 10*score + float64(digit-'0')
		}
		run.Rows = append(run.Rows, corpus.RunRow{QueryID: f[0], DocID: f[1], Rank: i + 1, Score: score})
	}
	return run
}

func diagnosed(t *testing.T, list string, topics []corpus.Query, qrels []corpus.Qrel, runs ...namedRun) *Result {
	t.Helper()
	x := sea(t)
	queries, models, notes, err := prepareRuns(context.Background(), x, topics, qrels, nil, runs, mine.CandidateOptions{Hits: 100, MinGrade: 1})
	must.Do(t, err)
	parsed := must.Get(axioms.ParseList(list))(t)
	m := &mine.Miner{Index: x, Axioms: parsed, Collection: &axioms.Collection{Stats: x}, Threads: 2}
	r := must.Get(Run(context.Background(), m, queries, models, Options{MinGrade: 1}, nil))(t)
	r.Notes = notes
	return r
}

// TestByHand: the numbers of each comment follow from the definitions, pair by pair.
func TestByHand(t *testing.T) {
	a := ranked("a", "q d3 4\nq d2 3\nq d4 2\nq d1 1\nq d1~2 1\nq d2~2 2")
	b := ranked("b", "q d1 2\nq d2 1\nq d3 1\nq d4 0")
	r := diagnosed(t, "tfc1, tfc2, m-and, lnc2", []corpus.Query{{ID: "q", Text: "whale"}},
		[]corpus.Qrel{{QueryID: "q", DocID: "d1", Grade: 1}, {QueryID: "q", DocID: "d4", Grade: 0}}, a, b)
	if r.Queries != 1 || r.Candidates != 4 || len(r.Notes) != 0 {
		t.Errorf("%d queries, %d candidates, notes %q", r.Queries, r.Candidates, r.Notes)
	}
	// tfc1: d2>d1, d3>d1, d3>d2 and each of the three >d4. a has d4 above d1 only; b has d1 first, d2 and d3 equal.
	// tfc2: (d1, d2, d3): a rises by 2, then by 1; b by -1, then by 0. m-and: d1, d2, d3 > d4.
	// lnc2, weak: of nine instances a scores d1~2 as d1, a tie, and d2~2 below d2; b scores none.
	want := map[string][2]Count{"tfc1": {counts(5, 6, 0), counts(3, 6, 0)}, "tfc2": {counts(1, 1, 0), counts(0, 1, 0)},
		"m-and": {counts(2, 3, 0), counts(3, 3, 0)}, "lnc2": {counts(0, 1, 1), counts(0, 0, 0)}}
	for _, ax := range r.Axioms {
		must.Equal(t, [2]Count{ax.Fulfilment[0].Count, ax.Fulfilment[1].Count}, want[ax.Axiom], "%s", ax.Axiom)
	}
	tfc1 := r.Axioms[0]
	// Lengths 1, 2, 4, 1: d1 and d4 within 0; d2 with d1, with d3 and with d4 within 0.5; d3 with d1 and d4 within 0.8.
	for _, at := range tfc1.Fulfilment[0].ByDeltaStar {
		n := 1
		switch {
		case at.DeltaStar >= 0.8:
			n = 6
		case at.DeltaStar >= 0.5:
			n = 4
		}
		if at.Instances != n {
			t.Errorf("delta* = %v: %d instances of tfc1, want %d", at.DeltaStar, at.Instances, n)
		}
	}
	// d1 alone is relevant: above d4, below d2 and d3; three pairs without it.
	f := tfc1.Fulfilment[0]
	if diff := cmp.Diff([]Count{counts(0, 0, 0), counts(0, 1, 0), counts(2, 2, 0), counts(3, 3, 0)},
		[]Count{*f.RR, *f.RN, *f.NR, *f.NN}); diff != "" {
		t.Errorf("pairs by relevance: %s", diff)
	}
	if math.Abs(*tfc1.Agreement-1.0/3) > 1e-15 {
		t.Errorf("agreement %v, want 1/3", *tfc1.Agreement)
	}
	// Only a has d2>d1, d3>d1, d3>d2; only b d1>d4: two-sided binomial 2 (1 + 4)/16. tfc2: 1 against 0 gives 1. m-and: 0
	// against 1 gives 1. Holm multiplies the smallest of three by 3.
	// The differences of the shares are 5/6 - 3/6, 1 - 0 and 2/3 - 1; one query gives no interval
	// and no test over queries.
	wantTests := []Test{{Axiom: "tfc1", A: "a", B: "b", McNemar: McNemar{6, 3, 1, 0.625, 1}, Difference: 1.0 / 3,
		OverQueries: OverQueries{1, 1, 0, 1.0 / 3, [2]float64{1.0 / 3, 1.0 / 3}, 1, 1}},
		{Axiom: "tfc2", A: "a", B: "b", McNemar: McNemar{1, 1, 0, 1, 1}, Difference: 1,
			OverQueries: OverQueries{1, 1, 0, 1, [2]float64{1, 1}, 1, 1}},
		{Axiom: "m-and", A: "a", B: "b", McNemar: McNemar{3, 0, 1, 1, 1}, Difference: -1.0 / 3,
			OverQueries: OverQueries{1, 0, 1, -1.0 / 3, [2]float64{-1.0 / 3, -1.0 / 3}, 1, 1}}}
	// By the lengths above: d1>d4, of b alone, from 0 on; from 0.5 on also d2>d1 and d3>d2, of a alone, and d2>d4; the rest from
	// 0.8 on. The lengths of the one triple, 1 to 4, and of m-and's d3>d4 differ by 0.75, those of its d2>d4 by 0.5.
	for _, step := range axioms.DeltaStarSteps {
		within := []McNemar{{1, 0, 1, 1, 1}, {}, {1, 0, 1, 1, 1}}
		if step >= 0.5 {
			within[0], within[2].Instances = McNemar{4, 2, 1, 1, 1}, 2
		}
		if step >= 0.8 {
			within[0], within[1], within[2].Instances = McNemar{6, 3, 1, 0.625, 1}, McNemar{1, 1, 0, 1, 1}, 3
		}
		for i, m := range within {
			if m.Instances > 0 {
				wantTests[i].ByDeltaStar = append(wantTests[i].ByDeltaStar, TestAtStep{step, m})
			}
		}
	}
	if diff := cmp.Diff(wantTests, r.Tests, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })); diff != "" {
		t.Errorf("tests: %s", diff)
	}
	// Of the three pairs with d1, that over d4 is within 0, that under d2 within 0.5, that under d3 within 0.8.
	for _, at := range tfc1.AgreementByDeltaStar {
		n := 0
		switch {
		case at.DeltaStar >= 0.8:
			n = 2
		case at.DeltaStar >= 0.5:
			n = 1
		}
		if at.RN != 1 || at.NR != n || math.Abs(*at.Share-1/float64(n+1)) > 1e-15 {
			t.Errorf("delta* = %v: agreement %+v, want 1 to %d", at.DeltaStar, at, n)
		}
	}
	// The one relevant document stands at rank 4 and 1; a obeys 5 of 6, 1 of 1, 2 of 3, 0 of 1 instances, b 3, 0, 3 of 10.
	wantRuns := []RunResult{{"a", &Effectiveness{0.25, 1 / math.Log2(5)}, 8.0 / 11}, {"b", &Effectiveness{1, 1}, 6.0 / 10}}
	for i, run := range r.Runs {
		w := wantRuns[i]
		if run.Run != w.Run || math.Abs(run.MAP-w.MAP)+math.Abs(run.NDCG-w.NDCG)+math.Abs(run.MeanFulfilment-w.MeanFulfilment) > 1e-12 {
			t.Errorf("run %+v, want %+v", run, w)
		}
	}
	rows := written(t, r)
	// a's scores of the candidates are 4 to 1, their standard deviation is the root of 1.25. tfc1's margins are 2, 3, 1, -1, 1, 2 in
	// the order above. Among the candidates d3 stands first, then d2, d4, d1: d3's three pairs weigh 1, d2's two others 1/log2(3),
	// and d1 over d4, which a violates, 1/log2(4). tfc2: 2 - 1. lnc2: -1 for d2; the tie of d1 is left out.
	sd, second := math.Sqrt(1.25), 1/math.Log2(3)
	for i, want := range [][2]float64{{8.0 / 6 / sd, (3 + 2*second) / (3.5 + 2*second)}, {1 / sd, 1},
		{2.0 / 3 / sd, (1 + second) / (1.5 + second)}, {-1 / sd, 0}} {
		f := r.Axioms[i].Fulfilment[0]
		if math.Abs(f.Margin-want[0]) > 1e-12 || math.Abs(f.Weighted-want[1]) > 1e-12 || f.Queries != 1 || f.ShareCI != nil ||
			f.MarginCI != nil || f.WeightedCI != nil {
			t.Errorf("%s: %+v, want margin %v and weighted share %v", r.Axioms[i].Axiom, f, want[0], want[1])
		}
	}
	if want := "axiom,order,instances,a,b"; len(rows) != 1+4 || strings.Join(rows[0], ",") != want {
		t.Errorf("CSV %q, want a head %s and a row for each axiom", rows, want)
	}
}

// TestNumbers: what was published finds its place by name and measure. The values are those of TestByHand.
func TestNumbers(t *testing.T) {
	a := ranked("a", "q d3 4\nq d2 3\nq d4 2\nq d1 1\nq d1~2 1\nq d2~2 2")
	b := ranked("b", "q d1 2\nq d2 1\nq d3 1\nq d4 0")
	r := diagnosed(t, "tfc1, tfc2, m-and, lnc2", []corpus.Query{{ID: "q", Text: "whale"}},
		[]corpus.Qrel{{QueryID: "q", DocID: "d1", Grade: 1}, {QueryID: "q", DocID: "d4", Grade: 0}}, a, b)
	last := 1 / math.Log2(5)
	for _, c := range []struct {
		of, measure string
		want        float64
	}{{"tfc1(delta=none)", "instances", 6}, {"tfc1", "agreement", 1.0 / 3}, {"tfc1", "N over R", 2}, {"tfc1", "N over N", 3},
		{"tfc1", "fulfilled by A", 5.0 / 6},
		{"tfc1", "instances at 1", 6}, {"tfc1", "R over N at 1", 1}, {"tfc1", "N over R at 1.0", 2},
		{"tfc1", "instances with a relevant document", 3},
		{"lnc2", "instances", 2}, {"lnc2", "fulfilled by a", 0.5}, {"b", "MAP", 1}, {"B", "nDCG", 1}, {"a", "mean fulfilment", 0.75},
		{"best", "nDCG over a", 1/last - 1}} {
		if got, ok := findNumber(r.Runs, r.Axioms, c.of, c.measure); !ok || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s, %s: %v, %t, want %v", c.of, c.measure, got, ok, c.want)
		}
	}
	for _, c := range [][2]string{{"tfc3", "instances"}, {"tfc1", "instances at 2"}, {"tfc1", "N over N at 1"},
		{"tfc1", "instances at one"}, {"tfc2", "agreement"}, {"tfc2", "N over N"}, {"tfc1", "fulfilled by c"}, {"lnc2", "fulfilled by b"},
		{"c", "MAP"}, {"a", "P@5"}, {"a", "nDCG over c"}, {"", "MAP"}} {
		if got, ok := findNumber(r.Runs, r.Axioms, c[0], c[1]); ok {
			t.Errorf("%q, %s: %v, want none", c[0], c[1], got)
		}
	}
	r.add(PublishedNumber{Source: "paper", Subject: "tfc1", Measure: "instances", Value: 10})
	r.add(PublishedNumber{Source: "paper", Subject: "bert", Measure: "MAP", Value: 0.5})
	r.add(PublishedNumber{Source: "a remark"})
	if *r.Published[0].Ours != 6 || r.Published[1].Ours != nil || r.Published[2].Ours != nil {
		t.Errorf("%+v", r.Published)
	}
	r.Split = "test"
	for split, same := range map[string]bool{"": true, "test": true, "train": false, "train, dev and test": false} {
		r.Published = nil
		r.add(PublishedNumber{Source: "paper", Subject: "tfc1", Measure: "instances", Value: 10, Split: split, Counts: true})
		r.add(PublishedNumber{Source: "paper", Subject: "tfc1", Measure: "agreement", Value: 0.5, Split: split})
		if count, share := r.Published[0], r.Published[1]; (count.Ours != nil) != same || share.Ours == nil {
			t.Errorf("on %q: %+v", split, r.Published)
		}
	}
	r.Published = r.Published[:1]
	r.Published[0].Ours = nil
	r.add(PublishedNumber{Source: "paper", Subject: "tfc1", Measure: "N over N", Value: 0, Counts: true})
	if cells := r.Published[1].cells(); cells[3] != "0" || cells[4] != "3" {
		t.Errorf("%v", cells)
	}
	if len(r.Notes) > 0 {
		t.Error(r.Notes)
	}
	shares := &Result{Axioms: []AxiomResult{{Axiom: "tp", Agreement: new(0.93)}, {Axiom: "tfc2", Agreement: new(0.4)}}}
	for subject, published := range map[string]float64{"tp": .18, "tfc2": .29} {
		shares.add(PublishedNumber{Source: "paper", Subject: subject, Measure: "agreement", Value: published})
	}
	if want := "tp, agreement: published 0.1800, here 0.9300, on the other side of .5: the source's collection is another one, and the " +
		"axiom may have other variants"; !slices.Equal(shares.Notes, []string{want}) {
		t.Errorf("%q", shares.Notes)
	}
	written(t, r)
}

// written returns the CSV as rows and checks that the text does not fail.
func written(t *testing.T, r *Result) [][]string {
	var text, table bytes.Buffer
	must.Do(t, errors.Join(r.Results().Text(&text, 0), r.Shares().CSV(&table)))
	return must.Get(csv.NewReader(&table).ReadAll())(t)
}

func TestTerciles(t *testing.T) {
	topics := []corpus.Query{{ID: "q1", Text: "whale"}, {ID: "q2", Text: "sea ship"}, {ID: "q3", Text: "sea ship whale sea"},
		{ID: "q4", Text: "sea"}, {ID: "q5", Text: "ship"}}
	// Overlaps: d1 holds whale, 1; d3 ship of two, 1/2; d2 one of three distinct terms, 1/3; d4 sea, 1. q5 has no
	// relevant document in the collection.
	qrels := []corpus.Qrel{{QueryID: "q1", DocID: "d1", Grade: 1}, {QueryID: "q2", DocID: "d3", Grade: 1},
		{QueryID: "q3", DocID: "d2", Grade: 1}, {QueryID: "q4", DocID: "d4", Grade: 2}, {QueryID: "q5", DocID: "d9", Grade: 1}}
	var good, bad, other strings.Builder
	for _, q := range qrels {
		for i, d := range []string{"d1", "d2", "d3", "d4"} {
			score, mirrored := "1", "9"
			if d == q.DocID {
				score, mirrored = "9", "1"
			}
			good.WriteString(q.QueryID + " " + d + " " + score + "\n")
			bad.WriteString(q.QueryID + " " + d + " " + mirrored + "\n")
			other.WriteString(q.QueryID + " " + d + " " + string(rune('1'+i)) + "\n")
		}
	}
	runs := []namedRun{ranked("good", good.String()), ranked("bad", bad.String()), ranked("other", other.String())}
	r := diagnosed(t, "tfc1", topics, qrels, runs...)
	last := 1 / math.Log2(5) // nDCG of one relevant document at rank 4
	want := []Tercile{
		{Queries: 1, Low: 1.0 / 3, High: 1.0 / 3, NDCG: []float64{1, last, 1 / math.Log2(4)}},
		{Queries: 1, Low: 0.5, High: 0.5, NDCG: []float64{1, last, 1 / math.Log2(3)}},
		{Queries: 2, Low: 1, High: 1, NDCG: []float64{1, last, (last + 1) / 2}},
	}
	if diff := cmp.Diff(want, r.Terciles, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })); diff != "" {
		t.Errorf("terciles: %s", diff)
	}
	if r.Uncovered != 1 {
		t.Errorf("%d queries without a relevant document, want 1", r.Uncovered)
	}
}

func TestFromRunsLeavesOut(t *testing.T) {
	x := sea(t)
	topics := []corpus.Query{{ID: "q1", Text: "whale"}, {ID: "q2", Text: "sea"}, {ID: "q3", Text: "ship"}}
	a, b := ranked("a", "q1 d1 3\nq1 d2 2\nq1 d3 1\nq2 d4 1"), ranked("b", "q1 d2 3\nq1 d3 2\nq1 d4 1\nq1 d2~3 1")
	queries, _, notes, err := prepareRuns(context.Background(), x, topics, nil, nil, []namedRun{a, b},
		mine.CandidateOptions{Hits: 100, MinGrade: 1})
	must.Do(t, err)
	var ids []string
	for _, c := range queries[0].Docs {
		ids = append(ids, x.DocID(c.Doc))
	}
	if len(queries) != 1 || strings.Join(ids, " ") != "d2 d3" {
		t.Errorf("%d queries, candidates %v; want q1 with d2 and d3", len(queries), ids)
	}
	if want := []string{"1 query is not ranked by every run", "1 candidate is not scored by every run"}; !cmp.Equal(notes, want) {
		t.Errorf("notes %q, want %q", notes, want)
	}
	for name, rows := range map[string]string{"document": "q1 d9 1", "query": "q9 d1 1", "made": "q1 d9~2 1", "once": "q1 d1~1 1"} {
		strange := ranked("strange", "q1 d1 2\n"+rows)
		_, _, _, err := prepareRuns(context.Background(), x, topics, nil, nil, []namedRun{strange}, mine.CandidateOptions{Hits: 100, MinGrade: 1})
		var f *errs.Error
		if !errors.As(err, &f) || f.Kind != errs.Input || !strings.Contains(err.Error(), "is it a run over this collection?") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, _, err := prepareRuns(context.Background(), x, topics, nil, nil, []namedRun{a, ranked("c", "q3 d1 1")},
		mine.CandidateOptions{Hits: 100}); err == nil {
		t.Error("runs over different queries are diagnosed")
	}
}
