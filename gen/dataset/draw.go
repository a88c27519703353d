package dataset

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Drawer mines and samples a training split.
type Drawer struct {
	Miner   *mine.Miner
	Queries []mine.Query
	Axioms  *quota.Axioms
	Options sample.Options
	Judged  int         // use the labels of only so many queries; 0 for all
	Top     int         // draw axiomatic pairs among so many first candidates; 0 for all
	From    string      // whose queries they come from: all | judged | unjudged
	Made    bool        // of queries that were made of documents alone
	ByVotes bool        // rows of a consensus count by the share of its sources that agree
	Order   string      // of rows in files
	Margin  float64     // of judged rows in a hinge
	Hard    mine.Scorer // the run that `hard` corrects; nil otherwise
	Labels  []bool      // what labelled gives where Queries are not all; nil otherwise
	// Unjudged says that the split has no judgement: ratios then ask for all pairs that there are, up to a bound.
	Unjudged bool
}

// RegularPairs counts the judged pairs within all limits: the P of every ratio. It is known before mining.
func (d *Drawer) RegularPairs() int {
	labelled := d.Labelled()
	counts := make([]int, parallel.Threads(d.Miner.Threads))
	err := parallel.Each(context.Background(), len(counts), len(d.Queries), func(worker int) func(int) error {
		var docs []sample.Candidate
		return func(i int) error { counts[worker] += d.regularCount(i, labelled[i], &docs); return nil }
	})
	if err != nil {
		panic(err) // it was one
	}
	n := 0
	for _, of := range counts {
		n += of
	}
	if d.Options.Regular != sample.All {
		n = min(n, d.Options.Regular)
	}
	return n
}

// regularCount counts the judged pairs of a query. Ids decide which pairs there are, and seldom how many: else they are not looked up.
// docs is memory to use.
func (d *Drawer) regularCount(place int, labelled bool, docs *[]sample.Candidate) int {
	q := d.look(&d.Queries[place], place, labelled, false, *docs)
	if d.Options.NeedsIDs(&q) {
		q = d.look(&d.Queries[place], place, labelled, true, q.Docs)
	}
	*docs = q.Docs
	return d.Options.RegularCount(&q)
}

// Labelled says per query whether its labels are in use: all, or those of the judged_queries that have a regular pair.
// Queries of one text are one.
func (d *Drawer) Labelled() []bool {
	if d.Labels != nil {
		return d.Labels
	}
	out := make([]bool, len(d.Queries))
	var ids, texts []string
	var places []int
	var docs []sample.Candidate
	for i := range d.Queries {
		if d.Judged == 0 || d.Queries[i].Source != "" { // a made query's only label is its document, which nobody judged
			out[i] = true
			continue
		}
		if d.regularCount(i, true, &docs) > 0 {
			ids, texts, places = append(ids, d.Queries[i].ID), append(texts, pairs.FoldCase(d.Queries[i].Text)), append(places, i)
		}
	}
	for _, chosen := range sample.JudgedTexts(ids, texts, d.Judged, d.Options.Seed) {
		out[places[chosen]] = true
	}
	return out
}

// Draw mines every query once and draws wanted[i] pairs of pool i and regular judged pairs, in drawing order.
func (d *Drawer) Draw(ctx context.Context, wanted []int, regular int, st *progress.Stage) (*sample.Result, error) {
	all, err := d.DrawPart(ctx, wanted, regular, st)
	if err != nil {
		return nil, err
	}
	st.Next("sort", "pairs", 0)
	return d.result(all), nil
}

// merge is Draw over shares that were drawn from all parts of the queries.
func (d *Drawer) merge(shares []*Share, wanted []int, regular int) (*sample.Result, error) {
	s := sample.New(d.Options, d.Axioms.Pools, wanted, regular, d.names)
	all := s.Part()
	for _, share := range shares {
		part, err := s.From(share.Sample, len(d.Queries))
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", share.Part, err)
		}
		all.Merge(part)
	}
	return d.result(all), nil
}

// result closes a sample and counts the pairs whose negative is judged.
func (d *Drawer) result(all *sample.Part) *sample.Result {
	r := all.Result()
	r.Count(func(p sample.Drawn) bool { return candidate(&d.Queries[p.Query], p.Neg).Judged })
	return r
}

