package train

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/index/indextest"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/google/go-cmp/cmp"
)

// TestRegulariser: a judged pair is followed by the pairs of copies of both its documents, each with its axiom's weight and margin,
// and axiomatic pairs by none. The inputs are those of the copies' texts; what lnc1 prefers is the document itself.
func TestRegulariser(t *testing.T) {
	docs := indextest.Docs(corpus.Doc{ID: "d", Text: "blue whale"}, corpus.Doc{ID: "e", Text: "whale sea"}, corpus.Doc{ID: "f", Text: "sea quokka"})
	x := indextest.Build(t, docs, analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"}, index.Defaults())
	loaded, err := configs.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &loaded.Config
	c.Gen.Axioms, c.Gen.Perturb = "m-and", "tfc1, lnc1, m-tdc"
	c.Gen.PerturbWeight, c.Train.PerturbMargin = "0.5, lnc1=2, m-tdc=0", "0.25, lnc1=0"
	regular, err := regulariserOf(c)
	if err != nil {
		t.Fatal(err)
	}
	list, err := axioms.ParseList("tfc1, lnc1, m-tdc")
	if err != nil {
		t.Fatal(err)
	}
	q := mine.Query{ID: "q", Terms: x.Query("whale quokka"), Docs: []mine.Candidate{{Doc: 0, Score: 2}, {Doc: 1, Score: 1}},
		Outside: []mine.Candidate{{Doc: 2}}}
	other := q
	other.ID = "other"
	m := &maker{index: x, options: drmm.Options{Mode: drmm.CH, Gating: drmm.IDF}, making: &mine.Making{}, first: &firstStage{},
		perturber: &mine.Perturber{Index: x, Collection: &axioms.Collection{Stats: x}, Axioms: list, Seed: 1}, trainedOn: map[string]bool{"q": true}}
	f, err := m.of(context.Background(), []mine.Query{q, other}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.copies) != 9 || len(f.inputs["q"]) != 3 { // of three documents and axioms; none of the other query's; no copy is a candidate
		t.Errorf("copies %v, inputs %v", f.copies, f.inputs)
	}
	exact := func(input int32) (n float64) { // matches of all query terms
		for _, row := range f.store.Input(input).Histograms() {
			n += row[drmm.Bins-1]
		}
		return n
	}
	for number, own := range []float64{1, 1, 1} {
		p := f.copies[copyKey{"q", int32(number), "tfc1"}]
		if exact(p[0]) != own+1 || exact(p[1]) != own {
			t.Errorf("tfc1, document %d: %v and %v matches", number, exact(p[0]), exact(p[1]))
		}
		if p := f.copies[copyKey{"q", int32(number), "lnc1"}]; p[0] != f.inputs["q"][number] || p[1] == p[0] || exact(p[1]) != own {
			t.Errorf("lnc1, document %d: %v", number, p)
		}
		if p := f.copies[copyKey{"q", int32(number), "m-tdc"}]; exact(p[0]) != exact(p[1]) || exact(p[0]) != own+2 {
			t.Errorf("m-tdc, document %d: %v and %v matches", number, exact(p[0]), exact(p[1]))
		}
	}

	one := []sample.Drawn{{Instance: pairs.Instance{Pos: 2, Neg: 1}}} // the positive lies outside the candidates
	drawn := &sample.Result{Regular: one, Pools: [][]sample.Drawn{one}}
	training := &cell{options: drmm.Options{Margin: 1}, features: f, fold: &fold{train: []mine.Query{q}}, regular: regular,
		loss: pools.Loss{Weights: []float64{3}, Margins: []float64{4}}, schedule: schedule{Regular: 1, Axiomatic: []int{1}, MaxRepeats: 1},
		drawnPairs: &drawnPairs{drawn: drawn, chain: &prepare.Prepared{Axioms: &pools.Axioms{Pools: []sample.Pool{{Name: "m-and"}}}}}}
	in := f.inputs["q"]
	copies := func(number int32, axiom string, weight, margin float64) drmm.Pair {
		p := f.copies[copyKey{"q", number, axiom}]
		return drmm.Pair{Pos: p[0], Neg: p[1], Weight: weight, Margin: margin}
	}
	want := []drmm.Pair{{Pos: in[2], Neg: in[1], Weight: 1, Margin: 1},
		copies(2, "tfc1", .5, .25), copies(1, "tfc1", .5, .25), copies(2, "lnc1", 2, 0), copies(1, "lnc1", 2, 0), // m-tdc weighs nothing
		{Pos: in[2], Neg: in[1], Weight: 3, Margin: 4}}
	if diff := cmp.Diff(want, training.pairs([]item{{regularPool, 0}, {0, 0}})); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
	if seen := training.seen(3); !cmp.Equal(seen, map[string]int{"regular": 1, "m-and": 1, "perturbed:tfc1": 2, "perturbed:lnc1": 2}) {
		t.Errorf("distinct pairs seen: %v", seen)
	}
	training.epochs, training.options.Batch = 4, 20 // an epoch has two pairs, and four of copies
	if n := training.batch(); n != 60 {
		t.Errorf("a step has %d pairs, want 60", n)
	}
	training.regular = &regulariser{}
	if n := training.batch(); n != 20 {
		t.Errorf("a step has %d pairs without copies", n)
	}
	training.regular = regular
	if n := training.pairsIn(3); n != 3*6 {
		t.Errorf("%d pairs in three epochs", n)
	}
}

// A copy has the score of the model that ranked the candidates, and its source's where nothing else is known.
func TestScoreOfCopies(t *testing.T) {
	q := &mine.Query{}
	if got := (&firstStage{}).copied(q, nil, 3); got != 3 {
		t.Errorf("given candidates: %v", got)
	}
	if got := (&firstStage{model: &mine.Retrieved{}}).copied(q, nil, math.NaN()); !math.IsNaN(got) {
		t.Errorf("a document outside the candidates: %v", got)
	}
}

// The arm with axiomatic pairs may have a regulariser, pools, both or neither; settings that differ in what has no effect are one.
func TestGridWithRegulariser(t *testing.T) {
	for _, of := range []struct {
		axioms, perturb, choose string
		augmented, judged       int
		none                    bool
	}{
		{"", "tfc1", "none", 1, 1, false},
		{"length-safe", "tfc1", "none", 1, 1, false},
		// tfc1 at two weights, and neither
		{"", "", `{axioms: {gen.perturb: ["", tfc1], gen.perturb_weight: ["0.1", "1"]}}`, 2, 3, true},
		// axioms at two weights, the regulariser at two, both at four, neither once
		{"", "", `{axioms: {gen.axioms: ["", and], train.axiom_weight: ["1", "4"], gen.perturb: ["", tfc1],
			gen.perturb_weight: ["0.1", "1"]}}`, 8, 9, true},
		// the default grid has eight cells without axioms; tfc1 at two weights in each
		{"", "tfc1", configs.ChooseDefault, 16, 24, true},
	} {
		c, origins := load(t, of.choose)
		c.Gen.Axioms, c.Gen.Perturb = of.axioms, of.perturb
		g, err := gridOf(c, origins)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.augmented) != of.augmented || len(g.judged) != of.judged || g.none != of.none || !g.perturbs {
			t.Errorf("%+v: %d and %d cells, none %v", of, len(g.augmented), len(g.judged), g.none)
		}
		e := &experiment{grid: g, config: c}
		f := &fold{from: &prepared{chain: &prepare.Prepared{Inputs: &collection.Inputs{Run: stage.NewRun(c, nil, nil, "")}}}}
		for _, s := range g.augmented {
			own, err := e.configOf(Augmented, s, f)
			if err != nil || own.Gen.Axioms == "" && own.Gen.Perturb == "" {
				t.Errorf("%s: axioms %q, perturb %q, %v", s, own.Gen.Axioms, own.Gen.Perturb, err)
			}
			for _, arm := range []string{Judged, JudgedSame, JudgedMore} {
				if own, err := e.configOf(arm, s, f); err != nil || own.Gen.Axioms != "" || own.Gen.Perturb != "" {
					t.Errorf("%s, %s: axioms %q, perturb %q, %v", arm, s, own.Gen.Axioms, own.Gen.Perturb, err)
				}
			}
			if own, err := g.withNoAxioms(s).over(c); err != nil || own.Gen.Axioms != "" || own.Gen.Perturb != "" {
				t.Errorf("%s without axioms: %q, %q, %v", s, own.Gen.Axioms, own.Gen.Perturb, err)
			}
		}
	}
}

// A regulariser draws nothing: all settings of it have the judged arm's draws.
func TestRegulariserDrawsAsJudged(t *testing.T) {
	c, _ := load(t, configs.ChooseNone)
	c.Gen.Axioms = ""
	var keys []string
	for _, perturb := range []string{"", "tfc1", "tfc1, lnc1"} {
		c.Gen.Perturb = perturb
		key, err := drawingKey(withoutPools(c))
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	if judged, _ := drawingKey(withoutAxioms(c)); len(slices.Compact(keys)) != 1 || keys[0] != judged {
		t.Errorf("%q, judged %q", keys, judged)
	}
}
