package dataset

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/shard"
)

var modelParameters = retrieve.Parameters{K1: .9, B: .4, Mu: 1000, Lambda: .1}

// described are queries over synthetic passages of 56 words, each with so many candidates by BM25, one of them judged relevant.
func described(t testing.TB, documents, queries, candidates int) (*describer, []shard.List) {
	z := indextest.NewZipf(500_000, 1)
	x := indextest.InMemory(t, z.Docs(documents), analysis.Defaults())
	d := newDescriber(&mine.Miner{Index: x, Collection: &axioms.Collection{Stats: x}}, modelParameters)
	var lists []shard.List
	for i, text := range z.Queries(queries, documents) {
		q := &mine.Query{ID: string(rune('A' + i)), Text: text, Terms: index.AnalyseQuery(x, text)}
		for rank, hit := range retrieve.New(x, weighting.BM25{K1: .9, B: .4}).Searcher().Search(q.Terms, candidates) {
			q.Docs = append(q.Docs, mine.Candidate{Doc: hit.Doc, Rank: int32(rank + 1), Score: hit.Score, Judged: rank == 1, Grade: 1})
		}
		if l := d.add("train", q); l != nil {
			lists = append(lists, *l)
		}
	}
	return d, lists
}

// TestDescribe compares every feature of an axiom with its preferences pair by pair, and every model's with its score.
func TestDescribe(t *testing.T) {
	d, lists := described(t, 400, 12, 8)
	if len(lists) < 10 {
		t.Fatal(len(lists))
	}
	names, describe := d.names(), d.describe()
	for _, l := range lists {
		features := describe(l)
		q := d.queries[l.Query]
		docs := make([]axioms.Doc, len(q.Docs))
		for i, c := range q.Docs {
			docs[i] = axioms.Doc{Terms: d.index.Terms(c.Doc), Length: d.index.Len(c.Doc), Score: c.Score, Rank: int(c.Rank)}
		}
		for f, name := range names {
			a, err := axioms.Parse(name)
			if err != nil {
				if m, ok := retrieve.Find(name); ok {
					model := retrieve.New(d.index, m.New(modelParameters))
					query := model.Searcher().Query(q.Terms)
					for i, c := range q.Docs {
						must.Equal(t, features[i][f], model.ScoreRepeated(query, c.Doc, 1), "%s", name)
					}
				}
				continue
			}
			judge := a.(axioms.Preference).Bind(axioms.Query{Terms: q.Terms}, d.miner.Collection)
			judge.Load(docs)
			for i := range docs {
				want := 0
				for j := range docs {
					if i != j {
						want += judge.Compare(i, j).Preference()
					}
				}
				if features[i][f] != float64(want) {
					t.Errorf("query %s, document %d: %s is %v, want %d", l.QueryID, i, name, features[i][f], want)
				}
			}
		}
	}
	for _, name := range []string{"tfc1", "prox1", "bm25", "span", "run_score"} {
		if !slices.Contains(names, name) {
			t.Errorf("no feature %s", name)
		}
	}
	if at := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, "oracle") }); at >= 0 {
		t.Error("a feature looks at judgements")
	}
}
