package suspect

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"pgregory.net/rapid"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// TestStatistics compares BM25 and the cosine with values by hand: two documents, "red fox" and "red dog dog".
func TestStatistics(t *testing.T) {
	s := NewStatistics()
	for _, text := range []string{"red fox", "red dog dog"} {
		s.Add(trainset.Words(nil, text))
	}
	// Lucene's weights: ln(1 + (2 - 2 + .5) / (2 + .5)) for red, ln(1 + (2 - 1 + .5) / (1 + .5)) for fox and dog.
	red, rare := math.Log(1+.5/2.5), math.Log(2)
	var fox, dog document
	s.read(&fox, "Red fox")
	s.read(&dog, "red dog, dog!")
	var redDog, none query
	s.ask(&redDog, "red dog")
	score, held, common := s.bm25(&redDog, &dog)
	norm := 1.2 * (1 - .75 + .75*3/2.5)
	if want := (red*1/(1+norm) + rare*2/(2+norm)) / (red + rare); !near(score, want) || !near(held, 1) || common != 2 {
		t.Errorf("BM25 %v, want %v; held %v", score, want, held)
	}
	if _, held, common := s.bm25(&redDog, &fox); !near(held, red/(red+rare)) || common != 1 {
		t.Errorf("held %v, %d words, want %v, 1", held, common, red/(red+rare))
	}
	twice := (1 + math.Log(2)) * rare
	want := red * red / (math.Sqrt(red*red+rare*rare) * math.Sqrt(red*red+twice*twice))
	if got := cosine(&fox, &dog); !near(got, want) {
		t.Errorf("cosine %v, want %v", got, want)
	}
	if score, held, _ := s.bm25(&none, &fox); score != 0 || held != 0 {
		t.Errorf("a query without words: %v, %v", score, held)
	}
}

// TestCosine: a text is 1 like itself, and no pair is below 0 or above 1.
func TestCosine(t *testing.T) {
	words := []string{"red", "fox", "dog", "blue", "sea"}
	text := rapid.Custom(func(t *rapid.T) string {
		out := ""
		for _, word := range rapid.SliceOfN(rapid.SampledFrom(words), 1, 9).Draw(t, "words") {
			out += word + " "
		}
		return out
	})
	rapid.Check(t, func(t *rapid.T) {
		s, texts := NewStatistics(), rapid.SliceOfN(text, 2, 6).Draw(t, "texts")
		for _, x := range texts {
			s.Add(trainset.Words(nil, x))
		}
		var a, b document
		s.read(&a, texts[0])
		s.read(&b, texts[1])
		if c := cosine(&a, &b); c < 0 || c > 1+1e-9 || !near(c, cosine(&b, &a)) {
			t.Fatalf("cosine %v of %q and %q", c, texts[0], texts[1])
		}
		if !near(cosine(&a, &a), 1) {
			t.Fatalf("%q is %v like itself", texts[0], cosine(&a, &a))
		}
	})
}

// TestCompare: z and rank of three negatives of a query, by hand; a query of two has neither.
func TestCompare(t *testing.T) {
	list := []Negative{{Query: 1}, {Query: 2}, {Query: 1}, {Query: 1}, {Query: 2}}
	for i, score := range []float32{.1, .7, .4, .1, .2} {
		list[i].Features[BM25] = score
	}
	compareOfQuery(list)
	deviation := math.Sqrt((.1*.1 + .2*.2 + .1*.1) / 3) // around the mean .2
	for i, want := range []struct{ z, rank float64 }{{-.1 / deviation, .5}, {0, .5}, {.2 / deviation, 0}, {-.1 / deviation, 1}, {0, .5}} {
		f := list[i].Features
		if math.Abs(float64(f[BM25Z])-want.z) > 1e-5 || !near(float64(f[BM25Rank]), want.rank) {
			t.Errorf("negative %d: z %v, rank %v, want %v", i, f[BM25Z], f[BM25Rank], want)
		}
	}
}

// TestRuns: scores in standard deviations above the mean of the query's documents, by hand: .2, .4, .6.
func TestRuns(t *testing.T) {
	line := func(query, doc string, score float64) corpus.RunRow {
		return corpus.RunRow{QueryID: query, DocID: doc, Score: score}
	}
	r := NewRun("m", []corpus.RunRow{line("q", "a", .2), line("q", "b", .4), line("q", "c", .6), line("flat", "a", .3)})
	if z := r.standardise("q", .6); !near(z, .2/math.Sqrt(.08/3)) {
		t.Error(z)
	}
	if z := r.standardise("flat", .9); z != 0 {
		t.Errorf("all scores are equal, and one is %v", z)
	}
	if !r.Cosines || !r.Has("q", "a") || r.Has("q", "z") || r.Has("none", "a") || !r.Asks("flat") {
		t.Error(r)
	}
	if NewRun("m", []corpus.RunRow{{QueryID: "q", DocID: "a", Score: 12}}).Cosines {
		t.Error("12 is no cosine")
	}
}

