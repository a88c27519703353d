package explain

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/similarity"
)

// Request names what axioms are to be explained on: a query and documents, as texts or as ids of a collection. Lists that are not
// nil have a value for every document, and stand instead of what the collection says.
type Request struct {
	Query  string
	Docs   []string
	Scores []float64 // retrieval scores
	Ranks  []int     // places in the candidate run
	Grades []int     // judgements
	Pieces []int     // lengths in word pieces
}

// override sets what the request says of the documents.
func (r *Request) override(s *subject) {
	for i := range s.docs {
		d := &s.docs[i]
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
			s.pieces[i] = r.Pieces[i]
		}
	}
}

// OfTexts explains axioms on texts, which are the whole collection.
func OfTexts(ctx context.Context, c *configs.Config, list []axioms.Axiom, r *Request) (*Report, error) {
	s, err := ofTexts(ctx, c, list, r)
	if err == nil {
		err = s.checkTerms(c)
	}
	if err != nil {
		return nil, err
	}
	return s.report(list, r)
}

// OfCollection explains axioms on queries and documents of a chain's collection. What is no id there is taken as text.
func OfCollection(ctx context.Context, chain *prepare.Prepared, list []axioms.Axiom, r *Request) (*Report, error) {
	if len(chain.Collection.Queries) > 0 {
		var err error
		if chain, err = chain.WithOverlaps().ReadTopics(ctx); err != nil {
			return nil, err
		}
	}
	chain, err := chain.Over(only(chain.Topics, r.Query), 0).Documents(ctx)
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	if chain, err = chain.Queries(ctx); err != nil {
		return nil, err
	}
	s := ofCollection(chain, r)
	if err := s.checkTerms(chain.Config); err != nil {
		return nil, err
	}
	return s.report(list, r)
}

// checkTerms returns an error if the query has too many distinct terms.
func (s *subject) checkTerms(c *configs.Config) error {
	if n := index.Distinct(s.query.Terms); n > c.Gen.MaxQueryTerms {
		return fault.BadInput("", 0, "shorten it, or raise --max-query-terms", "the query has %d distinct terms, more than max_query_terms %d",
			n, c.Gen.MaxQueryTerms)
	}
	return nil
}

// ofTexts makes the texts themselves the collection.
func ofTexts(ctx context.Context, c *configs.Config, list []axioms.Axiom, r *Request) (*subject, error) {
	g := &c.Gen
	analyzer, err := prepare.Analyser(c)
	if err != nil {
		return nil, err
	}
	s := newSubject(analyzer, nil)
	s.ask(r.Query, r.Query)
	for i, text := range r.Docs {
		s.add(fmt.Sprintf("d%d", i+1), text, text, s.terms(text))
	}
	opinions, err := prepare.ReadOpinions(g, list, nil, collection.ReadOptions(g), nil, func(string, int) {})
	if err != nil {
		return nil, err
	}
	opinions.In(s.collection)
	if g.Vectors != "" {
		table, err := vectorsOf(ctx, g, s)
		if err != nil {
			return nil, err
		}
		s.collection.Vectors, s.collection.Similarity = table, table
	}
	source, _, _, err := prepare.BindSimilarity(ctx, g, s)
	if err != nil {
		return nil, err
	}
	if source != nil {
		s.collection.Similarity = source
	}
	return s, nil
}

// vectorsOf reads the texts' word vectors.
func vectorsOf(ctx context.Context, g *configs.Gen, s *subject) (*similarity.Table, error) {
	path := ""
	for _, pattern := range strings.Split(g.Vectors, ",") {
		if found, err := filepath.Glob(strings.TrimSpace(pattern)); err == nil && len(found) > 0 {
			path = found[0]
			break
		}
	}
	if path == "" {
		return nil, fault.BadUsage("name a file; they cannot be trained on a few texts", "no word vectors at %s", g.Vectors)
	}
	mode := similarity.Mode(g.VectorsMode)
	words, _, err := similarity.Read(ctx, path, similarity.Auto, similarity.Wanted(s, mode), nil)
	if err != nil {
		return nil, err
	}
	return similarity.Bind(words, s, mode)
}

// ofCollection sees the query and the documents in the light of a collection.
func ofCollection(chain *prepare.Prepared, r *Request) *subject {
	x := chain.Index
	s := newSubject(x.Analyzer(), x)
	s.collection = chain.Miner().Collection
	s.ask(r.Query, chain.Topics[0].Queries[0].Text)
	grades := map[string]int{}
	for _, j := range chain.Topics[0].Qrels {
		grades[j.DocID] = j.Grade
	}
	pieces := chain.Miner().Pieces
	for i, given := range r.Docs {
		at, ok := x.Doc(given)
		if !ok {
			s.add(fmt.Sprintf("d%d", i+1), given, given, s.terms(given))
			if pieces != nil {
				s.pieces[i] = len(chain.Vocabulary.Encode(given))
			}
			continue
		}
		d := s.add(given, given, x.FullText(at), x.Terms(at))
		d.Length = x.Len(at)
		if pieces != nil {
			s.pieces[i] = pieces(at)
		}
		d.Grade = grades[given]
		for _, q := range chain.Splits[0].Queries {
			for _, candidate := range q.Docs {
				if candidate.Doc == at && candidate.Made == 0 {
					d.Score, d.Rank = candidate.Score, int(candidate.Rank)
				}
			}
		}
	}
	return s
}

// only keeps the one query with the given id, its judgements and its run; a query of no such id is the text itself.
func only(topics []collection.Topics, query string) []collection.Topics {
	for _, t := range topics {
		for _, q := range t.Queries {
			if q.ID == query {
				t.Queries = []corpus.Query{q}
				t.Qrels = slices.DeleteFunc(t.Qrels, func(j corpus.Qrel) bool { return j.QueryID != query })
				t.Run = slices.DeleteFunc(t.Run, func(row corpus.Scored) bool { return row.QueryID != query })
				return []collection.Topics{t}
			}
		}
	}
	return []collection.Topics{{Split: "test", Queries: []corpus.Query{{ID: "query", Text: query}}}}
}
