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
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Drawer mines and samples a training split.
type Drawer struct {
	Miner       *mine.Miner
	Queries     []mine.Query
	Axioms      *quota.Axioms
	Options     sample.Options
	Judged      int         // use the labels of only so many queries; 0 for all
	Top         int         // draw axiomatic pairs among so many first candidates; 0 for all
	QuerySource string      // whose queries they come from: all | judged | unjudged
	Made        bool        // of queries that were made of documents alone
	ByVotes     bool        // rows of a consensus count by the share of its sources that agree
	Order       string      // of rows in files
	Margin      float64     // of judged rows in a hinge
	Scores      mine.Scorer // the run whose scores the order of drawing needs; nil otherwise
	Labels      []bool      // what Labelled returns where Queries are not all; nil otherwise
	Most        int         // pairs that no number bounds; 0 for no limit, below 0 for the budget of so many queries
	// Unjudged is set if the split has no judgement: ratios then ask for all pairs that there are, up to a bound.
	Unjudged bool
}

// RegularPairs counts the judged pairs within all limits: the P of every ratio. It is known before mining.
func (d *Drawer) RegularPairs() int {
	hasLabels := d.HasLabels()
	counts := make([]int, parallel.Threads(d.Miner.Threads))
	err := parallel.Each(context.Background(), len(counts), len(d.Queries), func(worker int) func(int) error {
		var docs []sample.Candidate
		return func(i int) error { counts[worker] += d.regularCount(i, hasLabels[i], &docs); return nil }
	})
	if err != nil {
		panic(err) // it was one
	}
	n := 0
	for _, count := range counts {
		n += count
	}
	if d.Options.Regular != sample.All {
		n = min(n, d.Options.Regular)
	}
	return n
}

// regularCount counts the judged pairs of a query. Ids decide which pairs there are, and seldom how many: else they are not looked up.
// docs is memory to use.
func (d *Drawer) regularCount(place int, hasLabels bool, docs *[]sample.Candidate) int {
	q := d.viewOf(&d.Queries[place], place, hasLabels, false, *docs)
	if d.Options.NeedsIDs(&q) {
		q = d.viewOf(&d.Queries[place], place, hasLabels, true, q.Docs)
	}
	*docs = q.Docs
	return d.Options.RegularCount(&q)
}

// HasLabels returns for each query whether its labels are in use: all, or those of the judged_queries that have a regular pair. Queries of
// one text count as one.
func (d *Drawer) HasLabels() []bool {
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
	for _, i := range sample.JudgedTexts(ids, texts, d.Judged, d.Options.Seed) {
		out[places[i]] = true
	}
	return out
}

// Draw mines every query once and draws wanted[i] pairs of pool i and regular judged pairs, in drawing order.
func (d *Drawer) Draw(ctx context.Context, sizes []int, regular int, st *progress.Stage) (*sample.Result, error) {
	all, err := d.DrawPart(ctx, sizes, regular, st)
	if err != nil {
		return nil, err
	}
	st.Next("sort", "pairs", 0)
	return d.result(all), nil
}

// merge returns what Draw would, from the shares of all parts of the queries.
func (d *Drawer) merge(shares []*Share, sizes []int, regular int) (*sample.Result, error) {
	s := d.sampler(sizes, regular)
	all := s.Part()
	for _, share := range shares {
		part, err := s.Restore(share.Sample, len(d.Queries))
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", share.Part, err)
		}
		all.Merge(part)
	}
	if s.IsExceeded() {
		return nil, d.tooMany()
	}
	return d.result(all), nil
}

// sampler returns a sampler of such sizes that keeps to the drawer's limit.
func (d *Drawer) sampler(sizes []int, regular int) *sample.Sampler {
	s := sample.New(d.Options, d.Axioms.Pools, sizes, regular, d.names)
	if most := d.most(); most > 0 {
		s.Limit(most)
	}
	return s
}

// most returns how many pairs there may be that no number bounds; 0 for any number.
func (d *Drawer) most() int {
	if d.Most < 0 {
		return max(safefile.Pairs, safefile.QueryPairs*len(d.Queries))
	}
	return d.Most
}

func (d *Drawer) tooMany() error {
	return errs.BadInput("", 0, "take a number of them (--regular, --pairs, --negatives-per-positive), or raise --max-pairs (0: no limit)",
		"there are more than max_pairs %s; each takes some 200 bytes of memory, and 600 of disk", terminal.Plural(d.most(), "pair", "pairs"))
}

// result closes a sample and counts the pairs whose negative is judged.
func (d *Drawer) result(all *sample.Part) *sample.Result {
	r := all.Result()
	r.Count(func(p sample.PoolInstance) bool { return d.Queries[p.Query].Candidate(p.Neg).Judged })
	return r
}

