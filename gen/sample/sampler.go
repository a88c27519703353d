// Package sample turns mined preferences and judgements into the pairs of a data set: filters, conflicts, labels, pools,
// drawing and budget, in this order (CONTRACT.md, after Rennings 2019, 4.4).
//
// A hash of the collection's ids decides a pair's place in its pool. So a sample is uniform, needs memory for the wanted pairs only, does
// not depend on threads or order, and is part of any larger sample. Samples of parts of the queries can be merged. A query is never split.
package sample

import (
	"slices"
	"sync"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Sampler draws pools from many queries. Every worker adds whole queries to a separate Part, and the parts are merged at the end. The
// result does not depend on the division of the queries.
type Sampler struct {
	o          Options
	pools      []Pool   // the axiomatic pools; under multi-graded only GradedPool
	wanted     []int    // the wanted number of pairs of each pool, or All
	judged     int      // the wanted number of judged pairs, or All
	seeds      []uint64 // the seed of each pool
	seed       uint64   // the seed of judgedName
	names      Names
	order      *drawOrder
	*pairBound // bound of the pools, with the judged pairs as one more pool
}

// New returns a sampler. sizes[i] is the maximum sample of pools[i], and judged the maximum sample of judged pairs; All means no maximum.
// Under multi-graded, pools must be the single pool GradedPool.
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
	s.pairBound = newPairBound(counts)
	return s
}

// Part is the share of a sample that one goroutine draws.
type Part struct {
	s      *Sampler
	judged *selection
	JudgedSums
	pools     []*poolSelection
	ledger    []PoolLedger
	conflicts int     // number of pairs that two axioms order in opposite directions
	votes     votes   // votes of one query, in reused memory
	shared    holders // pools that share pairs of one query, in reused memory; empty under multi-graded
	labels    []int8
	roles     []role
	pairs     []pairs.Instance
	scratch   []hashedInstance
	drawn     []PoolInstance
}

// Part returns an empty part.
func (s *Sampler) Part() *Part {
	p := &Part{s: s, judged: newSelection(s.judged, s.names), ledger: make([]PoolLedger, len(s.pools))}
	for i := range s.pools {
		p.pools = append(p.pools, newPoolSelection(s.wanted[i], s.names, s.order.couples))
	}
	return p
}

// account returns the ledger of an axiom. axiom is an index of lists in Add.
func (p *Part) account(axiom int) *PoolLedger {
	if p.s.o.Strategy != Paired {
		axiom = 0
	}
	return &p.ledger[axiom]
}

// Add adds one query. lists has the instances of each axiom, in the order of the pools. It changes the slices in lists.
func (p *Part) Add(q *Query, lists [][]pairs.Instance) {
	o := &p.s.o
	p.roles = o.roles(q, p.roles)
	for i := range lists {
		p.account(i).Mined += len(lists[i])
	}
	p.conflicts += o.filterAndResolve(q, p.roles, lists, &p.votes, func(axiom int) *DropCounts { return &p.account(axiom).Dropped })
	if o.Strategy == Paired {
		p.addJudged(q, nil)
		p.shared = p.s.findHolders(q, lists, &p.votes, p.shared)
		for i := range lists {
			p.draw(i, q, lists[i])
		}
		return
	}
	p.labels = labelCandidates(q, lists, o.MinGrade, p.labels)
	p.addJudged(q, p.labels)
	p.pairs = gradedPool(q, p.labels, p.roles, p.pairs)
	for i := range lists {
		p.ledger[0].Labelling += len(lists[i])
	}
	p.ledger[0].Formed += len(p.pairs)
	p.draw(0, q, p.pairs)
}

// LeftOut counts instances that were left out before Add. axiom is an index of lists in Add.
func (p *Part) LeftOut(axiom, otherSource, notViolated, notScored int) {
	l := p.account(axiom)
	l.Mined += otherSource + notViolated + notScored
	l.Dropped.OtherSource += otherSource
	l.Dropped.NotViolated += notViolated
	l.Dropped.NotScored += notScored
}

