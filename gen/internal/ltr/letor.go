// Package ltr describes the candidates of judged queries by numbers, as learning to rank has them (LETOR, Qin et al. 2010): what each
// axiom says of a candidate among the others, what each retrieval model scores it, counts, and how close its query terms stand.
package ltr

import (
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// describer is what the features of a run are made of.
type describer struct {
	index      index.Reader
	miner      *mine.Miner
	models     []*retrieve.Retriever // of retrieve.Models
	parameters retrieve.Parameters
	queries    []*mine.Query // by shard.List.Query
}

// Lists returns the judged queries of every split with their candidates; hasLabels returns for a split's queries whether their labels are
// in use. It counts the queries left out because no candidate is judged or their labels are not in use.
func Lists(p *prepare.Preparation, hasLabels func(s *prepare.Split) ([]bool, error)) (lists *shard.Lists, numDropped int, err error) {
	d := newDescriber(prepare.NewMiner(p), prepare.ParametersOf(&p.Run.Config.Gen))
	lists = &shard.Lists{Features: d.names(), Basis: p.Index.About().Identity, Describer: d.describe}
	for i := range p.Splits {
		s := &p.Splits[i]
		inUse, err := hasLabels(s)
		if err != nil {
			return nil, 0, err
		}
		for j := range s.Queries {
			if l := d.add(s.Name, &s.Queries[j]); l != nil && inUse[j] {
				lists.Queries = append(lists.Queries, *l)
			} else {
				numDropped++
			}
		}
	}
	return lists, numDropped, nil
}

// newDescriber describes by what can be asked here.
func newDescriber(m *mine.Miner, parameters retrieve.Parameters) *describer {
	m.Axioms = usableAxioms(m)
	d := &describer{index: m.Index, miner: m, parameters: parameters}
	for _, model := range retrieve.Models {
		d.models = append(d.models, retrieve.New(m.Index, model.New(parameters)))
	}
	return d
}

// add returns a query's list, nil where no candidate is judged, and describes it from now on.
func (d *describer) add(split string, q *mine.Query) *shard.List {
	l := listOf(d.index, split, q)
	if l != nil {
		l.Query = len(d.queries)
		d.queries = append(d.queries, q)
	}
	return l
}

// usableAxioms returns the preference axioms of the catalogue that can be asked here, then those of the configuration that are not among
// them. None of them looks at judgements.
func usableAxioms(m *mine.Miner) (list []axioms.Axiom) {
	names := map[string]bool{}
	for _, a := range append(axioms.All(), m.Axioms...) {
		_, compares := a.(axioms.Preference)
		alone := *m
		alone.Axioms = []axioms.Axiom{a}
		if !compares || names[a.String()] || a.Spec().Needs.Grades || alone.Check() != nil {
			continue
		}
		names[a.String()] = true
		list = append(list, a)
	}
	return list
}

// listOf returns a query's list; nil if no candidate is judged. Documents made by lnc2 are left out.
func listOf(x index.Reader, split string, q *mine.Query) *shard.List {
	l, isJudged := &shard.List{Split: split, QueryID: q.ID}, false
	for i := range q.Docs[:q.CollectionDocs()] {
		c := &q.Docs[i]
		grade := 0
		if c.Judged {
			isJudged, grade = true, max(0, int(c.Grade))
		}
		l.Docs = append(l.Docs, shard.Listing{DocID: c.ID(x), Doc: c.Doc, Grade: grade, Score: c.Score})
	}
	if !isJudged {
		return nil
	}
	return l
}

// names returns the names of the features, in their order.
func (d *describer) names() (names []string) {
	names = append(names, "run_score", "run_reciprocal_rank")
	for _, m := range retrieve.Models {
		names = append(names, m.Name)
	}
	names = append(names, countNames[:]...)
	names = append(names, proximityNames[:]...)
	for _, a := range d.miner.Axioms {
		names = append(names, a.String())
	}
	return names
}

// describe returns a function for one goroutine.
func (d *describer) describe() func(l shard.List) [][]float64 {
	searchers := make([]*retrieve.Searcher, len(d.models))
	for i, m := range d.models {
		searchers[i] = m.Searcher()
	}
	wins := d.miner.Wins()
	weights := make([]retrieve.Weights, len(d.models))
	var occurrences reading
	var out [][]float64
	return func(l shard.List) [][]float64 {
		q := d.query(l)
		for len(out) < len(q.Docs) {
			out = append(out, nil)
		}
		least := leastScore(l)
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

// query returns the query of a list with its candidates, as axioms see them.
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

// leastScore stands for the run's score of what no run has.
func leastScore(l shard.List) float64 {
	least := math.Inf(1)
	for _, d := range l.Docs {
		if !math.IsNaN(d.Score) {
			least = min(least, d.Score)
		}
	}
	if math.IsInf(least, 1) {
		return 0
	}
	return least
}