// TestShiftTo: the mean of the shifted probabilities is the share that is asked for.
func TestShiftTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		logits := rapid.SliceOfN(rapid.Float64Range(-9, 9), 1, 40).Draw(t, "logits")
		share := rapid.Float64Range(.001, .9).Draw(t, "share")
		shift, sum := shiftTo(logits, share), 0.0
		for _, z := range logits {
			sum += sigmoid(z + shift)
		}
		if math.Abs(sum/float64(len(logits))-share) > 1e-6 {
			t.Fatalf("mean %v, want %v", sum/float64(len(logits)), share)
		}
	})
}

// TestShare: positives score 0, .01 .. .99; the quantile .75 is .7425. Ten of a hundred negatives are above it, so that the share is
// (10 + .5) / 101 / .25, over what the model divides by. Were 25 of them above it, as the positives are, the scores would tell nothing.
func TestShare(t *testing.T) {
	m := model{Quantile: .75, Divisor: 2}
	c := new(Suspects)
	var some []uint32
	for i := range 100 {
		c.Positives = append(c.Positives, Positive{Features: PositiveFeatures{PositiveBM25: float32(i) / 100}})
		n := Negative{}
		if i < 10 {
			n.Features[BM25] = .9
		}
		c.Negatives, some = append(c.Negatives, n), append(some, uint32(i))
	}
	if got, told := m.share(c.scorePositives(&m, some)); !near(got, 10.5/101/.25/2) || !told {
		t.Errorf("share %v, told %v", got, told)
	}
	for i := range 25 {
		c.Negatives[i].Features[BM25] = .9
	}
	if got, told := m.share(c.scorePositives(&m, some)); told {
		t.Errorf("negatives that score as positives do tell the share %v", got)
	}
}

// TestShareOfEqualScores: where no positive holds a word of its query, all positives score as the negatives without one do, and the scores
// tell nothing. They do where one negative in forty scores as all positives do.
func TestShareOfEqualScores(t *testing.T) {
	m := model{Quantile: .75, Divisor: 1}
	positives, negatives := make([]float64, 40), make([]float64, 40)
	if got, told := m.share(positives, negatives); told {
		t.Errorf("all score 0, and the share is %v", got)
	}
	for i := range negatives[1:] {
		negatives[i] = -1
	}
	if got, told := m.share(positives, negatives); !near(got, 1.5/41/.25) || !told {
		t.Errorf("share %v, told %v", got, told)
	}
}

// TestWeightsFile: every feature of every model is one of ours and has its numbers, and no run means no feature of a run.
func TestWeightsFile(t *testing.T) {
	all := models()
	for _, name := range []string{"text", "run", "cosine"} {
		m, has := all[name]
		if n := len(m.Features); !has || n == 0 || len(m.Mean) != n || len(m.Scale) != n || len(m.Weights) != n ||
			m.Divisor <= 0 || m.Factor < 1 || m.Quantile <= 0 || m.Quantile >= 1 {
			t.Fatalf("%s: %+v", name, m)
		}
		for i, feature := range m.Features {
			if !slices.Contains(Names[:], feature) || m.Scale[i] <= 0 || name == "text" && slices.Index(Names[:], feature) >= RunZ {
				t.Errorf("%s: feature %s", name, feature)
			}
		}
	}
	var about struct{ About string }
	if err := json.Unmarshal(weightsFile, &about); err != nil || about.About == "" {
		t.Error("nothing says how the weights were fitted")
	}
}

// TestGroups: a negative is compared with the positives of the rows of its query beside it; without one it is counted.
func TestGroups(t *testing.T) {
	s := NewStatistics()
	for _, text := range []string{"red fox runs", "red fox walks", "blue sea"} {
		s.Add(trainset.Words(nil, text))
	}
	collector := NewCollector(s, nil, nil, 0, 0)
	row := func(query string, docs ...corpus.TrainingDoc) *corpus.TrainingRow {
		return &corpus.TrainingRow{Query: query, Docs: docs}
	}
	doc := func(text string, grade float64) corpus.TrainingDoc {
		return corpus.TrainingDoc{Text: text, Grade: grade}
	}
	collector.Add(0, 7, row("red fox", doc("red fox walks", 0)))
	collector.Add(1, 7, row("red fox", doc("red fox runs", 1), doc("blue sea", 0), doc("", 0), doc("unjudged", math.NaN())))
	collector.Add(2, 8, row("sea", doc("blue sea", 0)))
	c := collector.Finish()
	if len(c.Negatives) != 2 || c.Unpaired != 1 {
		t.Fatalf("%+v, %d without a positive", c.Negatives, c.Unpaired)
	}
	like, other := c.Negatives[0], c.Negatives[1]
	if like.Row != 0 || other.Row != 1 || other.Item != 1 || like.Features[Likeness] <= 0 || other.Features[Likeness] != 0 ||
		like.Holds != 2 || like.Words != 2 || like.PositiveHolds != 2 || other.Holds != 0 {
		t.Errorf("%+v, %+v", like, other)
	}
}
