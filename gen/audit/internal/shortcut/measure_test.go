package shortcut

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
)

// docsOf returns documents of texts with a grade each.
func docsOf(texts string, grades ...float64) (docs []corpus.TrainingDoc) {
	for i, text := range strings.Split(texts, "|") {
		docs = append(docs, corpus.TrainingDoc{Text: text, Grade: grades[i]})
	}
	return docs
}

// sampleOf returns a sample of rows of a positive and a negative.
func sampleOf(n int, texts func(i int) (query, positive, negative string)) *trainset.Sample {
	s := &trainset.Sample{}
	for i := range n {
		query, positive, negative := texts(i)
		s.Rows = append(s.Rows, trainset.SampleRow{Row: uint32(i), QueryNumber: uint32(i + 1), Query: query,
			Docs: docsOf(positive+"|"+negative, 1, 0)})
	}
	return s
}

// TestFeaturesOfTexts counts by hand: letters are characters that are no white space.
func TestFeaturesOfTexts(t *testing.T) {
	for text, want := range map[string]map[int]float64{
		"The cat, 42.":     {length: math.Log(4), wordLength: 10. / 3, capitals: .1, digits: .2, punctuation: .2, stop: 1},
		"a b. ":            {length: math.Log(3), wordLength: 1.5, punctuation: 1. / 3, stop: 1},
		"ÉTÉ «là» 7\u00a0": {length: math.Log(4), wordLength: 8. / 3, capitals: 3. / 8, digits: 1. / 8, punctuation: 2. / 8},
		"":                 {length: 0, wordLength: 1},
	} {
		var list [numFeatures]float64
		for i, x := range want {
			list[i] = x
		}
		must.Equal(t, featuresOf(text, len(trainset.Words(nil, text))), list, "%q", text)
	}
}

// TestBM25 compares with Lucene's formula by hand. Three documents have 2, 4 and 3 words, on average 3. The query's first word is in all
// of them, its second in one and its third in none.
func TestBM25(t *testing.T) {
	sample := &trainset.Sample{Rows: []trainset.SampleRow{{Query: "red fox Sky", Docs: docsOf("red fox|Red red is red|no red one", 2, 1, 0)}}}
	choices := []choice{{high: side{query: "red fox Sky", doc: sample.Rows[0].Docs[0]},
		low: side{query: "red fox Sky", doc: sample.Rows[0].Docs[1]}}}
	s := newStatistics(choices)
	s.read(sample)
	if s.documents != 3 || s.average != 3 {
		t.Fatalf("%d documents of %v words", s.documents, s.average)
	}
	idf := func(df float64) float64 { return math.Log(1 + (3-df+.5)/(df+.5)) }
	tf := func(n, words float64) float64 { return n / (n + 1.2*(.25+.75*words/3)) }
	terms := trainset.WordSet(nil, "red fox Sky")
	for text, want := range map[string][2]float64{
		"red fox":        {idf(3)*tf(1, 2) + idf(1)*tf(1, 2), 2. / 3},
		"Red red is red": {idf(3) * tf(3, 4), 1. / 3},
	} {
		f := s.features(terms, s.profiles[text])
		if math.Abs(f[bm25]-want[0]) > 1e-12 || f[overlap] != want[1] {
			t.Errorf("%q: BM25 %v, overlap %v, want %v", text, f[bm25], f[overlap], want)
		}
	}
	if s.profiles["no red one"] != nil {
		t.Error("a document in no pair has a profile")
	}
}

