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
	"github.com/axiomine/axiomine/tokenize/shard"
)

// describer computes features of the candidates of judged queries for learning to rank (LETOR, Qin et al. 2010): the scores of retrieval
// models, counts, the proximity of query terms, and, for each axiom, how often a candidate is preferred to the others.
type describer struct {
	index   index.Reader
	miner   *mine.Miner
	models  []*retrieve.Retriever // in the order of retrieve.Models
	queries []*mine.Query         // by shard.List.Query
}

// listsOf returns the candidates of all queries that have a judged candidate and labels in use. It returns nil if no configured format has
// lists. inUse is the result of labelsInUse.
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
		p.Run.Account.Warnings["queries without a judged candidate, or whose labels are not in use, left out of lists"] += numDropped
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

// usableAxioms returns the preference axioms for which m has the data: those of the catalogue, then others of the configuration. It leaves
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

// describe returns a function that returns the features of each document of a list. One goroutine may use the function. Its next call
// overwrites the result.
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

// query returns the query of a list with its candidates as the axioms see them.
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

// leastScore returns the smallest score of documents, which documents without a score (NaN) get; 0 if none has a score.
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

// countNames are the names of the features that are counts. Lengths are in terms, IDF is ln(N/df).
var countNames = [...]string{
	"query_terms",     // number of different query terms
	"document_length", // in terms
	"matched_terms",   // number of different query terms in the document
	"matched_share",   // matched_terms divided by query_terms
	"matched_idf",     // sum of the IDFs of the matched terms
	"occurrences",     // of query terms
	"density",         // occurrences divided by document length
}

// proximityNames are the names of the features of the places of query terms.
var proximityNames = [...]string{
	"first_place",    // first place of a query term, divided by document length; 1 if there is none
	"span",           // length of the shortest passage with all query terms that the document has
	"phrases",        // places where a query term directly follows the term before it in the query
	"pairs_within_8", // neighbouring occurrences of two different query terms at most 8 terms apart
}

// nearby is the maximum distance, in terms, of two occurrences that count as close.
const nearby = 8

// queryTerms holds the different terms of a query with their IDFs.
type queryTerms struct {
	order []uint32  // the query's terms in order, with repetitions
	terms []uint32  // the different terms in the order of their first occurrence, then the terms that only models use
	idf   []float64 // by number of a query's term
}

func termsOf(x index.Reader, query []uint32) *queryTerms {
	q := &queryTerms{order: query}
	for _, t := range query {
		if slices.Contains(q.terms, t) {
			continue
		}
		idf := 0.0
		if df := x.DocFreq(t); df > 0 {
			idf = math.Log(float64(x.NumDocs()) / float64(df))
		}
		q.terms, q.idf = append(q.terms, t), append(q.idf, idf)
	}
	return q
}

// place returns a term's index in terms. It adds a term that is not in the query, which a model uses to expand the query.
func (q *queryTerms) place(t uint32) int {
	i := slices.Index(q.terms, t)
	if i < 0 {
		i = len(q.terms)
		q.terms = append(q.terms, t)
	}
	return i
}

// numTerms returns the number of different terms in the query.
func (q *queryTerms) numTerms() int { return len(q.idf) }

// occurrence is a place of a query term in a document.
type occurrence struct{ place, term int } // term is an index in queryTerms.terms

// reading holds the places of the query's terms in a document.
type reading struct {
	*queryTerms
	length int
	places []occurrence // in order
	times  []int        // by index of a term: number of its occurrences in the document
	kinds  int          // number of different query terms in the document
	inside []int        // memory of span
}

// read sets r to the places of a query's terms in a document.
func (r *reading) read(q *queryTerms, document []uint32) {
	r.queryTerms, r.length, r.places, r.kinds = q, len(document), r.places[:0], 0
	r.times = append(r.times[:0], make([]int, len(q.terms))...)
	for place, t := range document {
		number := slices.Index(q.terms, t)
		if number < 0 {
			continue
		}
		r.times[number]++
		if number >= q.numTerms() {
			continue
		}
		r.places = append(r.places, occurrence{place, number})
		if r.times[number] == 1 {
			r.kinds++
		}
	}
}

// counts appends the values of countNames.
func (r *reading) counts(out []float64) []float64 {
	idf := 0.0
	for i, n := range r.times[:r.numTerms()] {
		if n > 0 {
			idf += r.idf[i]
		}
	}
	share := func(n, total int) float64 { return float64(n) / float64(max(1, total)) }
	return append(out, float64(r.numTerms()), float64(r.length), float64(r.kinds), share(r.kinds, r.numTerms()), idf, float64(len(r.places)),
		share(len(r.places), r.length))
}

// proximity appends the values of proximityNames.
func (r *reading) proximity(out []float64) []float64 {
	first, phrases, close := 1.0, 0, 0
	if len(r.places) > 0 {
		first = float64(r.places[0].place) / float64(r.length)
	}
	for i := 1; i < len(r.places); i++ {
		a, b := r.places[i-1], r.places[i]
		if b.place == a.place+1 && r.follows(a.term, b.term) {
			phrases++
		}
		if a.term != b.term && b.place-a.place <= nearby {
			close++
		}
	}
	return append(out, first, float64(r.span()), float64(phrases), float64(close))
}

// follows reports whether the second term directly follows the first one in the query.
func (r *reading) follows(first, second int) bool {
	for i := 1; i < len(r.order); i++ {
		if r.order[i-1] == r.terms[first] && r.order[i] == r.terms[second] {
			return true
		}
	}
	return false
}

// span returns the length of the shortest passage that has all query terms of the document; 0 for a document without query terms.
func (r *reading) span() int {
	r.inside = append(r.inside[:0], make([]int, r.numTerms())...)
	inside, kinds, start, shortest := r.inside, 0, 0, 0
	for _, last := range r.places {
		if inside[last.term]++; inside[last.term] == 1 {
			kinds++
		}
		for kinds == r.kinds {
			first := r.places[start]
			if length := last.place - first.place + 1; shortest == 0 || length < shortest {
				shortest = length
			}
			if inside[first.term]--; inside[first.term] == 0 {
				kinds--
			}
			start++
		}
	}
	return shortest
}
