package dataset

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// describer computes features of the candidates of judged queries for learning to rank (LETOR, Qin et al. 2010). The features are scores of
// retrieval models, counts, the proximity of query terms and, for each axiom, the number of candidates that a candidate is preferred to.
type describer struct {
	index   index.Reader
	miner   *mine.Miner
	models  []*retrieve.Retriever // retrievers in the order of retrieve.Models
	queries []*mine.Query         // queries of the lists; shard.List.Query is an index here
}

// listsOf returns the lists of candidates of all queries with labels in use and a judged candidate; nil if no configured format has lists.
// inUse is the result of labelsInUse.
func listsOf(p *prepare.Preparation, inUse [][]bool) *shard.Lists {
	if !shard.WantsLists(configs.List(p.Run.Config.Tokenize.OutputFormat)...) {
		return nil
	}
	d, numDropped := newDescriber(prepare.NewMiner(p), prepare.ParametersOf(&p.Run.Config.Gen)), 0
	lists := &shard.Lists{Features: d.names(), Basis: p.Index.About().Identity, Describer: d.describe}
	for i := range p.Splits {
		s := &p.Splits[i]
		split := prepare.RowsName(&p.Run.Config.Gen, p.Splits, s.Name)
		for j := range s.Queries {
			if l := d.add(split, &s.Queries[j]); l != nil && inUse[i][j] {
				lists.Queries = append(lists.Queries, *l)
			} else {
				numDropped++
			}
		}
	}
	if numDropped > 0 {
		p.Run.Account.Warnings["queries without a judged candidate or whose labels are not in use left out of libsvm"] += numDropped
	}
	return lists
}

// newDescriber returns a describer with all retrieval models, and with the axioms of usableAxioms. It sets the axioms of m.
func newDescriber(m *mine.Miner, parameters retrieve.Parameters) *describer {
	m.Axioms = usableAxioms(m)
	d := &describer{index: m.Index, miner: m}
	for _, model := range retrieve.Models {
		d.models = append(d.models, retrieve.New(m.Index, model.New(parameters)))
	}
	return d
}

// usableAxioms returns the preference axioms for which m has the data: axioms of the catalogue, then others of the configuration. It leaves
// out axioms that read judgements.
func usableAxioms(m *mine.Miner) (list []axioms.Axiom) {
	names := map[string]bool{}
	for _, a := range append(axioms.All(), m.Axioms...) {
		_, isPreference := a.(axioms.Preference)
		alone := *m
		alone.Axioms = []axioms.Axiom{a}
		if !isPreference || names[a.String()] || a.Spec().Needs.Grades || alone.Check() != nil {
			continue
		}
		names[a.String()] = true
		list = append(list, a)
	}
	return list
}

// add returns a query's list, without documents made by lnc2, and registers the query for describe. It returns nil if no candidate is
// judged.
func (d *describer) add(split string, q *mine.Query) *shard.List {
	l, isJudged := &shard.List{Split: split, QueryID: q.ID, Query: len(d.queries)}, false
	for i := range q.Docs[:q.CollectionDocs()] {
		c := &q.Docs[i]
		grade := 0
		if c.Judged {
			isJudged, grade = true, max(0, int(c.Grade))
		}
		l.Docs = append(l.Docs, shard.Listing{DocID: c.ID(d.index), Doc: c.Doc, Grade: grade, Score: c.Score})
	}
	if !isJudged {
		return nil
	}
	d.queries = append(d.queries, q)
	return l
}

// names returns the names of the features, in their order.
func (d *describer) names() []string {
	models := lists.Map(retrieve.Models, func(m retrieve.ModelEntry) string { return m.Name })
	return slices.Concat([]string{"run_score", "run_reciprocal_rank"}, models, countNames[:], proximityNames[:],
		lists.Map(d.miner.Axioms, axioms.Axiom.String))
}

// describe returns a function that returns the features of each document of a list. One goroutine may use the function. Its next call
// overwrites the result.
func (d *describer) describe() func(l shard.List) [][]float64 {
	searchers := lists.Map(d.models, (*retrieve.Retriever).Searcher)
	wins := d.miner.Wins()
	weights := make([]retrieve.Weights, len(d.models))
	var occurrences termReader
	var out [][]float64
	return func(l shard.List) [][]float64 {
		q := d.query(l)
		for len(out) < len(q.Docs) {
			out = append(out, nil)
		}
		least := leastScore(l.Docs, func(d shard.Listing) float64 { return d.Score })
		for i := range q.Docs {
			score, reciprocal := least, 0.0
			if q.Docs[i].Rank > 0 {
				score, reciprocal = l.Docs[i].Score, 1/float64(q.Docs[i].Rank)
			}
			out[i] = append(out[i][:0], score, reciprocal)
		}
		terms := termsOf(d.index, q.Terms)
		for m, r := range d.models {
			weights[m] = r.Weights(searchers[m].Query(q.Terms), terms.place, weights[m])
		}
		for i := range q.Docs {
			doc := q.Docs[i].Doc
			occurrences.read(terms, d.index.Terms(doc))
			for _, w := range weights {
				out[i] = append(out[i], w.Score(d.index.Len(doc), occurrences.times))
			}
			out[i] = occurrences.counts(out[i])
			out[i] = occurrences.proximity(out[i])
		}
		for _, axiomWins := range wins(q) {
			for i := range q.Docs {
				out[i] = append(out[i], float64(axiomWins[i]))
			}
		}
		return out[:len(q.Docs)]
	}
}

// query returns the query of a list, with the documents of the list as candidates.
func (d *describer) query(l shard.List) *mine.Query {
	q := *d.queries[l.Query]
	q.Docs = make([]mine.Candidate, len(l.Docs))
	for i, item := range l.Docs {
		q.Docs[i] = mine.Candidate{Doc: item.Doc, Score: item.Score}
		if !math.IsNaN(item.Score) {
			q.Docs[i].Rank = int32(i + 1)
		}
	}
	return &q
}

// leastScore returns the smallest score of documents; 0 if all are NaN, which is the score of a document without one.
func leastScore[D any](docs []D, scoreOf func(D) float64) float64 {
	least := math.Inf(1)
	for _, d := range docs {
		if score := scoreOf(d); !math.IsNaN(score) {
			least = min(least, score)
		}
	}
	if math.IsInf(least, 1) {
		return 0
	}
	return least
}
