package dataset

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Drawer mines the queries of a split and draws pairs. Sizes and options are set before Draw.
type Drawer struct {
	Miner         *mine.Miner
	Queries       []mine.Query
	Axioms        *quota.Axioms
	Options       sample.Options
	Judged        int         // the number of queries whose labels are used; 0 means all
	source        poolSource  // rule that says which instances pools are drawn from
	Order         string      // the order of rows in files
	Margin        float64     // the margin of judged rows in a hinge loss
	Scores        mine.Scorer // the scores that decide the order of drawing; nil if none do
	Tests         []bool      // for each query, whether it belongs to the split test; nil if no query does
	Labels        []bool      // the result of HasLabels if Queries are only a part of the queries; nil otherwise
	Most          int         // the maximum number of pairs if no number is given; 0 lets the number of queries decide
	DefaultJudged int         // the maximum number of judged pairs if no key gives a number; 0 if a key does
	Unjudged      bool        // true if the split has no judgement: ratios then ask for all pairs, up to a bound
}

// JudgedPairs returns the number of judged pairs within all limits, which ratios are relative to. It does not mine.
func (d *Drawer) JudgedPairs() int {
	hasLabels := d.HasLabels()
	counts := make([]int, parallel.Threads(d.Miner.Threads))
	err := parallel.Each(context.Background(), len(counts), len(d.Queries), func(worker int) func(int) error {
		var docs []sample.Candidate
		return func(i int) error { counts[worker] += d.judgedCount(i, hasLabels[i], &docs); return nil }
	})
	if err != nil {
		panic(err) // the function returns no error: err is a panic of another goroutine
	}
	n := 0
	for _, count := range counts {
		n += count
	}
	if d.Options.Judged != sample.All {
		n = min(n, d.Options.Judged)
	}
	return n
}

// judgedCount returns the number of judged pairs of query number place. It looks up ids only if the number depends on ids. It reuses the
// memory of docs.
func (d *Drawer) judgedCount(place int, hasLabels bool, docs *[]sample.Candidate) int {
	q := viewOf(d.Miner.Index, &d.Queries[place], place, hasLabels, false, *docs)
	if d.Options.NeedsIDs(&q) {
		q = viewOf(d.Miner.Index, &d.Queries[place], place, hasLabels, true, q.Docs)
	}
	*docs = q.Docs
	return d.Options.JudgedCount(&q)
}

// HasLabels returns, for each query, whether its labels are in use: true for all queries, or for judged_queries queries with a judged
// pair. Queries with the same text count as one.
func (d *Drawer) HasLabels() []bool {
	if d.Labels != nil {
		return d.Labels
	}
	if d.Judged == 0 {
		return slices.Repeat([]bool{true}, len(d.Queries))
	}
	out := make([]bool, len(d.Queries))
	var ids, texts []string
	var places []int
	var docs []sample.Candidate
	for i := range d.Queries {
		if d.judgedCount(i, true, &docs) > 0 {
			ids, texts, places = append(ids, d.Queries[i].ID), append(texts, pairs.FoldCase(d.Queries[i].Text)), append(places, i)
		}
	}
	for _, i := range sample.JudgedTexts(ids, texts, d.Judged, d.Options.Seed) {
		out[places[i]] = true
	}
	return out
}

// Draw mines every query once and draws sizes[i] pairs of pool i, and judged pairs, in drawing order.
func (d *Drawer) Draw(ctx context.Context, sizes []int, judged int, st *progress.Stage) (*sample.Result, error) {
	all, err := d.DrawPart(ctx, sizes, judged, st)
	if err != nil {
		return nil, err
	}
	st.Next("sort", "pairs", 0)
	return d.result(all), nil
}

// merge returns the result of Draw from the shares of all parts of the queries, without mining.
func (d *Drawer) merge(shares []*Share, sizes []int, judged int) (*sample.Result, error) {
	s := d.sampler(sizes, judged)
	all := s.Part()
	for _, share := range shares {
		part, err := s.Restore(share.Sample, len(d.Queries))
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", share.Part, err)
		}
		all.Merge(part)
	}
	if s.IsExceeded() {
		return nil, tooMany(limit(d.Most, len(d.Queries)), 0)
	}
	return d.result(all), nil
}

// sampler returns a sampler for these sizes, with the drawer's limit.
func (d *Drawer) sampler(sizes []int, judged int) *sample.Sampler {
	s := sample.New(d.Options, d.Axioms.Pools, sizes, judged, namesOf(d.Miner.Index, d.Queries))
	s.Limit(limit(d.Most, len(d.Queries)))
	return s
}

// limit returns the maximum number of pairs: most (Drawer.Most), or a number that depends on the queries if most is 0.
func limit(most, queries int) int {
	return cmp.Or(most, max(safefile.Pairs, safefile.QueryPairs*queries))
}

// tooMany returns the error for a sample with more pairs than limit. judged is the number of judged pairs, or 0 if it is within limit.
func tooMany(limit, judged int) error {
	there := "there are more than "
	if judged > 0 {
		there = fmt.Sprintf("there are %s judged pairs, more than ", terminal.Group(judged))
	}
	return errs.BadInput("", 0, "take a number of them (--judged, --pairs, --set negatives_per_positive=N)",
		"%s%s; each takes some 200 bytes of memory, and 600 of disk", there, terminal.Plural(limit, "pair", "pairs"))
}