// addJudged adds a query's judged pairs. labels are the labels of multi-graded; nil under paired.
func (p *Part) addJudged(q *Query, labels []int8) {
	lists := p.s.o.sides(q)
	all := lists.countUnlimited()
	p.pairs = lists.judgedPairs(p.s.seed, p.pairs)
	if !p.s.allow(len(p.s.pools), len(p.pairs)) {
		return
	}
	suspects := lists.lower // pairs that filters left out, before any limit
	suspects.ScoreMargin += all.tooNear
	for range lists.positives {
		pairs.AddCounts(&suspects, lists.suspects)
	}
	pairs.AddCounts(&p.JudgedSums, JudgedSums{len(p.pairs), all.pairs - len(p.pairs), suspects, lists.countAlone(),
		p.s.o.countStated(q, all.judged, p.pairs)})
	offer := func(list []pairs.Instance, areAssumed bool) {
		most, eachFirst := p.judged.ranks(areAssumed), p.s.o.EachFirst && p.s.order.byRank
		needed := most
		if eachFirst { // putEachFirst needs all pairs
			needed = len(list)
		}
		p.scratch, p.drawn = rankPool(q, p.s.seed, p.s.order, list, needed, p.scratch, p.drawn)
		if eachFirst {
			p.drawn = putEachFirst(p.drawn)[:min(most, len(p.drawn))]
		}
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
	rest := slices.DeleteFunc(slices.Clone(p.pairs), hasJudged)
	offer(slices.DeleteFunc(p.pairs, func(in pairs.Instance) bool { return !hasJudged(in) }), false)
	offer(rest, true)
}

// draw adds the instances of one query to a pool. Instances that no other pool holds are first.
func (p *Part) draw(pool int, q *Query, list []pairs.Instance) {
	p.ledger[pool].Size += len(list)
	for _, in := range list {
		p.ledger[pool].Lengths.add(length(q, in), q.Docs[in.Neg].Len)
	}
	if !p.s.allow(pool, len(list)) {
		return
	}
	first, repeats := p.shared.divide(pool, list)
	p.offer(pool, q, first, false)
	p.offer(pool, q, repeats, true)
}

// offer adds pairs of one query to a pool. Pairs that another pool holds (areRepeats) follow all others.
func (p *Part) offer(pool int, q *Query, list []pairs.Instance, areRepeats bool) {
	p.scratch, p.drawn = rankPool(q, p.s.seeds[pool], p.s.order, list, p.pools[pool].ranks(areRepeats), p.scratch, p.drawn)
	for _, d := range p.drawn {
		d.Key = p.s.order.inTwoParts(d.Key, areRepeats)
		p.pools[pool].offer(d, length(q, d.Instance), q.Docs[d.Neg].Len)
	}
}

// length returns the preferred document's length; a made document is k times as long as its source.
func length(q *Query, in pairs.Instance) int {
	return q.Docs[in.Pos].Len * max(int(in.Made), 1)
}

// Merge adds the queries of another part.
func (p *Part) Merge(o *Part) {
	p.judged.merge(o.judged)
	pairs.AddCounts(&p.JudgedSums, o.JudgedSums)
	pairs.AddCounts(&p.ledger, o.ledger)
	p.conflicts += o.conflicts
	for i := range p.pools {
		p.pools[i].merge(o.pools[i])
	}
}

// NumPairs returns the number of pairs that the part keeps.
func (p *Part) NumPairs() int {
	n := len(p.judged.rows)
	for _, pool := range p.pools {
		n += pool.numPairs()
	}
	return n
}

// MoveTo merges the part into another one and empties it, so that all goroutines together keep one sample in memory.
func (p *Part) MoveTo(o *Part) {
	o.Merge(p)
	p.JudgedSums, p.conflicts = JudgedSums{}, 0
	clear(p.ledger)
	p.judged.empty(o.judged)
	for i := range p.pools {
		p.pools[i].empty(o.pools[i])
	}
}

// Result returns the finished sample: the pairs of each pool in drawing order, within the budget.
func (p *Part) Result() *Result {
	r := &Result{Conflicts: p.conflicts, Pools: make([][]PoolInstance, len(p.s.pools))}
	var sorting sync.WaitGroup // millions of pairs take seconds
	sorting.Go(func() { r.Judged = p.judged.sortDrawn() })
	for i := range p.s.pools {
		sorting.Go(func() { r.Pools[i] = p.pools[i].sortDrawn() })
	}
	sorting.Wait()
	repeats := make([]int, len(r.Pools))
	if p.s.o.Once {
		repeats = dropRepeats(r.Pools)
	}
	axiomatic := make([]int, len(p.s.pools))
	for i := range p.s.pools {
		l := p.ledger[i]
		l.Name, l.Wanted = p.s.pools[i].Name, p.s.wanted[i]
		if p.s.order.couples {
			l.Size, l.Dropped.LengthUnmatched = p.pools[i].countCoupled()
		}
		if l.Wanted == All {
			l.Wanted = l.Size
		}
		l.Dropped.OtherAxiom, l.Size = repeats[i], l.Size-repeats[i]
		l.Taken = len(r.Pools[i])
		if isMistake := p.s.order.isMistake; isMistake != nil {
			l.Violated = new(int)
			for _, d := range r.Pools[i] {
				if isMistake(d.Key) {
					*l.Violated++
				}
			}
		}
		l.Shortfall = l.Wanted - l.Taken - repeats[i]
		axiomatic[i] = l.Taken
		r.Ledger = append(r.Ledger, l)
	}
	most := p.Found
	if p.s.judged != All {
		most = min(most, p.s.judged)
	}
	numJudged := JudgedKept(most, p.s.pools, axiomatic, p.s.o.Budget)
	r.Judged = r.Judged[:numJudged]
	r.JudgedLedger = JudgedLedger{p.JudgedSums, most, numJudged, most - numJudged}
	return r
}
