package trial

import (
	"math"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// By hand: three documents, "blue" in two of them (IDF ln 3/2), "whale" in two, "sea" in one (ln 3). The query "blue whale sea ink"
// has the pairs blue-whale, whale-sea and sea-ink; "ink" is in no document, and counts neither as a term nor in a pair.
func TestExtrasByHand(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "1", Text: "blue whale whale"}, corpus.Doc{ID: "2", Text: "whale blue"},
		corpus.Doc{ID: "3", Text: "sea sea sea"}),
		analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"})
	q := mine.Query{ID: "q", Terms: index.AnalyseQuery(x, "blue whale sea ink"), Docs: []mine.Candidate{{Doc: 0}, {Doc: 1}, {Doc: 2}}}
	scores := []float64{5, 3, math.Inf(-1)} // the last has none and counts as 3: mean 11/3, variance 8/9
	e := newExtras(x, &q, scores)
	b, s := math.Log(1.5), math.Log(3)
	sd := math.Sqrt(8. / 9)
	for d, want := range [][]float64{
		{(5 - 11./3) / sd, 2. / 3, 2 * b / (2*b + s), 1. / 2, math.Log(4)},
		{(3 - 11./3) / sd, 2. / 3, 2 * b / (2*b + s), 0, math.Log(3)},
		{(3 - 11./3) / sd, 1. / 3, s / (2*b + s), 0, math.Log(4)},
	} {
		got := e.compute(x.Terms(uint32(d)), scores[d])
		for k := range want {
			if math.Abs(got[k]-want[k]) > 1e-12 {
				t.Errorf("document %d, feature %d: %v, want %v", d, k, got[k], want[k])
			}
		}
	}
	must.Equal(t, len(e.compute(nil, math.NaN())), numExtras, "an empty document has other features")
}
