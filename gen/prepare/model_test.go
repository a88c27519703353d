package prepare

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize"
)

// Candidates come from a mu of their own where one is given; what is diagnosed keeps the other. The k3 of the preset is BM25's alone.
func TestCandidatesMu(t *testing.T) {
	loaded := must.Get(configs.Load("rennings-msmarco", nil))(t)
	g := &loaded.Gen
	c := &Preparation{Run: stage.NewRun(&loaded.Config, nil, nil, ""), Inputs: collection.Inputs{Collection: &collection.Collection{}}}
	for _, of := range []struct{ own, want float64 }{{2500, 2500}, {0, 10}} {
		g.CandidatesMu = of.own
		if m, err := candidateModel(&c.Run.Config.Gen); err != nil || m != (weighting.QL{Mu: of.want}) {
			t.Errorf("candidates_mu %v: candidates by %v, %v", of.own, m, err)
		}
		if m, err := RetrievalModel(g); err != nil || m != (weighting.QL{Mu: 10}) {
			t.Errorf("candidates_mu %v: diagnosed %v, %v", of.own, m, err)
		}
	}
}

// The fingerprint is in every index of word pieces: with another byte an index of today would be one of another analyser.
func TestWordPiecesKeepTheirFingerprint(t *testing.T) {
	file := filepath.Join(t.TempDir(), "vocab.txt")
	must.Do(t, os.WriteFile(file, []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##b\n"), 0o644))
	tokenizer := must.Get(tokenize.Load(file, tokenize.Options{StripAccents: true, MaxWordChars: 17}))(t)
	const want = "7ce7335a8e2b795d77565d3d0ad10464b4d2bd3bdbc145fbd39ca4ade634ee3c" +
		" {Lowercase:false StripAccents:true MaxWordChars:17} without [UNK]"
	must.Equal(t, (WordPieces{tokenizer}).Fingerprint(), want)
}

// Every model has a grid of points that its own check allows.
func TestDefaultGrids(t *testing.T) {
	for _, m := range retrieve.Models {
		name := m.Name
		for _, retrieval := range []string{name, name + RM3Suffix} {
			axes := gridOf(retrieval)
			var values [][]float64
			for _, a := range axes {
				values = append(values, a.Values)
			}
			for _, point := range configs.Choices(values) {
				g := configs.Gen{CandidateOptions: configs.CandidateOptions{Retrieval: retrieval, Mu: 1000, Lambda: 0.1, K3: -1}}
				for i, a := range axes {
					a.set(&g, point[i])
				}
				if _, err := RetrievalModel(&g); err != nil {
					t.Errorf("%s at %v: %v", retrieval, point, err)
				}
			}
		}
	}
}

func TestRetrievalModel(t *testing.T) {
	g := configs.Gen{CandidateOptions: configs.CandidateOptions{K1: 1.5, B: 1.25, K3: 7, Mu: 500, Lambda: 0.3,
		Feedback: "docs=5,terms=20,mu=10,weight=0.4"}}
	for name, want := range map[string]retrieve.Model{
		"bm25":  retrieve.Saturation{Model: weighting.BM25{K1: 1.5, B: 1.25}, K3: 7},
		"qljm":  weighting.QLJM{Lambda: 0.3},
		"pl2":   weighting.PL2{C: 1},
		"tfidf": weighting.TFIDF{},
		"rm3":   retrieve.RM3{Model: weighting.QL{Mu: 500}, Docs: 5, Terms: 20, Mu: 10, Weight: 0.4},
		"bm25+rm3": retrieve.RM3{Model: retrieve.Saturation{Model: weighting.BM25{K1: 1.5, B: 1.25}, K3: 7}, Docs: 5, Terms: 20, Mu: 10,
			Weight: 0.4},
	} {
		g.Retrieval = name
		if got, err := RetrievalModel(&g); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, want)
		}
	}
	for _, bad := range []configs.CandidateOptions{{Retrieval: "rm3+rm3"}, {Retrieval: ""},
		{Retrieval: "bm25", K1: 4, B: 1.25}, {Retrieval: "ql"},
		{Retrieval: "qljm", Lambda: 1.1}, {Retrieval: "rm3", Mu: 1, Feedback: "terms=0"}, {Retrieval: "tfidf+rm3", Feedback: "weight=2"}} {
		if m, err := RetrievalModel(&configs.Gen{CandidateOptions: bad}); err == nil {
			t.Errorf("%+v gives %+v", bad, m)
		}
	}
}

// Where candidates have a mu of their own nothing is tuned.
func TestNothingIsTunedBesideAMuOfItsOwn(t *testing.T) {
	loaded := must.Get(configs.Load("rennings-msmarco", nil))(t)
	loaded.Train.TuneRetrieval = "auto"
	p := &Preparation{Run: stage.NewRun(&loaded.Config, nil, nil, ""), Inputs: collection.Inputs{Collection: &collection.Collection{}}}
	for _, own := range []float64{2500, 0} {
		loaded.Gen.CandidatesMu = own
		if Tunable(p) != (own == 0) {
			t.Errorf("candidates_mu %v: tunable is %v", own, Tunable(p))
		}
	}
}