// TestChoose: a row gives one pair of a best document and another one, a query of labelled rows up to four.
func TestChoose(t *testing.T) {
	nan := math.NaN()
	one := func(same uint32, text string, grade float64) trainset.SampleRow {
		return trainset.SampleRow{Row: 9, QueryNumber: same, Query: fmt.Sprint("q", same), Docs: docsOf(text, grade), Labelled: true}
	}
	sample := &trainset.Sample{Rows: []trainset.SampleRow{
		{Row: 0, QueryNumber: 1, Query: "a", Docs: docsOf("p|n|m", 1, 0, 0)},
		{Row: 1, QueryNumber: 1, Query: "a", Docs: docsOf("p|n|m", 1, 0, 0)}, // the next row takes the next negative
		{Row: 2, QueryNumber: 2, Query: "b", Docs: docsOf("n|p|o", 0, 1, 1), Labelled: true},
		{Row: 3, QueryNumber: 2, Query: "b", Docs: docsOf("p|n", 1, 1)},       // of one grade
		{Row: 4, QueryNumber: 2, Query: "b", Docs: docsOf("p||n", 1, 0, nan)}, // an empty one, and one without a grade
		one(5, "u", 1), one(6, "x", 1), one(5, "v", 0), one(5, "w", 0), one(6, "y", 1),
	}}
	var got []string
	for _, c := range choose(sample) {
		got = append(got, fmt.Sprintf("%s: %s %d > %s %d, %t", c.high.query, c.high.doc.Text, c.high.place, c.low.doc.Text, c.low.place, c.isSeries))
	}
	want := []string{"a: p 0 > n 1, false", "a: p 0 > m 2, false", "b: p 1 > n 0, true",
		"q5: u 0 > v 1, false", "q5: u 0 > w 2, false", "q5: u 0 > v 1, false"} // of its three rows three pairs
	must.Same(t, got, want)
	var many []trainset.SampleRow
	for i := range 10 {
		many = append(many, one(7, fmt.Sprint("d", i), float64(i%2)))
	}
	if n := len(choose(&trainset.Sample{Rows: many})); n != 4 {
		t.Errorf("of a query of ten labelled rows %d pairs", n)
	}
}

// shares returns what each scorer reaches.
func shares(m *Result) map[string]float64 {
	list := map[string]float64{}
	for _, r := range m.Reached {
		list[r.Name] = r.Share
	}
	return list
}

// TestMeasure measures sets of which one thing tells the positive, and others nothing: what sees it orders all pairs right, and a scorer to
// which all documents are alike half of them.
func TestMeasure(t *testing.T) {
	for name, c := range map[string]struct {
		texts func(i int) (query, positive, negative string)
		want  map[string]float64
		easy  float64
	}{
		"length": {func(i int) (string, string, string) { return "q", "ab ab ab", "ab" },
			map[string]float64{"length": 1, "overlap": .5, "bm25": .5}, 0},
		"the end": {func(i int) (string, string, string) { return "q", "ab ab.", "ab ab" },
			map[string]float64{"length": .5, "marks": 1, "overlap": .5, "together": 1}, 0},
		"a word of the query": {func(i int) (string, string, string) { return fmt.Sprint("q", i), fmt.Sprint("a q", i), "a b5" },
			map[string]float64{"length": .5, "overlap": 1, "bm25": 1}, 1},
		"a word": {func(i int) (string, string, string) { return "q", "good one", "evil one" },
			map[string]float64{"document": 1, "overlap": .5, "length": .5}, 0},
		"nothing": {func(i int) (string, string, string) { return "q", "a b", "b a" },
			map[string]float64{"length": .5, "marks": .5, "document": .5, "overlap": .5, "bm25": .5, "together": .5}, 0},
		"less": {func(i int) (string, string, string) { return "q", "ab", "ab ab ab" }, map[string]float64{"length": 1}, 0},
	} {
		m := Measure(sampleOf(40, c.texts))
		if m == nil || m.Pairs != 40 || m.Queries != 40 || m.Easy != c.easy {
			t.Errorf("%s: %+v", name, m)
			continue
		}
		got, best := shares(m), 0.0
		for scorer, want := range c.want {
			must.Equal(t, got[scorer], want, "%s: %s reaches", name, scorer)
		}
		for _, r := range m.Reached {
			best = max(best, r.Share)
			// SciPy: binomtest(40, 40).proportion_ci(method="wilson"), and of 20.
			if want, known := map[float64]float64{1: .9123784, .5: .3519953}[r.Share]; known && math.Abs(r.Low-want) > 1e-6 {
				t.Errorf("%s: %s is at least %v for %v, want %v", name, r.Name, r.Low, r.Share, want)
			}
		}
		if m.Left != 1-best {
			t.Errorf("%s: %v is left, want %v", name, m.Left, 1-best)
		}
		if _, has := m.Reach("position"); has {
			t.Errorf("%s: rows of a positive and a negative have a position", name)
		}
		if r, has := m.Reach("length"); !has || r.Share != got["length"] {
			t.Errorf("%s: %v, %t", name, r, has)
		}
		if again := Measure(sampleOf(40, c.texts)); !cmp.Equal(m, again) {
			t.Errorf("%s: measured anew it is %+v, not %+v", name, again, m)
		}
	}
}

