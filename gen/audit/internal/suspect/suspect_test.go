package suspect

import (
	"encoding/json"
	"fmt"
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
	score, common := s.bm25(&redDog, &dog)
	norm := 1.2 * (1 - .75 + .75*3/2.5)
	if want := (red*1/(1+norm) + rare*2/(2+norm)) / (red + rare); !near(score, want) || common != 2 {
		t.Errorf("BM25 %v, want %v; %d words", score, want, common)
	}
	if _, common := s.bm25(&redDog, &fox); common != 1 {
		t.Errorf("%d words, want 1", common)
	}
	twice := (1 + math.Log(2)) * rare
	want := red * red / (math.Sqrt(red*red+rare*rare) * math.Sqrt(red*red+twice*twice))
	if got := cosine(&fox, &dog); !near(got, want) {
		t.Errorf("cosine %v, want %v", got, want)
	}
	if score, _ := s.bm25(&none, &fox); score != 0 {
		t.Errorf("a query without words: %v", score)
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

// TestCompare: the likeness of three negatives of a query, standardised by hand; of two it is 0.
func TestCompare(t *testing.T) {
	list := []Document{{Query: 1}, {Query: 2}, {Query: 1}, {Query: 1}, {Query: 2}}
	for i, likeness := range []float32{.1, .7, .4, .1, .2} {
		list[i].Features[Likeness] = likeness
	}
	compareOfQuery(list)
	deviation := math.Sqrt((.1*.1 + .2*.2 + .1*.1) / 3) // around the mean .2
	for i, want := range []float64{-.1 / deviation, 0, .2 / deviation, -.1 / deviation, 0} {
		if n := list[i]; math.Abs(float64(n.Features[LikenessZ])-want) > 1e-5 {
			t.Errorf("negative %d: %+v, want %v", i, n, want)
		}
	}
}

// TestRuns: the normal scores of four lines, of which two are equal: the quantiles at 1/8, twice at 4/8 and at 7/8 of the normal
// distribution; that at 7/8 is 1.150349 (SciPy's norm.ppf). Of a query they are standardised by hand.
func TestRuns(t *testing.T) {
	line := func(query, doc string, score float64) corpus.RunRow {
		return corpus.RunRow{QueryID: query, DocID: doc, Score: score}
	}
	r := NewRun("m", []corpus.RunRow{line("q", "a", .2), line("q", "b", .4), line("q", "c", .6), line("flat", "a", .4)})
	for doc, want := range map[string]float64{"a": -1.150349, "b": 0, "c": 1.150349} {
		if score, has := r.score("q", doc); !has || !near(score, want) {
			t.Errorf("%s: %v, want %v", doc, score, want)
		}
	}
	if z := r.standardise("q", 1.150349); !near(z, 1/math.Sqrt(2./3)) {
		t.Error(z)
	}
	if z := r.standardise("flat", .9); z != 0 {
		t.Errorf("all scores are equal, and one is %v", z)
	}
	if !r.Has("q", "a") || r.Has("q", "z") || r.Has("none", "a") || !r.Asks("flat") {
		t.Error(r)
	}
}

// TestRunScale: a run's scores on another scale of the same order give the same features: cosines squeezed, logits, and their
// probabilities.
func TestRunScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cosines := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(-20, 20).Draw(t, "cosine")) / 20 // steps that no scale below makes equal
		}), 4, 40).Draw(t, "cosines")
		features := func(scale func(float64) float64) (list [][numPositive]float32) {
			var lines []corpus.RunRow
			for i, c := range cosines {
				lines = append(lines, corpus.RunRow{QueryID: string(rune('a' + i%3)), DocID: string(rune('A' + i)), Score: scale(c)})
			}
			r := NewRun("m", lines)
			for _, line := range lines {
				g := group{id: line.QueryID, members: []member{{doc: corpus.TrainingDoc{ID: lines[0].DocID}}}}
				var d Document
				g.compareByRuns(&d, []*Run{r}, line.DocID, []int{0})
				list = append(list, d.Features)
			}
			return list
		}
		want := fmt.Sprint(features(func(c float64) float64 { return c }))
		for name, scale := range map[string]func(float64) float64{
			"squeezed":      func(c float64) float64 { return .7 + .25*c },
			"logits":        func(c float64) float64 { return 10*c - 4 },
			"probabilities": func(c float64) float64 { return 1 / (1 + math.Exp(4-10*c)) },
		} {
			if got := fmt.Sprint(features(scale)); got != want {
				t.Fatalf("%s: %s, want %s", name, got, want)
			}
		}
	})
}

