package trial

import (
	"math"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/train/drmm"
)

// whales is a collection of three documents.
func whales(t *testing.T) index.Reader {
	return indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "1", Text: "blue whale whale"}, corpus.Doc{ID: "2", Text: "whale blue"},
		corpus.Doc{ID: "3", Text: "sea sea sea"}), analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"})
}

// TestNeighbours: terms with an unknown one between them are no neighbours in the query. "whale blue" holds whale-blue, of the query's one
// pair; "blue ink whale" has no pair at all.
func TestNeighbours(t *testing.T) {
	x := whales(t)
	for query, want := range map[string]float64{"whale blue": 1, "blue ink whale": 0, "blue whale": 0, "whale blue sea": .5,
		"ink whale blue ink": 1, "ink": 0} {
		q := mine.Query{ID: "q", Terms: index.AnalyseQuery(x, query), Docs: []mine.Candidate{{Doc: 1}}}
		e := newExtras(x, &q, []float64{1})
		if got := e.compute(x.Terms(1), 1)[3]; got != want {
			t.Errorf("%s: %v of its pairs are in the document, want %v", query, got, want)
		}
		if ink := query == "ink"; len(e.terms) == 0 != ink {
			t.Errorf("%s: terms %v", query, e.terms)
		}
	}
}

// TestScoresOfMade: a document has one score, made or as a candidate. Scores have the single precision of evaluators.
func TestFeatureScoresOfMade(t *testing.T) {
	x := whales(t)
	list := must.Get(axioms.ParseList("lnc2"))(t)
	o := drmm.Defaults()
	q := mine.Query{ID: "q", Terms: index.AnalyseQuery(x, "whale blue"),
		Docs: []mine.Candidate{{Doc: 0, Score: 2}, {Doc: 0, Made: 3, Score: 1}, {Doc: 2}}}
	m := &Maker{Index: x, Options: o, Making: &mine.Making{Axioms: mine.Generatives(list), Pieces: func(uint32) int { return 2 }},
		WithMade: func(*mine.Query) bool { return true }}
	f := must.Get(m.Compute(t.Context(), []mine.Query{q}, nil))(t)
	wide := 0
	for seed := range uint64(5) {
		o.Seed = seed
		trainer := must.Get(drmm.NewTrainer(o, f.Store))(t)
		s := Scorer{Features: f, Model: trainer.Model()}
		scores := s.Scores(&q, 0)
		if len(scores) != 3 {
			t.Fatalf("%d scores", len(scores))
		}
		for i, score := range scores {
			if exact := s.Model.Score(f.Store.Input(f.inputs["q"][i])); score != float64(float32(exact)) {
				t.Errorf("seed %d: %v, want %v in single precision", seed, score, exact)
			} else if score != exact {
				wide++
			}
		}
		if made, ok := s.ScoreMade(&q, 0, 0, 3); !ok || made != scores[1] {
			t.Errorf("seed %d: as it is made %v, %t, as a candidate %v", seed, made, ok, scores[1])
		}
		if _, ok := s.ScoreMade(&q, 0, 0, 77); ok {
			t.Error("a document that nobody made has a score")
		}
	}
	if wide == 0 {
		t.Error("no score needs rounding: the test tells nothing")
	}
}

// TestExtrasOfFeatures: without terms, a score is that of the extra features. A document outside the candidates has no score of the first
// stage and counts as the lowest, which is 1 here: the mean of 3 and 1 is 2, and the deviation 1. The last feature is the length.
func TestExtrasOfFeatures(t *testing.T) {
	x := whales(t)
	o := drmm.Defaults()
	o.Extras = numExtras
	q := mine.Query{ID: "q", Terms: index.AnalyseQuery(x, "ink"), Docs: []mine.Candidate{{Doc: 0, Score: 3}, {Doc: 1, Score: 1}},
		Outside: []mine.Candidate{{Doc: 2, Score: 77}}}
	f := must.Get((&Maker{Index: x, Options: o, First: &FirstStage{}}).Compute(t.Context(), []mine.Query{q}, nil))(t)
	trainer := must.Get(drmm.NewTrainer(o, f.Store))(t)
	must.Get(trainer.Epoch(t.Context(), []drmm.Pair{{Pos: 1, Neg: 0, Weight: 1, Margin: 1}}))(t)
	m := trainer.Model()
	weights := m.ExtraWeights()
	if weights[0] == 0 || weights[4] == 0 {
		t.Fatalf("the weights %v tell nothing of a score", weights)
	}
	for number, features := range [][2]float64{{1, math.Log(4)}, {-1, math.Log(3)}, {-1, math.Log(4)}} {
		input, _ := f.Pair(&q, sample.PoolInstance{Instance: pairs.Instance{Pos: int32(number)}})
		got, want := m.Score(f.Store.Input(input)), float64(weights[0]*features[0])+float64(weights[4]*features[1])
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("document %d: %v, want %v", number, got, want)
		}
	}
}
