package axiomscmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/similarity"
)

// asked is what axioms are to be explained on: texts, or ids of a collection.
type asked struct {
	query  string
	docs   []string
	scores []float64
	ranks  []int
	grades []int
	pieces []int
}

// check refuses lists that do not go with the documents.
func (a *asked) check() error {
	if a.query == "" || len(a.docs) == 0 {
		return fault.BadUsage("give the query with -q and each document with -d", "a query and documents go together")
	}
	for _, l := range []struct {
		flag string
		n    int
	}{{"score", len(a.scores)}, {"rank", len(a.ranks)}, {"grade", len(a.grades)}, {"pieces", len(a.pieces)}} {
		if l.n != 0 && l.n != len(a.docs) {
			return fault.BadUsage("give it once for each -d, or not at all", "--%s is given %d times for %d documents", l.flag, l.n, len(a.docs))
		}
	}
	return nil
}

// override sets what was said of the documents on the command line.
func (a *asked) override(s *scene) {
	for i := range s.docs {
		d := &s.docs[i]
		if a.scores != nil {
			d.Score = a.scores[i]
		}
		if a.ranks != nil {
			d.Rank = a.ranks[i]
		}
		if a.grades != nil {
			d.Grade = a.grades[i]
		}
		if a.pieces != nil {
			s.pieces[i] = a.pieces[i]
		}
	}
}

// ofTexts makes the texts themselves the collection.
func ofTexts(ctx context.Context, c *configs.Config, list []axioms.Axiom, a *asked) (*scene, error) {
	g := &c.Gen
	analyzer, err := prepare.Analyser(c)
	if err != nil {
		return nil, err
	}
	s := newScene(analyzer, nil)
	s.ask(a.query, a.query)
	for i, text := range a.docs {
		s.add(fmt.Sprintf("d%d", i+1), text, s.terms(text))
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
func vectorsOf(ctx context.Context, g *configs.Gen, s *scene) (*similarity.Table, error) {
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

// ofCollection sees the query and the documents in the light of a collection. What is no id there is taken as text. The
// caller closes the chain after use.
func ofCollection(ctx context.Context, c *configs.Config, a *asked, command string, p *progress.Printer) (*scene, *prepare.Prepared, error) {
	work, err := os.MkdirTemp("", "axiomine-explain-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(work) // an index stays readable while it is mapped
	out, err := outdir.Claim(work, outdir.Fresh)
	if err != nil {
		return nil, nil, err
	}
	defer out.Close()
	chain, err := gen.Start(c, out, p, command)
	if err != nil {
		return nil, nil, err
	}
	if len(chain.Collection.Queries) > 0 {
		if chain, err = chain.ReadTopics(ctx); err != nil {
			return nil, nil, err
		}
	}
	chain, err = chain.Over(only(chain.Topics, a.query), 0).Documents(ctx)
	if err == nil {
		chain, err = chain.Queries(ctx)
	}
	if err != nil {
		chain.Close()
		return nil, nil, err
	}
	x := chain.Index
	s := newScene(x.Analyzer(), x)
	s.collection = chain.Miner().Collection
	s.ask(a.query, chain.Topics[0].Queries[0].Text)
	grades := map[string]int{}
	for _, j := range chain.Topics[0].Qrels {
		grades[j.DocID] = j.Grade
	}
	pieces := chain.Miner().Pieces
	for i, given := range a.docs {
		at, ok := x.Doc(given)
		if !ok {
			s.add(fmt.Sprintf("d%d", i+1), given, s.terms(given))
			if pieces != nil {
				s.pieces[i] = len(chain.Vocabulary.Encode(given))
			}
			continue
		}
		d := s.add(given, given, x.Terms(at))
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
	return s, chain, nil
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
