package trial

import (
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/drmm"
)

// whales is a collection of three documents.
func whales(t *testing.T) index.Reader {
	return indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "1", Text: "blue whale whale"}, corpus.Doc{ID: "2", Text: "whale blue"},
		corpus.Doc{ID: "3", Text: "sea sea sea"}), analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"})
}

// TestFeatureScoresOfMade: a document has one score, made or as a candidate. Scores have the single precision of evaluators.
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
