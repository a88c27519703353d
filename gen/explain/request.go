package explain

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/errs"
)

// Request holds a query and documents, as texts or as ids of a collection. Each other list is nil, or has a value for every document that
// replaces the value of the collection.
type Request struct {
	Query  string
	Docs   []string
	Scores []float64 // retrieval scores
	Ranks  []int     // ranks in the candidate run
	Grades []int     // grades of judgements
	Pieces []int     // lengths in word pieces
}

// override replaces the documents' values by the values of the request.
func (r *Request) override(c *axioms.Case) {
	for i := range c.Docs {
		d := &c.Docs[i]
		if r.Scores != nil {
			d.Score = r.Scores[i]
		}
		if r.Ranks != nil {
			d.Rank = r.Ranks[i]
		}
		if r.Grades != nil {
			d.Grade = r.Grades[i]
		}
		if r.Pieces != nil {
			c.Pieces[i] = r.Pieces[i]
		}
	}
}

// ExplainDocuments returns a report of axioms on a query and documents of chain's collection. A string that is no id of them is a text.
func ExplainDocuments(ctx context.Context, chain *prepare.Preparation, list []axioms.Axiom, r *Request) (*Report, error) {
	if len(chain.Inputs.Collection.Layout.Queries) > 0 {
		var err error
		if chain, err = chain.WithOverlaps().ReadTopics(ctx); err != nil {
			return nil, err
		}
	}
	chain, err := chain.WithTopics(selectQuery(chain.Inputs.Topics, r.Query), 0).Documents(ctx)
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	if chain, err = chain.Queries(ctx); err != nil {
		return nil, err
	}
	return newCollectionSubject(chain, r).report(list, r)
}

// ExplainTexts returns a report of axioms on texts. The collection has no other documents.
func ExplainTexts(ctx context.Context, c *configs.Config, list []axioms.Axiom, r *Request) (*Report, error) {
	g := &c.Gen
	analyzer, err := prepare.Analyser(c)
	if err != nil {
		return nil, err
	}
	s := newSubject(analyzer, nil, r.Query, r.Query)
	for i, text := range r.Docs {
		s.add(fmt.Sprintf("d%d", i+1), text, text, s.lexicon.add(text))
	}
	opinions, err := prepare.ReadOpinions(g, list, nil, collection.ReadOptions(g), nil, func(string, int) {})
	if err != nil {
		return nil, err
	}
	opinions.AddTo(s.all.Collection)
	if g.Vectors != "" {
		table, err := vectorsOf(ctx, g, s.lexicon)
		if err != nil {
			return nil, err
		}
		s.all.Collection.Vectors, s.all.Collection.Similarity = table, table
	}
	if prepare.AsksSimilarity(c, list) {
		source, _, _, err := prepare.BindSimilarity(ctx, g, s.lexicon)
		if err != nil {
			return nil, err
		}
		if source != nil {
			s.all.Collection.Similarity = source
		}
	}
	return s.report(list, r)
}

// vectorsOf returns the word vectors of the texts' terms from the configured file.
func vectorsOf(ctx context.Context, g *configs.Gen, terms *lexicon) (*similarity.Table, error) {
	path, err := prepare.VectorsSource(g)
	if err != nil || path == prepare.TrainVectors {
		return nil, errs.BadUsage("name a file; they cannot be trained on a few texts", "no word vectors at %s", g.Vectors)
	}
	mode := similarity.Mode(g.VectorsMode)
	words, _, err := similarity.Read(ctx, path, similarity.WordFilter(terms, mode), nil)
	if err != nil {
		return nil, err
	}
	return similarity.Bind(words, terms, mode), nil
}

func newCollectionSubject(chain *prepare.Preparation, r *Request) *subject {
	x := chain.Index
	s := newSubject(x.About().Analyzer, x, r.Query, chain.Inputs.Topics[0].Queries[0].Text)
	miner := prepare.NewMiner(chain)
	s.all.Collection = miner.Collection
	grades := map[string]int{}
	for _, j := range chain.Inputs.Topics[0].Qrels {
		grades[j.DocID] = j.Grade
	}
	for i, arg := range r.Docs {
		doc, ok := x.Doc(arg)
		if !ok {
			s.add(fmt.Sprintf("d%d", i+1), arg, arg, s.lexicon.add(arg))
			if miner.Pieces != nil {
				s.all.Pieces[i] = len(chain.Vocabulary.Encode(arg))
			}
			continue
		}
		d := s.add(arg, arg, x.Texts().FullText(doc), x.Terms(doc))
		d.Length = x.Len(doc)
		if miner.Pieces != nil {
			s.all.Pieces[i] = miner.Pieces(doc)
		}
		d.Grade = grades[arg]
		for _, q := range chain.Splits[0].Queries {
			for _, candidate := range q.Docs {
				if candidate.Doc == doc && candidate.Made == 0 {
					d.Score, d.Rank = candidate.Score, int(candidate.Rank)
				}
			}
		}
	}
	return s
}

// selectQuery returns topics with one query: the query with the id query, its judgements and its run. If no query has it, query is a text.
func selectQuery(topics []collection.Topics, query string) []collection.Topics {
	for _, t := range topics {
		for _, q := range t.Queries {
			if q.ID == query {
				t.Queries = []corpus.Query{q}
				t.Qrels = slices.DeleteFunc(t.Qrels, func(j corpus.Qrel) bool { return j.QueryID != query })
				t.Run = slices.DeleteFunc(t.Run, func(row corpus.RunRow) bool { return row.QueryID != query })
				return []collection.Topics{t}
			}
		}
	}
	return []collection.Topics{{Split: "test", Queries: []corpus.Query{{ID: "query", Text: query}}}}
}