// TestLogits: a feature counts by its place in the set: units and offsets change nothing, and one that is the same for all does not count.
func TestLogits(t *testing.T) {
	m := model{Features: []string{"a", "b"}, Weights: []float64{2, 3}, Bias: -1}
	logits := func(unit, offset float32) []float64 {
		return m.logits([]string{"b", "a"}, 3, func(i, feature int) float32 { return []float32{7, float32(i)*unit + offset}[feature] })
	}
	one := 2 * math.Sqrt(1.5) // the standard deviation of 0, 1, 2 is the root of 2/3
	for i, want := range []float64{-1 - one, -1, -1 + one} {
		if a, b := logits(1, 0)[i], logits(64, -3)[i]; !near(a, want) || !near(b, want) {
			t.Errorf("document %d: %v and %v, want %v", i, a, b, want)
		}
	}
}

// TestReach: positives score 0, .01 .. .99; the quantile .75 is .7425. Ten of a hundred negatives are above it, (10 + .5) of 101 with the
// correction; were 25 of them above it, negatives would score as positives do.
func TestReach(t *testing.T) {
	positives, negatives := make([]float64, 100), make([]float64, 100)
	for i := range positives {
		positives[i] = float64(i) / 100
	}
	for i := range 10 {
		negatives[i] = .9
	}
	if often, isAlike := compareReach(positives, negatives); !near(often, 10.5/101) || isAlike {
		t.Errorf("often %v, alike %v", often, isAlike)
	}
	for i := range 25 {
		negatives[i] = .9
	}
	if often, isAlike := compareReach(positives, negatives); !near(often, 25.5/101) || !isAlike {
		t.Errorf("often %v, alike %v", often, isAlike)
	}
}

// TestReachOfEqualScores: where no text holds a word of its query all scores are 0, which tells nothing.
func TestReachOfEqualScores(t *testing.T) {
	if _, isAlike := compareReach(make([]float64, 40), make([]float64, 40)); isAlike {
		t.Errorf("all score 0, and they are alike")
	}
}

// unknown returns a document that no run scores.
func unknown(d Document) Document {
	d.Features[RunLead], d.Features[RunScore] = float32(math.NaN()), float32(math.NaN())
	return d
}

// TestScore: all negatives have an order. Those that score as positives do are alike, where there are positives enough to tell.
func TestScore(t *testing.T) {
	for name, positives := range map[string]int{"": 40, "alike": 40, "few positives": 29} {
		s := new(Suspects)
		for query := range 40 {
			if query < positives {
				s.Positives = append(s.Positives, unknown(Document{}))
				s.Positives[query].Features[BM25] = 1 - float32(query)/1000
			}
			for i := range 10 {
				n := unknown(Document{Query: uint32(query)})
				if (query+i)%10 == 0 {
					n.Features[Likeness] = .9
				}
				if name != "" || n.Features[Likeness] > 0 {
					n.Features[BM25] = 1
				}
				s.Negatives = append(s.Negatives, n)
			}
		}
		compareOfQuery(s.Negatives)
		if s.Score(); s.Negatives[0].Score <= s.Negatives[1].Score || (s.Alike != nil) != (name == "alike") {
			t.Errorf("%s: %+v, %+v", name, s.Alike, s.Negatives[:2])
		}
	}
}

