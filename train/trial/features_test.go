package trial

import (
	"context"
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
	"github.com/google/go-cmp/cmp"
)

// TestFeaturesOfMade: a document made for a pair of lnc2, of either variant, has the input that it has as a candidate, and that
// differs from its source's.
func TestFeaturesOfMade(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "blue whale"}),
		analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"})
	list := must.Get(axioms.ParseList("lnc2, lnc2(variant=camara)"))(t)
	making := &mine.Making{Axioms: mine.Generatives(list), Pieces: func(uint32) int { return 2 }}
	q := mine.Query{ID: "q", Terms: index.AnalyseQuery(x, "whale"), Docs: []mine.Candidate{{Doc: 0}, {Doc: 0, Made: 3}, {Doc: 0, Made: 256}}}
	o := drmm.Options{Mode: drmm.Mode("ch"), Gating: drmm.Gating("idf")}
	m := &Maker{Index: x, Options: o, Making: making, WithMade: func(*mine.Query) bool { return true }}
	f := must.Get(m.Compute(context.Background(), []mine.Query{q}, nil))(t)
	for place, k := range map[int32]int32{1: 3, 2: 256} { // 256 times two word pieces are 512
		pos, neg := f.Pair(&q, sample.PoolInstance{Instance: pairs.Instance{Made: k}})
		candidate, _ := f.Pair(&q, sample.PoolInstance{Instance: pairs.Instance{Pos: place}})
		made := f.Store.Input(pos).Histograms()
		if diff := cmp.Diff(f.Store.Input(candidate).Histograms(), made); diff != "" {
			t.Errorf("%d times: %s", k, diff)
		}
		if cmp.Equal(f.Store.Input(neg).Histograms(), made) {
			t.Errorf("%d times: as the source", k)
		}
	}
	if len(f.madeInputs) != 4 {
		t.Errorf("%d made documents, want 2, 3, 4 and 256 times", len(f.madeInputs))
	}
}
