package retrieve

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/rapidtest"
	"pgregory.net/rapid"
)

// definitions are the models' plain formulas: what a query token that the collection holds adds to a document's score.
var definitions = map[string]func(p Parameters, c counted) float64{
	"bm25": func(p Parameters, c counted) float64 {
		if c.tf == 0 {
			return 0
		}
		return math.Log(1+(c.n-c.df+0.5)/(c.df+0.5)) * c.tf / (c.tf + p.K1*(1-p.B+p.B*c.length/(c.all/c.n)))
	},
	"ql": func(p Parameters, c counted) float64 {
		return math.Log((c.tf + p.Mu*c.cf/c.all) / (c.length + p.Mu))
	},
	"qljm": func(p Parameters, c counted) float64 {
		return math.Log((1-p.Lambda)*c.tf/c.length + p.Lambda*c.cf/c.all)
	},
	"pl2": func(_ Parameters, c counted) float64 {
		if c.tf == 0 {
			return 0
		}
		tfn, lambda := c.tf*math.Log2(1+(c.all/c.n)/c.length), c.cf/c.n
		gain := tfn*math.Log2(1/lambda) + lambda*math.Log2(math.E) + math.Log2(2*math.Pi*tfn)/2 + tfn*math.Log2(tfn/math.E)
		return gain / (tfn + 1)
	},
	"tfidf": func(_ Parameters, c counted) float64 { return c.tf * math.Log(c.n/c.df) },
}

// counted is what a plain formula may ask of a term and a document, of at least one token, that need not hold it.
type counted struct {
	tf, length float64 // c(t,d) and the document's tokens
	df, cf     float64 // documents that hold the term, its occurrences in all documents
	n, all     float64 // documents, occurrences of all terms
}

// plainCollection is its documents' tokens.
type plainCollection [][]string

func often(text []string, word string) (n float64) {
	for _, other := range text {
		if other == word {
			n++
		}
	}
	return n
}

func (docs plainCollection) counted(word string, d int) counted {
	c := counted{tf: often(docs[d], word), length: float64(len(docs[d])), n: float64(len(docs))}
	for _, text := range docs {
		c.cf += often(text, word)
		c.df += min(often(text, word), 1)
		c.all += float64(len(text))
	}
	return c
}

// score sums over the query's tokens; with a k3 that is not negative each term once, by its (k3 + 1) q / (k3 + q).
func (docs plainCollection) score(weight func(Parameters, counted) float64, p Parameters, k3 float64, query []string, d int) (sum float64) {
	for i, word := range query {
		c, factor := docs.counted(word, d), 1.0
		if k3 >= 0 && slices.Contains(query[:i], word) || c.cf == 0 {
			continue
		}
		if q := often(query, word); k3 >= 0 {
			factor = (k3 + 1) * q / (k3 + q)
		}
		sum += factor * weight(p, c)
	}
	return sum
}

// ranking scores the documents that hold a query term, best first, ties in the collection's order.
func (docs plainCollection) ranking(score func(d int) float64, query []string) (hits []Hit) {
	for d, text := range docs {
		if slices.ContainsFunc(query, func(word string) bool { return slices.Contains(text, word) }) {
			hits = append(hits, Hit{uint32(d), score(d)})
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}

// TestContract: every model scores and ranks as its plain formula does, with repeated query terms and without.
func TestContract(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	for _, m := range Models {
		if definitions[m.Name] == nil {
			t.Fatalf("%s is not yet defined: write its plain formula in contract_test.go", m.Name)
		}
	}
	for name := range definitions {
		if _, ok := Find(name); !ok {
			t.Errorf("%s is defined and not in the table", name)
		}
	}
	compared := map[string]int{} // scores other than 0
	reached := func() bool {
		return !slices.ContainsFunc(Models, func(m ModelEntry) bool { return compared[m.Name] < 100 })
	}
	rapidtest.CheckUntil(t, reached, func(rt *rapid.T) {
		w := anyPlainWorld(t, rt)
		for _, m := range Models {
			for _, k3 := range []float64{-1, 0, 8} {
				compared[m.Name] += w.compare(rt, m, k3)
			}
		}
	})
}

// plainWorld is a small collection, beside its index, with a query and parameters.
type plainWorld struct {
	docs  plainCollection
	x     index.Reader
	query []string
	p     Parameters
}

func anyPlainWorld(t *testing.T, rt *rapid.T) *plainWorld {
	of := func(name string, values ...float64) float64 { return rapid.SampledFrom(values).Draw(rt, name) }
	text := func(words ...string) *rapid.Generator[[]string] {
		return rapid.SliceOfN(rapid.SampledFrom(words), 1, 8)
	}
	w := &plainWorld{
		docs:  rapid.SliceOfN(text("a", "b", "c", "d", "e"), 1, 12).Draw(rt, "docs"),
		query: text("a", "b", "c", "d", "x").Draw(rt, "query"),
		p:     Parameters{K1: of("k1", 0.9, 1.2, 0), B: of("b", 0.4, 0.75, 0, 1), Mu: of("mu", 10, 1000), Lambda: of("lambda", 0.1, 0.7)},
	}
	var built []corpus.Doc
	for i, text := range w.docs {
		built = append(built, corpus.Doc{ID: fmt.Sprint(i), Text: strings.Join(text, " ")})
	}
	w.x = indextest.InMemory(t, indextest.Docs(built...), spaced)
	return w
}

// compare counts the scores that are not 0.
func (w *plainWorld) compare(rt *rapid.T, m ModelEntry, k3 float64) (compared int) {
	model := m.New(w.p)
	if k3 >= 0 {
		model = Saturation{model, k3}
	}
	terms := index.AnalyseQuery(w.x, strings.Join(w.query, " "))
	score := func(d int) float64 { return w.docs.score(definitions[m.Name], w.p, k3, w.query, d) }
	for d := range w.docs {
		want := score(d)
		if got := Score(w.x, model, terms, uint32(d)); !near(got, want) {
			rt.Fatalf("%s %+v: score of document %d is %v, by its formula %v", m.Name, model, d, got, want)
		}
		if want != 0 {
			compared++
		}
	}
	got, want := New(w.x, model).Searcher().Search(terms, len(w.docs)), w.docs.ranking(score, w.query)
	if !slices.EqualFunc(got, want, func(a, b Hit) bool { return near(a.Score, b.Score) && near(a.Score, score(int(a.Doc))) }) {
		rt.Fatalf("%s %+v: found %v, by its formula %v", m.Name, model, got, want)
	}
	return compared
}
