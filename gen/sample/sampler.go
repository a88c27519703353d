// Package sample turns mined preferences and judgements into the pairs of a data set: filters, conflicts, labels, pools,
// drawing and budget, in this order (CONTRACT.md, after Rennings 2019, 4.4).
//
// A pair's place in its pool is a hash over the collection's own ids, so that a sample is uniform, needs memory for the
// wanted pairs only, does not depend on threads or order, is nested in its size and merges over any partition of the
// queries. A query is never split.
package sample

import (
	"math"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Sampler draws pools over many queries. Every worker adds whole queries to its own Part, and the parts are merged at the end. The result
// does not depend on how the queries were divided.
type Sampler struct {
	o      Options
	pools  []Pool // as sampled: GradedPool alone under multi-graded
	wanted []int
	judged int // judged pairs wanted in all, or All
	seeds  []uint64
	seed   uint64 // of judgedName
	names  Names
	order  *drawOrder
	held   *pairBound // by pool, the judged ones last
}

// New returns a sampler. sizes[i] bounds the sample of pools[i] (All for no bound), and judged the sample of the judged pairs. Under
// multi-graded, pools must be the single pool GradedPool.
func New(o Options, pools []Pool, sizes []int, judged int, names Names) *Sampler {
	s := &Sampler{o: o, pools: pools, wanted: sizes, judged: judged, seed: seedOf(o.Seed, judgedName), names: names,
		order: drawOrderNamed(o.Draw)}
	counts := make([]int, len(pools)+1)
	for i, p := range pools {
		s.seeds = append(s.seeds, seedOf(o.Seed, p.Key))
		if sizes[i] == All || judged == All && p.Ratio > 0 {
			counts[i] = sizes[i]
		}
	}
	counts[len(pools)] = min(judged, 0)
	s.held = newPairBound(counts)
	return s
}

// Limit makes the parts keep most pairs in all of those that no number bounds. Those of a ratio of such pairs count too, as many as it asks
// for.
func (s *Sampler) Limit(most int) { s.held.Limit(most) }

// IsExceeded reports whether there are more pairs than Limit allows; the parts have then left some out, and their result is of no use.
func (s *Sampler) IsExceeded() bool { return s.held.IsExceeded() }

// Part is one worker's share of a sample. One goroutine uses it.
type Part struct {
	s            *Sampler
	judged       *selection
	judgedN      int
	beyondLimits int                // judged pairs beyond the limits per query and per positive
	suspects     Suspects           // among the judged pairs
	stated       PreferenceCounts   // the preferences of the judgements
	plain        []*selection       // by pool, nil under length-balanced
	coupled      []*coupleSelection // by pool, under length-balanced
	ledger       []PoolLedger
	conflicts    int
	votes        votes
	shared       holders // empty under multi-graded
	labels       []int8
	roles        []role
	pairs        []pairs.Instance
	scratch      []hashedInstance
	drawn        []PoolInstance
	dropped      []DropCounts
}

// Part returns an empty part.
func (s *Sampler) Part() *Part {
	p := &Part{s: s, judged: newSelection(s.judged, s.names), ledger: make([]PoolLedger, len(s.pools))}
	for i := range s.pools {
		if s.order.couples {
			p.coupled = append(p.coupled, newCoupleSelection(s.wanted[i], s.names))
		} else {
			p.plain = append(p.plain, newSelection(s.wanted[i], s.names))
		}
	}
	return p
}

// Add adds one query with what each axiom found on it, in the order of the axioms. It changes the slices in lists.
func (p *Part) Add(q *Query, lists [][]pairs.Instance) {
	o := &p.s.o
	if cap(p.dropped) < len(lists) {
		p.dropped = make([]DropCounts, len(lists))
	}
	account := p.dropped[:len(lists)]
	clear(account)
	p.roles = o.roles(q, p.roles)
	total := 0
	for i := range lists {
		total += len(lists[i])
		if o.Strategy == Paired {
			p.ledger[i].Mined += len(lists[i])
		}
		lists[i] = filter(p.roles, lists[i], &account[i])
	}
	p.conflicts += resolveConflicts(q, lists, o.Conflict, &p.votes, account)
	if o.Strategy == Paired {
		p.addJudged(q, nil)
		p.shared = p.s.findHolders(q, lists, &p.votes, p.shared)
		for i := range lists {
			p.ledger[i].Dropped.add(account[i])
			p.draw(i, q, lists[i])
		}
		return
	}
	p.labels = labelCandidates(q, lists, o.MinGrade, p.labels)
	p.addJudged(q, p.labels)
	p.pairs = gradedPool(q, p.labels, p.roles, p.pairs)
	all := &p.ledger[0]
	all.Mined += total
	for i := range account {
		all.Dropped.add(account[i])
		all.Labelling += len(lists[i])
	}
	all.Formed += len(p.pairs)
	p.draw(0, q, p.pairs)
}

// LeftOut counts instances of an axiom, numbered as in Add, that were left out before Add.
func (p *Part) LeftOut(axiom int, d DropCounts) {
	if p.s.o.Strategy != Paired {
		axiom = 0
	}
	p.ledger[axiom].Mined += d.Sum()
	p.ledger[axiom].Dropped.add(d)
}

// addJudged adds a query's judged pairs; labels are those of multi-graded, else nil. No judged pair is left out for its length.
func (p *Part) addJudged(q *Query, labels []int8) {
	lists := p.s.o.sides(q)
	all := lists.countUnlimited()
	p.pairs = lists.judgedPairs(p.s.seed, p.pairs)
	if !p.s.held.Allow(len(p.s.pools), len(p.pairs)) {
		return
	}
	p.judgedN += len(p.pairs)
	p.beyondLimits += all.pairs - len(p.pairs)
	p.suspects.add(lists.countLeftOut(all))
	p.stated.add(p.s.o.countStated(q, all.judged, p.pairs))
	offer := func(list []pairs.Instance, areAssumed bool) {
		p.scratch, p.drawn = rankPool(q, p.s.seed, p.s.order, list, p.judged.ranks(areAssumed), p.scratch, p.drawn)
		for _, d := range p.drawn {
			d.NegLabel = negativeLabel(q, d.Neg, labels, p.s.o.MinGrade)
			if p.s.o.JudgedFirst {
				d.Key = p.s.order.inTwoParts(d.Key, areAssumed)
			}
			p.judged.offer(d)
		}
	}
	if !p.s.o.JudgedFirst {
		offer(p.pairs, false)
		return
	}
	hasJudged := func(in pairs.Instance) bool { return q.isJudged(in.Neg) }
	var rest []pairs.Instance
	for _, in := range p.pairs {
		if !hasJudged(in) {
			rest = append(rest, in)
		}
	}
	offer(slices.DeleteFunc(p.pairs, func(in pairs.Instance) bool { return !hasJudged(in) }), false)
	offer(rest, true)
}

func (p *Part) draw(pool int, q *Query, list []pairs.Instance) {
	p.ledger[pool].Size += len(list)
	for _, in := range list {
		p.ledger[pool].addSkew(length(q, in), q.Docs[in.Neg].Len)
	}
	if !p.s.held.Allow(pool, len(list)) {
		return
	}
	first, repeats := p.shared.divide(pool, list)
	p.offer(pool, q, first, false)
	p.offer(pool, q, repeats, true)
}

// offer adds pairs of one query to a pool; repeats follow all others.
func (p *Part) offer(pool int, q *Query, list []pairs.Instance, areRepeats bool) {
	most := math.MaxInt
	if p.plain != nil {
		most = p.plain[pool].ranks(areRepeats)
	}
	p.scratch, p.drawn = rankPool(q, p.s.seeds[pool], p.s.order, list, most, p.scratch, p.drawn)
	for _, d := range p.drawn {
		d.Key = p.s.order.inTwoParts(d.Key, areRepeats)
		if p.coupled != nil {
			p.coupled[pool].offer(d, length(q, d.Instance), q.Docs[d.Neg].Len)
		} else {
			p.plain[pool].offer(d)
		}
	}
}

// length returns the preferred document's length; a made document is k times as long as its source.
func length(q *Query, in pairs.Instance) int {
	return q.Docs[in.Pos].Len * max(int(in.Made), 1)
}

// Merge adds the queries of another part.
func (p *Part) Merge(o *Part) {
	p.judged.merge(o.judged)
	p.judgedN += o.judgedN
	p.beyondLimits += o.beyondLimits
	p.suspects.add(o.suspects)
	p.stated.add(o.stated)
	p.conflicts += o.conflicts
	for i := range p.ledger {
		p.ledger[i].merge(&o.ledger[i])
		if p.coupled != nil {
			p.coupled[i].merge(o.coupled[i])
		} else {
			p.plain[i].merge(o.plain[i])
		}
	}
}

// NumPairs returns how many pairs the part keeps.
func (p *Part) NumPairs() int {
	n := len(p.judged.rows)
	for _, s := range p.plain {
		n += len(s.rows)
	}
	for _, c := range p.coupled {
		n += c.numPairs()
	}
	return n
}

// MoveTo merges the part into another one and empties it for more queries. If workers do so now and then, there is one sample in memory
// and not one for each worker.
func (p *Part) MoveTo(o *Part) {
	o.Merge(p)
	p.judgedN, p.beyondLimits, p.suspects, p.stated, p.conflicts = 0, 0, Suspects{}, PreferenceCounts{}, 0
	clear(p.ledger)
	p.judged.empty(o.judged)
	for i := range p.ledger {
		if p.coupled != nil {
			p.coupled[i].empty(o.coupled[i])
		} else {
			p.plain[i].empty(o.plain[i])
		}
	}
}

// Result returns the finished sample: the pairs of each pool in drawing order, within the budget.
func (p *Part) Result() *Result {
	r := &Result{Conflicts: p.conflicts, Pools: make([][]PoolInstance, len(p.s.pools))}
	var sorting sync.WaitGroup // millions of pairs take seconds
	sorting.Go(func() { r.Judged = p.judged.sortDrawn() })
	for i := range p.s.pools {
		sorting.Go(func() {
			if p.coupled != nil {
				r.Pools[i] = p.coupled[i].sortDrawn()
			} else {
				r.Pools[i] = p.plain[i].sortDrawn()
			}
		})
	}
	sorting.Wait()
	axiomatic := make([]int, len(p.s.pools))
	for i := range p.s.pools {
		l := p.ledger[i]
		l.Name, l.Wanted = p.s.pools[i].Name, p.s.wanted[i]
		if p.coupled != nil {
			l.Dropped.LengthUnmatched = p.coupled[i].countUnmatched()
			l.Size = p.coupled[i].size()
		}
		if l.Wanted == All {
			l.Wanted = l.Size
		}
		l.Taken = len(r.Pools[i])
		l.Violated = p.s.order.countMistakes(r.Pools[i])
		l.Shortfall = l.Wanted - l.Taken
		axiomatic[i] = l.Taken
		r.Ledger = append(r.Ledger, l)
	}
	most := p.judgedN
	if p.s.judged != All {
		most = min(most, p.s.judged)
	}
	numJudged := JudgedKept(most, p.s.pools, axiomatic, p.s.o.Budget)
	r.Judged = r.Judged[:numJudged]
	r.JudgedLedger = JudgedLedger{Found: p.judgedN, BeyondLimit: p.beyondLimits, Wanted: most, Taken: numJudged,
		Displaced: most - numJudged, Suspects: p.suspects, Stated: p.stated}
	return r
}