// DrawPart draws from the queries of the miner's part.
func (d *Drawer) DrawPart(ctx context.Context, wanted []int, regular int, st *progress.Stage) (*sample.Part, error) {
	labelled := d.Labelled()
	s := sample.New(d.Options, d.Axioms.Pools, wanted, regular, d.names)
	all := s.Part()
	var mu sync.Mutex // of all
	parts := make([]*sample.Part, parallel.Threads(d.Miner.Threads))
	mined, docs := make([][][]pairs.Instance, len(parts)), make([][]sample.Candidate, len(parts))
	for i := range parts {
		parts[i], mined[i] = s.Part(), make([][]pairs.Instance, len(d.Axioms.Drawn))
	}
	err := d.Miner.Run(ctx, d.Queries, st, func(worker int, q *mine.Query, place int, found *mine.Found) error {
		view := d.view(q, place, labelled[place], docs[worker])
		docs[worker] = view.Docs
		for i, a := range d.Axioms.Drawn {
			from := d.fromSource(q, labelled[place], found.Pairs[a])
			parts[worker].LeftOut(i, sample.Dropped{OtherSource: len(found.Pairs[a]) - len(from)})
			mined[worker][i] = from
		}
		parts[worker].Add(&view, mined[worker])
		if d.Miner.Only != nil {
			for i, a := range d.Axioms.Drawn {
				parts[worker].LeftOut(i, sample.Dropped{NotViolated: found.NotViolated[a], NotScored: found.NotScored[a]})
			}
		}
		if parts[worker].Held() >= workerPairs {
			mu.Lock()
			parts[worker].MoveTo(all)
			mu.Unlock()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		p.MoveTo(all)
	}
	return all, nil
}

// workerPairs is how many pairs a worker keeps to itself.
const workerPairs = 1 << 16

// fromSource keeps, in place, the instances of the queries and first candidates that pools are drawn from.
func (d *Drawer) fromSource(q *mine.Query, labelled bool, found []pairs.Instance) []pairs.Instance {
	if d.Made && q.Source == "" {
		return nil
	}
	if d.From == quota.PoolJudged && !labelled || d.From == quota.PoolUnjudged && labelled {
		return nil
	}
	if d.Top == 0 {
		return found
	}
	within := func(doc int32) bool { rank := q.Docs[doc].Rank; return rank > 0 && int(rank) <= d.Top }
	kept := found[:0]
	for _, in := range found {
		if within(in.Pos) && within(in.Neg) {
			kept = append(kept, in)
		}
	}
	return kept
}

// view gives a query as sampling sees it: its candidates, then the judged relevant documents outside them, in the
// memory of docs.
func (d *Drawer) view(q *mine.Query, place int, labelled bool, docs []sample.Candidate) sample.Query {
	v := d.look(q, place, labelled, true, docs)
	if d.Hard != nil {
		for i, score := range d.Hard.Scores(q, place) {
			v.Docs[i].Score = score
		}
	}
	return v
}

// look is view without scores, and where they are not asked for without ids.
func (d *Drawer) look(q *mine.Query, place int, labelled, ids bool, docs []sample.Candidate) sample.Query {
	x := d.Miner.Index
	v := sample.Query{Index: place, ID: q.ID, Hash: sample.Hash(q.ID), Labelled: labelled,
		Stated: q.Stated, Held: q.Held, Graded: q.Graded, GradedHeld: q.GradedHeld, Below: q.Below,
		Docs: slices.Grow(docs[:0], len(q.Docs)+len(q.Outside))}
	add := func(list []mine.Candidate, outside bool) {
		for i := range list {
			c := &list[i]
			doc := sample.Candidate{Grade: int(c.Grade), Judged: c.Judged, Outside: outside, Rank: int(c.Rank), RunScore: c.Score, Twin: c.Twin,
				Score: math.NaN()}
			if ids {
				doc.ID, doc.Len = c.ID(x), c.Len(x)
				doc.Hash = sample.Hash(doc.ID)
			}
			v.Docs = append(v.Docs, doc)
		}
	}
	add(q.Docs, false)
	add(q.Outside, true) // no axiomatic pair has one of these, so their scores do not matter
	return v
}

// candidate gives a drawn pair's document by its number in the view.
func candidate(q *mine.Query, number int32) mine.Candidate {
	if int(number) < len(q.Docs) {
		return q.Docs[number]
	}
	return q.Outside[int(number)-len(q.Docs)]
}

func (d *Drawer) names(p sample.Drawn) (query, preferred, other string) {
	return drawnIDs(d.Miner.Index, &d.Queries[p.Query], p)
}

func drawnIDs(x index.Reader, q *mine.Query, p sample.Drawn) (query, preferred, other string) {
	pos, neg := candidate(q, p.Pos), candidate(q, p.Neg)
	preferred = pos.ID(x)
	if p.Made > 0 {
		preferred = pairs.MadeID(preferred, int(p.Made))
	}
	return q.ID, preferred, neg.ID(x)
}

// task is the name of the one task of pairwise data sets; it enters every uid.
const task = "pairwise"

// Rows returns the records of a closed sample in file order. loss is that of each pool's rows. Progress counts rows. The memory of the
// sample's pairs, of which there may be many, is free on the way if the caller does not use r afterwards.
func (d *Drawer) Rows(ctx context.Context, r *sample.Result, loss quota.Loss, st *progress.Stage) (*pairs.Table, error) {
	t := new(pairs.Table)
	labelled := d.Labelled()
	numbers := pairs.NewNumbering(t, len(d.Queries), d.Miner.Index.NumDocs())
	regular, drawn := r.Regular, slices.Clone(r.Pools)
	err := d.append(ctx, t, numbers, regular, st, func(i int) pairs.Pair { return d.row(regular[i], labelled[regular[i].Query]) })
	if err != nil {
		return nil, err
	}
	for i, pool := range drawn {
		shares := d.agreeing(i, pool)
		err := d.append(ctx, t, numbers, pool, st, func(j int) pairs.Pair {
			row := d.row(pool[j], labelled[pool[j].Query])
			d.axiomatic(&row, i, loss)
			if shares != nil {
				row.Weight *= shares[j]
			}
			return row
		})
		if err != nil {
			return nil, err
		}
		drawn[i] = nil
	}
	st.Next("order", "rows", t.Len())
	return t, sample.SortForFiles(ctx, t, d.Options.Seed, d.Order, d.Miner.Threads, st)
}

// append appends the rows of drawn pairs, of which many are made ahead, on all threads. Their order is lost, as they are sorted for
// files: one query's follow each other, so that its candidates are at hand.
func (d *Drawer) append(ctx context.Context, t *pairs.Table, numbers *pairs.Numbering, drawn []sample.Drawn, st *progress.Stage,
	row func(i int) pairs.Pair) error {
	const atOnce = 1 << 12
	type batch struct {
		places []uint32 // in drawn
		rows   []pairs.Pair
		docs   [][2]int64 // their documents' numbers in the index; -1 for one that is made
	}
	order := byQuery(drawn, len(d.Queries))
	threads := parallel.Threads(d.Miner.Threads)
	return parallel.Ahead(ctx, threads, parallel.NumPieces(len(drawn), atOnce), func(number int, b *batch) error {
		b.places = order[number*atOnce : min((number+1)*atOnce, len(drawn))]
		b.rows, b.docs = b.rows[:0], b.docs[:0]
		for _, place := range b.places {
			made := row(int(place))
			made.UID = pairs.NewUID(task, made.Axiom, made.QueryID, made.PosID, made.NegID, 0)
			b.rows, b.docs = append(b.rows, made), append(b.docs, d.documents(drawn[place]))
		}
		return nil
	}, func(_ int, b *batch) error {
		for i := range b.rows {
			doc := func(number int64, id string) uint32 {
				if number < 0 {
					return t.Docs.Add(id)
				}
				return numbers.Doc(uint32(number), id)
			}
			row := &b.rows[i]
			query := numbers.Query(drawn[b.places[i]].Query, row.QueryID)
			t.AppendNumbered(row, query, doc(b.docs[i][0], row.PosID), doc(b.docs[i][1], row.NegID))
		}
		st.Add(len(b.rows))
		return nil
	})
}

// byQuery are the places of drawn pairs by rising query.
func byQuery(drawn []sample.Drawn, queries int) []uint32 {
	next := make([]uint32, queries+1) // where a query's next one goes
	for _, p := range drawn {
		next[p.Query+1]++
	}
	for q := range queries {
		next[q+1] += next[q]
	}
	places := make([]uint32, len(drawn))
	for i, p := range drawn {
		places[next[p.Query]] = uint32(i)
		next[p.Query]++
	}
	return places
}

// documents are the numbers of a pair's documents in the index, -1 for one that is made.
func (d *Drawer) documents(p sample.Drawn) [2]int64 {
	q := &d.Queries[p.Query]
	number := func(c mine.Candidate, made bool) int64 {
		if made || c.Made > 0 {
			return -1
		}
		return int64(c.Doc)
	}
	return [2]int64{number(candidate(q, p.Pos), p.Made > 0), number(candidate(q, p.Neg), false)}
}

// row fills a judged pair's record but for the uid; the caller changes what differs for an axiomatic one.
func (d *Drawer) row(p sample.Drawn, labelled bool) pairs.Pair {
	q := &d.Queries[p.Query]
	pos, neg := candidate(q, p.Pos), candidate(q, p.Neg)
	row := pairs.Pair{Task: task, PosLabel: sample.LabelRelevant, NegLabel: int32(p.NegLabel), Weight: 1, Margin: d.Margin,
		Source: pairs.Judged}
	row.QueryID, row.PosID, row.NegID = drawnIDs(d.Miner.Index, q, p)
	if labelled {
		row.PosGrade, row.NegGrade = grade(pos), grade(neg)
	}
	row.PosRank, row.PosScore = place(pos)
	row.NegRank, row.NegScore = place(neg)
	if p.Made > 0 {
		row.PosRank, row.PosScore = nil, nil // a made document stands in no run
	}
	return row
}

func grade(c mine.Candidate) *int32 {
	if !c.Judged {
		return nil
	}
	return &c.Grade
}

func place(c mine.Candidate) (*int32, *float64) {
	if c.Rank == 0 {
		return nil, nil
	}
	return &c.Rank, &c.Score
}

// axiomatic makes a judged pair's record one of an axiom's pool.
func (d *Drawer) axiomatic(row *pairs.Pair, pool int, loss quota.Loss) {
	if d.Options.Strategy == sample.Paired {
		row.Variant = axioms.Variant(d.Miner.Axioms[d.Axioms.Drawn[pool]])
	}
	row.Source, row.Axiom = pairs.Axiomatic, d.Axioms.Pools[pool].Name
	row.Weight, row.Margin = loss.Weights[pool], loss.Margins[pool]
	row.PosLabel, row.NegLabel = sample.LabelPreferred, sample.LabelRest
}