// TestWeightsFile: every feature of every model is one of ours and has its numbers, and no run means no feature of a run.
func TestWeightsFile(t *testing.T) {
	models := readModels(weightsFile)
	for _, name := range []string{"text", "run"} {
		m, has := models[name]
		if n := len(m.Features); !has || n == 0 || len(m.Weights) != n {
			t.Fatalf("%s: %+v", name, m)
		}
		for _, feature := range m.Features {
			if !slices.Contains(Names[:], feature) || name == "text" && slices.Index(Names[:], feature) < BM25 {
				t.Errorf("%s: feature %s", name, feature)
			}
		}
	}
	var about struct{ About string }
	if err := json.Unmarshal(weightsFile, &about); err != nil || about.About == "" {
		t.Error("nothing says how the weights were fitted")
	}
}

// collect returns what is known of the documents of some rows.
func collect(stats *Statistics, runs []*Run, rows ...corpus.TrainingRow) *Suspects {
	set := trainset.New()
	for i := range rows {
		set.Add(&rows[i])
	}
	c := NewCollector(set, stats, runs)
	for i := range rows {
		c.Add(uint32(i), &rows[i])
	}
	return c.Finish()
}

// TestGroups: a negative is compared with the positives of the rows of its query beside it; without one it is counted.
func TestGroups(t *testing.T) {
	s := NewStatistics()
	for _, text := range []string{"red fox runs", "red fox walks", "blue sea"} {
		s.Add(trainset.Words(nil, text))
	}
	doc := func(text string, grade float64) corpus.TrainingDoc {
		return corpus.TrainingDoc{Text: text, Grade: grade}
	}
	c := collect(s, nil,
		corpus.TrainingRow{Query: "red fox", Docs: []corpus.TrainingDoc{doc("red fox walks", 0)}},
		corpus.TrainingRow{Query: "red fox", Docs: []corpus.TrainingDoc{doc("red fox runs", 1), doc("blue sea", 0), doc("", 0), doc("unjudged", math.NaN())}},
		corpus.TrainingRow{Query: "sea", Docs: []corpus.TrainingDoc{doc("blue sea", 0)}})
	if len(c.Negatives) != 2 || c.Unpaired != 1 {
		t.Fatalf("%+v, %d without a positive", c.Negatives, c.Unpaired)
	}
	like, other := c.Negatives[0], c.Negatives[1]
	if like.Row != 0 || other.Row != 1 || other.Item != 1 || like.Features[Likeness] <= 0 || other.Features[Likeness] != 0 ||
		like.Holds != 2 || like.Words != 2 || like.PositiveHolds != 2 || other.Holds != 0 {
		t.Errorf("%+v, %+v", like, other)
	}
}

// TestElsewhere: the negative "sea fox" of "red fox" is the positive of "red dog", which has one word of two, and of "blue hen"; that of
// "red dog" is a positive of no other query. Case and white space do not count.
func TestElsewhere(t *testing.T) {
	stats := NewStatistics()
	for _, text := range []string{"red fox runs", "sea fox", "hen fox"} {
		stats.Add(trainset.Words(nil, text))
	}
	row := func(query, positive, negative string) corpus.TrainingRow {
		return corpus.TrainingRow{Query: query, Docs: []corpus.TrainingDoc{{Text: positive, Grade: 1}, {Text: negative}}}
	}
	c := collect(stats, nil, row("red fox", "red fox runs", "Sea  fox"), row("red dog", "sea fox", "hen fox"), row("blue hen", "sea fox", "hen fox"),
		row("red fox", "red fox runs", "red fox runs"))
	red, fox, dog := math.Log(1+2.5/1.5), math.Log(1+.5/3.5), math.Log(1+3.5/.5)
	want := red * red / (math.Sqrt(red*red+fox*fox) * math.Sqrt(red*red+dog*dog))
	for i, w := range []float64{want, 0, 0, 0} {
		if got := c.Negatives[i].Features[Elsewhere]; math.Abs(float64(got)-w) > 1e-6 {
			t.Errorf("negative %d: %v, want %v", i, got, w)
		}
	}
}