// result returns the result of a sample with the number of pairs that have a judged negative.
func (d *Drawer) result(all *sample.Part) *sample.Result {
	r := all.Result()
	r.Count(func(p sample.PoolInstance) bool { return d.Queries[p.Query].Candidate(p.Neg).Judged })
	return r
}

// DrawPart mines the queries of the miner's part and returns the drawn pairs, to be merged with those of other parts.
func (d *Drawer) DrawPart(ctx context.Context, sizes []int, judged int, st *progress.Stage) (*sample.Part, error) {
	hasLabels := d.HasLabels()
	s := d.sampler(sizes, judged)
	if s.IsExceeded() {
		return nil, tooMany(limit(d.Most, len(d.Queries)), 0)
	}
	all := s.Part()
	var mu sync.Mutex // guards all
	parts := make([]*sample.Part, parallel.Threads(d.Miner.Threads))
	lists, docs := make([][][]pairs.Instance, len(parts)), make([][]sample.Candidate, len(parts))
	for i := range parts {
		parts[i], lists[i] = s.Part(), make([][]pairs.Instance, len(d.Axioms.Drawn))
	}
	err := d.Miner.Run(ctx, d.Queries, st, func(worker int, q *mine.Query, place int, result *mine.Found) error {
		view := d.scoredView(q, place, hasLabels[place], docs[worker])
		docs[worker] = view.Docs
		for i, a := range d.Axioms.Drawn {
			instances := d.source.keepAllowed(q, hasLabels[place], result.Pairs[a])
			parts[worker].LeftOut(i, len(result.Pairs[a])-len(instances), result.NotViolated[a], result.NotScored[a])
			lists[worker][i] = instances
		}
		parts[worker].Add(&view, lists[worker])
		if s.IsExceeded() {
			return tooMany(limit(d.Most, len(d.Queries)), 0)
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

// workerPairs is the number of pairs at which a worker moves its pairs to the common sample.
const workerPairs = 1 << 16

// scoredView returns query number place in the form of package sample: its candidates, then judged relevant documents that are no
// candidates. It reuses the memory of docs.
func (d *Drawer) scoredView(q *mine.Query, place int, hasLabels bool, docs []sample.Candidate) sample.Query {
	v := viewOf(d.Miner.Index, q, place, hasLabels, true, docs)
	if d.Scores != nil {
		for i, score := range d.Scores.Scores(q, place) {
			v.Docs[i].Score = score
		}
	}
	return v
}

// Rows returns the rows of a finished sample in file order, with the weights and margins of loss. st counts the rows. If the caller does
// not use r afterwards, the memory of its pairs is freed during the work.
func (d *Drawer) Rows(ctx context.Context, r *sample.Result, loss quota.Loss, st *progress.Stage) (*pairs.Table, error) {
	t := new(pairs.Table)
	rec := d.recorder()
	judged, pools := r.Judged, slices.Clone(r.Pools)
	err := rec.append(ctx, t, judged, st, func(i int) pairs.Pair { return rec.judged(judged[i]) })
	if err != nil {
		return nil, err
	}
	for i, pool := range pools {
		err := rec.append(ctx, t, pool, st, func(j int) pairs.Pair { return rec.ofPool(pool[j], i, loss) })
		if err != nil {
			return nil, err
		}
		pools[i] = nil
	}
	st.Next("order", "rows", t.Len())
	return t, sample.SortForFiles(ctx, t, d.Options.Seed, d.Order, d.Miner.Threads, st)
}

// viewOf returns the result of Drawer.scoredView without scores, and without ids unless ids is true.
func viewOf(x index.Reader, q *mine.Query, place int, hasLabels, ids bool, docs []sample.Candidate) sample.Query {
	v := sample.Query{Index: place, ID: q.ID, Hash: sample.Hash(q.ID), Labelled: hasLabels,
		StatedCounts: q.StatedCounts, Docs: slices.Grow(docs[:0], len(q.Docs)+len(q.Outside))}
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

// poolSource decides which instances pools are drawn from.
type poolSource struct {
	top     int    // the number of first candidates that pairs are made of; 0 means all
	queries string // queries that have pairs: all, judged or unjudged
}

// keepAllowed removes the instances that pools are not drawn from. It changes list in place.
func (s poolSource) keepAllowed(q *mine.Query, hasLabels bool, list []pairs.Instance) []pairs.Instance {
	isJudged := func(c mine.Candidate) bool { return c.Judged }
	has := hasLabels && (len(q.Outside) > 0 || slices.ContainsFunc(q.Docs, isJudged)) // documents in Outside are judged
	if s.queries == quota.PoolJudged && !has || s.queries == quota.PoolUnjudged && has {
		return nil
	}
	if s.top == 0 {
		return list
	}
	isTop := func(doc int32) bool { rank := q.Docs[doc].Rank; return rank > 0 && int(rank) <= s.top }
	top := list[:0]
	for _, in := range list {
		if isTop(in.Pos) && isTop(in.Neg) {
			top = append(top, in)
		}
	}
	return top
}
