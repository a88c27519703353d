package mix

import (
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/eval"
	"pgregory.net/rapid"
)

// rows returns the rows of a run; the scores of each query fall.
func rows(query string, docs []string, scores ...float64) []corpus.RunRow {
	var list []corpus.RunRow
	for i, d := range docs {
		list = append(list, corpus.RunRow{QueryID: query, DocID: d, Rank: i + 1, Score: scores[i]})
	}
	return list
}

func TestParseWeights(t *testing.T) {
	for _, c := range []struct {
		text string
		runs int
		want []float64
	}{{".65", 2, []float64{.35, .65}}, {"0", 2, []float64{1, 0}}, {"1,3", 2, []float64{.25, .75}}, {".2, .3,.5", 3, []float64{.2, .3, .5}}} {
		got, err := ParseWeights(c.text, c.runs)
		if err != nil || distance(got, c.want) > 1e-20 {
			t.Errorf("%q for %d runs: %v, %v; want %v", c.text, c.runs, got, err, c.want)
		}
	}
	for _, c := range []struct {
		text string
		runs int
	}{{"", 2}, {"2", 2}, {"-.1", 2}, {"inf", 2}, {"0,0", 2}, {".5", 3}, {".1,.2,.7", 2}, {"auto", 2}, {"dev", 6},
		{"1e308,1e308", 2}, {".5,", 2}} {
		if got, err := ParseWeights(c.text, c.runs); err == nil {
			t.Errorf("%q for %d runs is read as %v", c.text, c.runs, got)
		}
	}
}

// TestGrid: the number of ways to divide 20, 10, 10 and 5 parts among runs, which is a binomial coefficient.
func TestGrid(t *testing.T) {
	for runs, want := range map[int]int{2: 21, 3: 66, 4: 286, 5: 126} {
		list := Grid(runs)
		if len(list) != want {
			t.Errorf("%d weights for %d runs, want %d", len(list), runs, want)
		}
		for _, w := range list {
			if sum := eval.Mean(w) * float64(runs); math.Abs(sum-1) > 1e-12 {
				t.Errorf("%v sums to %v", w, sum)
			}
		}
	}
}

// drawRuns draws two runs over candidates of three to twelve documents, and judgements of some.
func drawRuns(t *rapid.T) (runs [][]corpus.RunRow, qrels []corpus.Qrel) {
	runs = make([][]corpus.RunRow, 2)
	for q := range rapid.IntRange(1, 12).Draw(t, "queries") {
		id := "q" + string(rune('a'+q))
		for d := range rapid.IntRange(3, 12).Draw(t, "documents") {
			doc := "d" + string(rune('a'+d))
			for r := range runs {
				if rapid.IntRange(0, 4).Draw(t, "held") > 0 {
					runs[r] = append(runs[r], corpus.RunRow{QueryID: id, DocID: doc, Score: float64(rapid.IntRange(-8, 8).Draw(t, "score"))})
				}
			}
			if rapid.Bool().Draw(t, "judged") {
				qrels = append(qrels, corpus.Qrel{QueryID: id, DocID: doc, Grade: rapid.IntRange(0, 2).Draw(t, "grade")})
			}
		}
	}
	return runs, qrels
}

// TestChosenIsBest: the chosen weights are the best of the grid as the whole chain measures them: the mixed run, written, read
// and evaluated.
func TestChosenIsBest(t *testing.T) {
	m := must.Get(eval.Parse("map"))(t)
	rapid.Check(t, func(t *rapid.T) {
		runs, qrels := drawRuns(t)
		l := must.Get(Unite(runs, []string{"a", "b"}, Method(rapid.SampledFrom(Methods).Draw(t, "method"))))(t)
		j := Judge(l, qrels, eval.Options{})
		if j == nil {
			t.Skip("nothing is judged")
		}
		measured := func(w []float64) float64 {
			return eval.Mean(m.PerQuery(eval.Evaluate(qrels, l.Mix(w), eval.Options{}), j.queries))
		}
		chosen := measured(j.Choose(m))
		for _, w := range Grid(2) {
			if v := measured(w); v > chosen+1e-12 {
				t.Fatalf("%v has %v, the chosen weights %v", w, v, chosen)
			}
		}
	})
}

// TestFoldsDoNotSee: a query's own judgements do not decide the weights under which it is measured.
func TestFoldsDoNotSee(t *testing.T) {
	m := must.Get(eval.Parse("map"))(t)
	docs := []string{"x", "y", "z"}
	var runs [2][]corpus.RunRow
	var qrels []corpus.Qrel
	for i := range 40 {
		q := "q" + string(rune('A'+i))
		runs[0] = append(runs[0], rows(q, docs, 3, 2, 1)...)
		runs[1] = append(runs[1], rows(q, []string{"z", "y", "x"}, 3, 2, 1)...)
		qrels = append(qrels, corpus.Qrel{QueryID: q, DocID: "x", Grade: 1}) // the first run is right
	}
	weights := func(qrels []corpus.Qrel) [][]float64 {
		l := must.Get(Unite(runs[:], []string{"a", "b"}, ZScore))(t)
		return Judge(l, qrels, eval.Options{}).crossValidatedWeights(m)
	}
	before := weights(qrels)
	turned := slices.Clone(qrels)
	for i := range turned {
		if fold(turned[i].QueryID) == 0 {
			turned[i].DocID = "z" // there the second one
		}
	}
	after := weights(turned)
	seen := 0
	for i := range turned {
		if fold(turned[i].QueryID) == 0 {
			seen++
			if distance(before[i], after[i]) != 0 || after[i][0] <= .5 {
				t.Errorf("%s is measured with %v, before its judgement changed %v", turned[i].QueryID, after[i], before[i])
			}
		}
	}
	if seen == 0 {
		t.Fatal("no query is in fold 0")
	}
}

// TestWrittenOrder: the rows are in the order in which an evaluator ranks them, and a second sort changes nothing.
func TestWrittenOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs, _ := drawRuns(t)
		l := must.Get(Unite(runs, []string{"a", "b"}, ZScore))(t)
		mixed := l.Mix([]float64{.35, .65})
		for i := 1; i < len(mixed); i++ {
			if a, b := mixed[i-1], mixed[i]; a.QueryID == b.QueryID && float32(a.Score) < float32(b.Score) {
				t.Fatalf("%v stands above %v", a, b)
			}
		}
	})
}

// TestScalesOfScores: scores of any scale have the same z-scores to the bit: they are multiplied by powers of two here.
func TestScalesOfScores(t *testing.T) {
	scores := []float64{1.75, .5, .1, -3}
	want, wantMissing := ZScore.values(rows("q", []string{"a", "b", "c", "d"}, scores...))
	if want[0] == 0 {
		t.Fatal("the scores do not differ")
	}
	for _, exponent := range []int{1020, 600, 512, 1, -300, -540, -1000} {
		large := slices.Clone(scores)
		for i := range large {
			large[i] = math.Ldexp(large[i], exponent)
		}
		got, missing := ZScore.values(rows("q", []string{"a", "b", "c", "d"}, large...))
		if !slices.Equal(got, want) || missing != wantMissing {
			t.Errorf("times 2^%d: %v and %v, want %v and %v", exponent, got, missing, want, wantMissing)
		}
	}
}