// DrawPart draws from the queries of the miner's part.
func (d *Drawer) DrawPart(ctx context.Context, sizes []int, regular int, st *progress.Stage) (*sample.Part, error) {
	hasLabels := d.HasLabels()
	s := d.sampler(sizes, regular)
	if s.IsExceeded() {
		return nil, d.tooMany()
	}
	all := s.Part()
	var mu sync.Mutex // of all
	parts := make([]*sample.Part, parallel.Threads(d.Miner.Threads))
	lists, docs := make([][][]pairs.Instance, len(parts)), make([][]sample.Candidate, len(parts))
	for i := range parts {
		parts[i], lists[i] = s.Part(), make([][]pairs.Instance, len(d.Axioms.Drawn))
	}
	err := d.Miner.Run(ctx, d.Queries, st, func(worker int, q *mine.Query, place int, result *mine.Found) error {
		view := d.scoredView(q, place, hasLabels[place], docs[worker])
		docs[worker] = view.Docs
		for i, a := range d.Axioms.Drawn {
			instances := d.keepAllowed(q, hasLabels[place], result.Pairs[a])
			parts[worker].LeftOut(i, sample.DropCounts{OtherSource: len(result.Pairs[a]) - len(instances)})
			lists[worker][i] = instances
		}
		parts[worker].Add(&view, lists[worker])
		if s.IsExceeded() {
			return d.tooMany()
		}
		if d.Miner.Only != nil {
			for i, a := range d.Axioms.Drawn {
				parts[worker].LeftOut(i, sample.DropCounts{NotViolated: result.NotViolated[a], NotScored: result.NotScored[a]})
			}
		}
		if parts[worker].NumPairs() >= workerPairs {
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

// keepAllowed keeps, in place, the instances of the queries and first candidates that pools are drawn from.
func (d *Drawer) keepAllowed(q *mine.Query, hasLabels bool, list []pairs.Instance) []pairs.Instance {
	if d.Made && q.Source == "" {
		return nil
	}
	if has := hasLabels && hasJudgement(q); d.QuerySource == quota.PoolJudged && !has || d.QuerySource == quota.PoolUnjudged && has {
		return nil
	}
	if d.Top == 0 {
		return list
	}
	isTop := func(doc int32) bool { rank := q.Docs[doc].Rank; return rank > 0 && int(rank) <= d.Top }
	top := list[:0]
	for _, in := range list {
		if isTop(in.Pos) && isTop(in.Neg) {
			top = append(top, in)
		}
	}
	return top
}

// hasJudgement reports whether a query has a judged candidate, or a judged relevant document outside them.
func hasJudgement(q *mine.Query) bool {
	return len(q.Outside) > 0 || slices.ContainsFunc(q.Docs, func(c mine.Candidate) bool { return c.Judged })
}

// scoredView returns a query as sampling sees it: its candidates, then the judged relevant documents outside them, in the memory of docs.
func (d *Drawer) scoredView(q *mine.Query, place int, hasLabels bool, docs []sample.Candidate) sample.Query {
	v := d.viewOf(q, place, hasLabels, true, docs)
	if d.Scores != nil {
		for i, score := range d.Scores.Scores(q, place) {
			v.Docs[i].Score = score
		}
	}
	return v
}

// viewOf returns what scoredView does, without scores, and without ids unless they are asked for.
func (d *Drawer) viewOf(q *mine.Query, place int, hasLabels, ids bool, docs []sample.Candidate) sample.Query {
	x := d.Miner.Index
	v := sample.Query{Index: place, ID: q.ID, Hash: sample.Hash(q.ID), Labelled: hasLabels,
		Stated: q.Stated, Held: q.Held, Graded: q.Graded, GradedHeld: q.GradedHeld, IrrelevantPairs: q.IrrelevantPairs,
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

func (d *Drawer) names(p sample.PoolInstance) (query, pos, neg string) {
	return drawnIDs(d.Miner.Index, &d.Queries[p.Query], p)
}

func drawnIDs(x index.Reader, q *mine.Query, p sample.PoolInstance) (query, posID, negID string) {
	pos, neg := q.Candidate(p.Pos), q.Candidate(p.Neg)
	posID = pos.ID(x)
	if p.Made > 0 {
		posID = pairs.MadeID(posID, int(p.Made))
	}
	return q.ID, posID, neg.ID(x)
}

// task is the name of the one task of pairwise data sets; it enters every uid.
const task = "pairwise"

// Rows returns the records of a closed sample in file order. loss is that of each pool's rows. Progress counts rows. The memory of the
// sample's pairs, of which there may be many, is free on the way if the caller does not use r afterwards.
func (d *Drawer) Rows(ctx context.Context, r *sample.Result, loss quota.Loss, st *progress.Stage) (*pairs.Table, error) {
	t := new(pairs.Table)
	hasLabels := d.HasLabels()
	numbers := pairs.NewNumbering(t, len(d.Queries), d.Miner.Index.NumDocs())
	regular, pools := r.Regular, slices.Clone(r.Pools)
	err := d.append(ctx, t, numbers, regular, st, func(i int) pairs.Pair { return d.row(regular[i], hasLabels[regular[i].Query]) })
	if err != nil {
		return nil, err
	}
	for i, pool := range pools {
		shares := d.voteShares(i, pool)
		err := d.append(ctx, t, numbers, pool, st, func(j int) pairs.Pair {
			row := d.row(pool[j], hasLabels[pool[j].Query])
			d.setAxiomatic(&row, i, loss)
			if shares != nil {
				row.Weight *= shares[j]
			}
			return row
		})
		if err != nil {
			return nil, err
		}
		pools[i] = nil
	}
	st.Next("order", "rows", t.Len())
	return t, sample.SortForFiles(ctx, t, d.Options.Seed, d.Order, d.Miner.Threads, st)
}

// append appends the rows of drawn pairs, of which many are made ahead, on all threads. Their order is lost, as they are sorted for
// files: one query's follow each other, so that its candidates are at hand.
func (d *Drawer) append(ctx context.Context, t *pairs.Table, numbers *pairs.Numbering, instances []sample.PoolInstance, st *progress.Stage,
	row func(i int) pairs.Pair) error {
	const atOnce = 1 << 12
	type batch struct {
		places []uint32 // in drawn
		rows   []pairs.Pair
		docs   [][2]int64 // their documents' numbers in the index; -1 for one that is made
	}
	order := byQuery(instances, len(d.Queries))
	threads := parallel.Threads(d.Miner.Threads)
	return parallel.Ahead(ctx, threads, parallel.NumPieces(len(instances), atOnce), func(number int, b *batch) error {
		b.places = order[number*atOnce : min((number+1)*atOnce, len(instances))]
		b.rows, b.docs = b.rows[:0], b.docs[:0]
		for _, place := range b.places {
			pair := row(int(place))
			pair.UID = pairs.NewUID(task, pair.Axiom, pair.QueryID, pair.PosID, pair.NegID, 0)
			b.rows, b.docs = append(b.rows, pair), append(b.docs, d.documents(instances[place]))
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
			query := numbers.Query(instances[b.places[i]].Query, row.QueryID)
			t.AppendNumbered(row, query, doc(b.docs[i][0], row.PosID), doc(b.docs[i][1], row.NegID))
		}
		st.Add(len(b.rows))
		return nil
	})
}

// byQuery returns the places of drawn pairs by rising query.
func byQuery(instances []sample.PoolInstance, queries int) []uint32 {
	next := make([]uint32, queries+1) // where a query's next one goes
	for _, p := range instances {
		next[p.Query+1]++
	}
	for q := range queries {
		next[q+1] += next[q]
	}
	places := make([]uint32, len(instances))
	for i, p := range instances {
		places[next[p.Query]] = uint32(i)
		next[p.Query]++
	}
	return places
}

// documents returns the numbers of a pair's documents in the index, -1 for one that is made.
func (d *Drawer) documents(p sample.PoolInstance) [2]int64 {
	q := &d.Queries[p.Query]
	number := func(c mine.Candidate, isMade bool) int64 {
		if isMade || c.Made > 0 {
			return -1
		}
		return int64(c.Doc)
	}
	return [2]int64{number(q.Candidate(p.Pos), p.Made > 0), number(q.Candidate(p.Neg), false)}
}

// row fills a judged pair's record but for the uid; the caller changes what differs for an axiomatic one.
func (d *Drawer) row(p sample.PoolInstance, hasLabels bool) pairs.Pair {
	q := &d.Queries[p.Query]
	pos, neg := q.Candidate(p.Pos), q.Candidate(p.Neg)
	row := pairs.Pair{Task: task, PosLabel: sample.LabelRelevant, NegLabel: int32(p.NegLabel), Weight: 1, Margin: d.Margin,
		Source: pairs.Judged}
	row.QueryID, row.PosID, row.NegID = drawnIDs(d.Miner.Index, q, p)
	if hasLabels {
		row.PosGrade, row.NegGrade = gradeOf(pos), gradeOf(neg)
	}
	row.PosRank, row.PosScore = rankAndScore(pos)
	row.NegRank, row.NegScore = rankAndScore(neg)
	if p.Made > 0 {
		row.PosRank, row.PosScore = nil, nil // a made document stands in no run
	}
	return row
}

func gradeOf(c mine.Candidate) *int32 {
	if !c.Judged {
		return nil
	}
	return &c.Grade
}

func rankAndScore(c mine.Candidate) (*int32, *float64) {
	if c.Rank == 0 {
		return nil, nil
	}
	return &c.Rank, &c.Score
}

// setAxiomatic makes a judged pair's record one of an axiom's pool.
func (d *Drawer) setAxiomatic(row *pairs.Pair, pool int, loss quota.Loss) {
	if d.Options.Strategy == sample.Paired {
		row.Variant = axioms.Variant(d.Miner.Axioms[d.Axioms.Drawn[pool]])
	}
	row.Source, row.Axiom = pairs.Axiomatic, d.Axioms.Pools[pool].Name
	row.Weight, row.Margin = loss.Weights[pool], loss.Margins[pool]
	row.PosLabel, row.NegLabel = sample.LabelPreferred, sample.LabelRest
}
