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

// Drawer mines and samples a split.
type Drawer struct {
	Miner   *mine.Miner
	Queries []mine.Query
	Axioms  *quota.Axioms
	Options sample.Options
	Judged  int         // number of queries whose labels are used; 0 for all
	source  poolSource  // of axiomatic pairs
	Order   string      // of rows in files
	Margin  float64     // of judged rows in a hinge
	Scores  mine.Scorer // the run whose scores the order of drawing needs; nil otherwise
	Tests   []bool      // by query: whether it is of the split test; nil if none is
	Labels  []bool      // the result of HasLabels if Queries are a part; nil otherwise
	Most    int         // maximum number of pairs without a given number; 0 for a default by queries
	// Usual is the maximum number of judged pairs if no key gives a number; 0 if one does.
	Usual int
	// Unjudged is set if the split has no judgement: ratios then ask for all pairs, up to a bound.
	Unjudged bool
}

// JudgedPairs returns the number of judged pairs within all limits, to which ratios relate. It does not mine.
func (d *Drawer) JudgedPairs() int {
	hasLabels := d.HasLabels()
	counts := make([]int, parallel.Threads(d.Miner.Threads))
	err := parallel.Each(context.Background(), len(counts), len(d.Queries), func(worker int) func(int) error {
		var docs []sample.Candidate
		return func(i int) error { counts[worker] += d.judgedCount(i, hasLabels[i], &docs); return nil }
	})
	if err != nil {
		panic(err) // the only errors are panics
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

// judgedCount counts the judged pairs of a query. It looks up ids only if the number depends on them. docs is memory to reuse.
func (d *Drawer) judgedCount(place int, hasLabels bool, docs *[]sample.Candidate) int {
	q := viewOf(d.Miner.Index, &d.Queries[place], place, hasLabels, false, *docs)
	if d.Options.NeedsIDs(&q) {
		q = viewOf(d.Miner.Index, &d.Queries[place], place, hasLabels, true, q.Docs)
	}
	*docs = q.Docs
	return d.Options.JudgedCount(&q)
}

// HasLabels returns for each query whether its labels are in use: all, or those of judged_queries queries with a judged pair. Queries
// with one text count as one.
func (d *Drawer) HasLabels() []bool {
	if d.Labels != nil {
		return d.Labels
	}
	out := make([]bool, len(d.Queries))
	var ids, texts []string
	var places []int
	var docs []sample.Candidate
	for i := range d.Queries {
		if d.Judged == 0 {
			out[i] = true
			continue
		}
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

// merge returns what Draw would, from the shares of all parts of the queries.
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

// limit returns the maximum number of pairs without a given number; most is Drawer.Most.
func limit(most, queries int) int {
	return cmp.Or(most, max(safefile.Pairs, safefile.QueryPairs*queries))
}

// tooMany returns the error of a sample with more pairs than limit; judged is their number if judged pairs alone exceed it, else 0.
func tooMany(limit, judged int) error {
	there := "there are more than "
	if judged > 0 {
		there = fmt.Sprintf("there are %s judged pairs, more than ", terminal.Group(judged))
	}
	return errs.BadInput("", 0, "take a number of them (--judged, --pairs, --set negatives_per_positive=N)",
		"%s%s; each takes some 200 bytes of memory, and 600 of disk", there, terminal.Plural(limit, "pair", "pairs"))
}

// result finishes a sample and counts the pairs with a judged negative.
func (d *Drawer) result(all *sample.Part) *sample.Result {
	r := all.Result()
	r.Count(func(p sample.PoolInstance) bool { return d.Queries[p.Query].Candidate(p.Neg).Judged })
	return r
}

// DrawPart draws from the queries of the miner's part.
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

// workerPairs is the number of pairs from which a worker moves its pairs to the common sample.
const workerPairs = 1 << 16

// scoredView returns a query as sampling sees it: its candidates, then judged relevant documents outside them. docs is memory to reuse.
func (d *Drawer) scoredView(q *mine.Query, place int, hasLabels bool, docs []sample.Candidate) sample.Query {
	v := viewOf(d.Miner.Index, q, place, hasLabels, true, docs)
	if d.Scores != nil {
		for i, score := range d.Scores.Scores(q, place) {
			v.Docs[i].Score = score
		}
	}
	return v
}

// Rows returns the rows of a finished sample in file order; loss is that of each pool's rows. Progress counts rows. If the caller does
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

// viewOf returns a query as Drawer.scoredView does, but without scores, and with ids only if ids is true.
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

// poolSource holds which instances pools are drawn from.
type poolSource struct {
	top     int    // number of first candidates that pairs come from; 0 for all
	queries string // the queries that they come from: all | judged | unjudged
}

// keepAllowed keeps, in place, the instances that pools are drawn from.
func (s poolSource) keepAllowed(q *mine.Query, hasLabels bool, list []pairs.Instance) []pairs.Instance {
	isJudged := func(c mine.Candidate) bool { return c.Judged } // documents in q.Outside are judged too
	if has := hasLabels && (len(q.Outside) > 0 || slices.ContainsFunc(q.Docs, isJudged)); s.queries == quota.PoolJudged && !has || s.queries == quota.PoolUnjudged && has {
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