// TestMeasurePosition: in lists whose first document is the best one the place orders all pairs right; where half of them are the other
// way round, none sees more than the other.
func TestMeasurePosition(t *testing.T) {
	for _, turned := range []bool{false, true} {
		s := &trainset.Sample{}
		for i := range 200 {
			grades := []float64{1, 0}
			if turned && i%2 == 1 {
				slices.Reverse(grades)
			}
			s.Rows = append(s.Rows, trainset.SampleRow{Row: uint32(i), QueryNumber: uint32(i + 1), Query: "q", Docs: docsOf("a|b", grades...),
				Labelled: true})
		}
		got := shares(Measure(s))["position"]
		if !turned && got != 1 || turned && (got < .3 || got > .6) {
			t.Errorf("turned: %t; the position reaches %v", turned, got)
		}
	}
}

// TestMeasureNeedsQueries: of fewer than 30 queries nothing is measured, however many pairs they have.
func TestMeasureNeedsQueries(t *testing.T) {
	texts := func(i int) (string, string, string) { return "q", "a b", "c" }
	few := sampleOf(29, texts)
	few.Rows = append(few.Rows, few.Rows...)
	if m := Measure(few); m != nil {
		t.Errorf("29 queries: %+v", m)
	}
	if m := Measure(sampleOf(30, texts)); m == nil || m.Queries != 30 {
		t.Errorf("30 queries: %+v", m)
	}
	var none *Result
	if r, has := none.Reach("length"); has || r != (Reach{}) {
		t.Errorf("of nothing: %v, %t", r, has)
	}
}

// TestFlipped: labels drawn by their logits, of which a share is exchanged. No label is exchanged in the set that is told as clean.
func TestFlipped(t *testing.T) {
	for _, share := range []float64{0, 0.02, 0.1} {
		random := rand.New(rand.NewPCG(1, 2))
		logits, signs, isFlipped := make([]float64, 5000), make([]int8, 5000), make([]bool, 5000)
		for i := range logits {
			logits[i], signs[i] = 4*random.NormFloat64(), 1
			if random.Float64() > 1/(1+math.Exp(-1.5*logits[i])) {
				signs[i] = -1
			}
			if isFlipped[i] = random.Float64() < share; isFlipped[i] {
				signs[i] = -signs[i]
			}
		}
		p := Flipped(logits, signs)
		if (p == nil) != (share == 0) {
			t.Fatalf("of %v exchanged: %d probabilities", share, len(p))
		}
		sum, right, flagged := 0.0, 0, 0
		for i := range p {
			if sum += p[i]; p[i] >= 0.5 {
				flagged++
				if isFlipped[i] {
					right++
				}
			}
		}
		if n := 5000 * share; math.Abs(sum-n) > n/4 || float64(right) < 0.8*float64(flagged) || float64(right) < 0.6*n { // near a logit of 0 nobody can tell
			t.Errorf("of %v exchanged: the probabilities sum to %.0f, and %d of %d flagged are right", n, sum, right, flagged)
		}
	}
}
