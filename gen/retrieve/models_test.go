package retrieve

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-12*max(1, math.Abs(want)) }

// The expanded query of "a" over two documents that TF scores alike, by hand: without smoothing p(a|R) = (1/3 + 1/2)/2,
// p(b|R) = (2/3)/2, p(c|R) = (1/2)/2; two terms kept are 5/9 and 4/9. With mu 5 over 5 tokens the sums are 45/112, 44/112
// and 23/112.
func TestRelevanceModelByHand(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "1", Text: "a b b"}, corpus.Doc{ID: "2", Text: "a c"},
		corpus.Doc{ID: "3", Text: ""}), spaced)
	for _, c := range []struct {
		model RM3
		want  map[string]float64
	}{
		{RM3{weighting.TF{}, 10, 2, 0, 0.5}, map[string]float64{"a": 0.5 + 0.5*5/9, "b": 0.5 * 4 / 9}},
		{RM3{weighting.TF{}, 10, 9, 5, 0}, map[string]float64{"a": 45. / 112, "b": 44. / 112, "c": 23. / 112}},
		{RM3{weighting.TF{}, 10, 9, 0, 1}, map[string]float64{"a": 1}},
		{RM3{weighting.TF{}, 1, 9, 0, 0.25}, map[string]float64{"a": 0.25 + 0.75/3, "b": 0.75 * 2 / 3}},
	} {
		first := systemOf(c.model).query(index.AnalyseQuery(x, "a a zzz"), nil)
		expanded := c.model.expand(x, first, systemOf(c.model).search(x, first, c.model.Docs))
		must.Equal(t, len(expanded), len(c.want), "%+v: %v", c.model, expanded)
		for _, w := range expanded {
			if !near(w.Factor, c.want[x.Lexicon().Term(w.Term)]) {
				t.Errorf("%+v: %s has %v, want %v", c.model, x.Lexicon().Term(w.Term), w.Factor, c.want[x.Lexicon().Term(w.Term)])
			}
		}
	}
}

// The golden scores have 12 digits; their mean length has 6 behind the point, which moves BM25 and PL2 by some 1e-8.
func TestScoresAreTheGoldenOnes(t *testing.T) {
	f := must.Get(os.Open(golden.SharedPath(t, "golden", "axioms", "pairs-wikiqa.jsonl")))(t)
	defer f.Close()
	x := wikiqaIndex(t)
	models := map[string]Model{"rs-tf": weighting.TF{}, "rs-tf-idf": weighting.TFIDF{}, "rs-bm25": weighting.BM25{K1: 0.9, B: 0.4},
		"rs-ql":  weighting.QL{Mu: 1000},
		"rs-pl2": weighting.PL2{C: 1}}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	compared := 0
	for lines.Scan() {
		var c struct {
			Query []string
			Docs  []struct {
				ID string
				RS map[string]float64
			}
		}
		must.Do(t, json.Unmarshal(lines.Bytes(), &c))
		var terms []uint32
		for _, word := range c.Query {
			found := false
			for term := range uint32(x.Lexicon().NumTerms()) {
				if x.Lexicon().Term(term) == word {
					terms, found = append(terms, term), true
					break
				}
			}
			if !found {
				terms = append(terms, math.MaxUint32)
			}
		}
		for _, d := range c.Docs {
			doc, ok := x.Doc(strings.TrimPrefix(d.ID, "D"))
			for name, want := range d.RS {
				m := models[name]
				if !ok || m == nil {
					continue
				}
				compared++
				tolerance := 1e-10
				if name == "rs-bm25" || name == "rs-pl2" {
					tolerance = 3e-8
				}
				if got := Score(x, m, terms, doc); math.Abs(got-want) > tolerance*max(1, math.Abs(want)) {
					t.Errorf("%s of %s for %v: %v, want %v", name, d.ID, c.Query, got, want)
				}
			}
		}
	}
	if compared < 1000 {
		t.Errorf("%d scores compared", compared)
	}
}

// A document once is the document itself, under the query that feedback or k3 make, to the last bit; three times in a row
// it has three times the counts and the length.
func TestRepeated(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "1", Text: "a b b"}, corpus.Doc{ID: "2", Text: "a c c"},
		corpus.Doc{ID: "3", Text: "b d"}), spaced)
	bm25 := weighting.BM25{K1: 0.9, B: 0.4}
	var weights Weights
	for _, m := range []Model{bm25, weighting.QL{Mu: 10}, Saturation{bm25, 0.5}, RM3{bm25, 2, 3, 0, 0.3},
		RM3{Saturation{weighting.PL2{C: 2}, 1}, 2, 3, 1, 0.3}} {
		r := New(x, m)
		s := r.Searcher()
		terms := index.AnalyseQuery(x, "a a d")
		hits := s.Search(terms, 3)
		query := s.Query(terms)
		if len(hits) != 3 {
			t.Fatalf("%+v: %v", m, hits)
		}
		for _, h := range hits {
			if got := r.ScoreRepeated(query, h.Doc, 1); got != h.Score {
				t.Errorf("%+v: document %d once has %v, itself %v", m, h.Doc, got, h.Score)
			}
			var times []int
			weights = r.Weights(query, func(t uint32) int {
				times = append(times, analysis.Count(x.Terms(h.Doc), t))
				return len(times) - 1
			}, weights)
			if got := weights.Score(x.Len(h.Doc), times); got != h.Score {
				t.Errorf("%+v: by its weights document %d has %v, itself %v", m, h.Doc, got, h.Score)
			}
			want := 0.0
			for _, q := range query {
				if w, ok := systemOf(m).weighting.Term(x, q.Term); ok {
					want += q.Factor * w.Weight(3*analysis.Count(x.Terms(h.Doc), q.Term), 3*x.Len(h.Doc))
				}
			}
			if got := r.ScoreRepeated(query, h.Doc, 3); got != want || got == h.Score {
				t.Errorf("%+v: document %d three times has %v, want %v", m, h.Doc, got, want)
			}
		}
	}
}
