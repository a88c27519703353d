package plan

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
)

// cutter divides rows and groups into shards. If Options.SpreadQueries is set, it first orders them so that batches have as few in-batch
// false negatives as possible.
type cutter struct {
	store     *Store
	options   Options
	preferred map[string]*preferences // the preferences of each split; empty if Options.SpreadQueries is 0
	spreads   []Spread                // the counts of each list of rows or groups that was ordered
}

// cutRows returns the view of the rows of a task. task is "" for the rows of all tasks.
func (c *cutter) cutRows(split string, rows Items[Row], task string) View[Row] {
	rows = orderItems(c, rows, func(r Row) batchUnit { return unitOf(c.store, r) }, Spread{Rows: "pairs", Task: task, Split: split})
	return NewView(split, rows, c.options, c.store.size)
}

// cutGroups returns the view of groups. negatives is their maximum number of negatives.
func (c *cutter) cutGroups(split string, groups []Group, task string, negatives int) View[Group] {
	items := orderItems(c, NewItems(groups), func(g Group) batchUnit { return unitOf(c.store, g.Row(0)) },
		Spread{Rows: fmt.Sprintf("groups of %d negatives", negatives), Task: task, Split: split})
	return NewView(split, items, c.options, func(g Group) int64 { return groupSize(c.store, g) })
}

// orderItems returns items in an order for batches, and unchanged if Options.SpreadQueries is 0. unit returns an item's batchUnit.
func orderItems[U any](c *cutter, items Items[U], unit func(U) batchUnit, about Spread) Items[U] {
	if about.Batch = c.options.SpreadQueries; about.Batch == 0 || items.N < 2 {
		return items
	}
	units := make([]batchUnit, items.N)
	for i := range units {
		units[i] = unit(items.brief(i))
	}
	order := c.preferred[about.Split].orderUnits(units, &about)
	c.spreads = append(c.spreads, about)
	return items.pick(order)
}

// Spreads returns the counts of the rows and groups that were spread over batches.
func (p *Plan) Spreads() []Spread { return p.cutter.spreads }

func unitOf(store *Store, r Row) batchUnit {
	if r.Class != nil {
		return batchUnit{Query: store.Info[r.Query].Folded}
	}
	return batchUnit{Query: store.Info[r.Query].Folded, Positive: store.Info[r.Pos].Folded}
}

// findPreferences returns the positives of a split's pairs and the documents judged relevant, by query.
func findPreferences(store *Store, source source, judgements iter.Seq[Judgement]) *preferences {
	var pairs [][2]uint64
	info := store.Info
	for r := range source.rows().EachBrief {
		if r.Class != nil {
			continue
		}
		pairs = append(pairs, [2]uint64{info[r.Query].Folded, info[r.Pos].Folded})
		if r.AreRelevant() {
			pairs = append(pairs, [2]uint64{info[r.Query].Folded, info[r.Neg].Folded})
		}
	}
	if judgements != nil {
		for j := range judgements {
			q, okQ := source.Queries.Find(j.QueryID)
			d, okD := source.Docs.Find(j.DocID)
			if okQ && okD && j.Relevant {
				pairs = append(pairs, [2]uint64{info[source.queries(q)].Folded, info[source.docs(d)].Folded})
			}
		}
	}
	return newPreferences(pairs)
}

// batchUnit is a unit of a batch: a row, or a group. Each has one positive.
type batchUnit struct {
	Query    uint64 // TextInfo.Folded of the query
	Positive uint64 // TextInfo.Folded of the positive; 0 for a three-class row, which has none
}

// preferences are the documents that each query prefers, and the queries that prefer each document, by folded texts.
type preferences struct{ docsByQuery, queriesByDoc map[uint64][]uint64 }

// preferencesOf returns the preferences of pairs of a query and a document, by their folded texts.
func newPreferences(pairs [][2]uint64) *preferences {
	slices.SortFunc(pairs, func(a, b [2]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	p := &preferences{map[uint64][]uint64{}, map[uint64][]uint64{}}
	for _, pair := range slices.Compact(pairs) {
		p.docsByQuery[pair[0]] = append(p.docsByQuery[pair[0]], pair[1])
		p.queriesByDoc[pair[1]] = append(p.queriesByDoc[pair[1]], pair[0])
	}
	return p
}

// orderUnits returns an order of units for batches of about.Batch units and sets the counts in about. It keeps the given order unless the
// new one has fewer false negatives.
func (p *preferences) orderUnits(units []batchUnit, about *Spread) []uint32 {
	order := make([]uint32, len(units))
	for i := range order {
		order[i] = uint32(i)
	}
	about.Total, about.FalseBefore = len(units), p.falseNegatives(units, order, about.Batch)
	spreadOrder, unplaced := p.arrange(units, about.Batch)
	if about.FalseAfter = p.falseNegatives(units, spreadOrder, about.Batch); about.FalseAfter < about.FalseBefore {
		about.Unplaced = unplaced
		return spreadOrder
	}
	about.FalseAfter, about.Unplaced = about.FalseBefore, len(units) // there are too few batches
	return order
}

// placement puts units into batches. The batches that are not full are a ring.
type placement struct {
	*preferences
	batches [][]uint32       // the numbers of the units of each batch
	next    []int            // has, for each batch of the ring, the batch after it
	cursor  int              // the batch before the one that is tried first
	queries map[uint64][]int // has, for each query, the batches with its units
	docs    map[uint64][]int // has, for each document, the batches with units whose positive it is
	closed  []uint32         // has, for each batch, the mark of the last unit that may not be put into it
}

// close marks the batches into which a unit may not be put: they hold its query, a positive that its query prefers, or a query that
// prefers its positive.
func (s *placement) close(u batchUnit, mark uint32) {
	closeAll := func(batches []int) {
		for _, b := range batches {
			s.closed[b] = mark
		}
	}
	closeAll(s.queries[u.Query])
	for _, d := range s.docsByQuery[u.Query] {
		closeAll(s.docs[d])
	}
	for _, q := range s.queriesByDoc[u.Positive] {
		closeAll(s.queries[q])
	}
}

// add adds unit i to the batch after previous in the ring. It removes the batch from the ring once it holds size units.
func (s *placement) add(i uint32, u batchUnit, previous, size int) {
	b := s.next[previous]
	s.batches[b] = append(s.batches[b], i)
	s.queries[u.Query] = append(s.queries[u.Query], b)
	if s.queriesByDoc[u.Positive] != nil {
		s.docs[u.Positive] = append(s.docs[u.Positive], b)
	}
	if s.cursor = b; len(s.batches[b]) == size {
		s.next[previous], s.cursor = s.next[b], previous
	}
}

// mostTried is the maximum number of batches that are tried for a unit.
const mostTried = 256

// arrange returns an order of units and the number of units that fit into no tried batch. It begins with the queries that have most units.
// It adds each unit to the next batch that is not full and not closed to it, so that the units of a query are in different batches. Then it
// shuffles the batches. Only the last batch may be smaller than size.
func (p *preferences) arrange(units []batchUnit, size int) (order []uint32, unplaced int) {
	count, place := map[uint64]int{}, map[uint64]uint64{} // have, for each query, the number of its units and its place among equal counts
	for i, u := range units {
		if count[u.Query]++; p.docsByQuery[u.Query] != nil {
			place[u.Query] = u.Query
		} else if count[u.Query] == 1 { // after the queries with a preference, in the order of the units
			place[u.Query] = 1<<63 + uint64(i)
		}
		order = append(order, uint32(i))
	}
	slices.SortFunc(order, func(a, b uint32) int {
		x, y := units[a].Query, units[b].Query
		return cmp.Or(cmp.Compare(count[y], count[x]), cmp.Compare(place[x], place[y]), cmp.Compare(a, b))
	})
	batches := (len(units) + size - 1) / size
	s := placement{preferences: p, batches: make([][]uint32, batches), next: make([]int, batches), cursor: batches - 1,
		queries: map[uint64][]int{}, docs: map[uint64][]int{}, closed: make([]uint32, batches)}
	for b := range s.next {
		s.next[b] = (b + 1) % batches
	}
	for _, i := range order {
		s.close(units[i], i+1)
		previous := s.place(i + 1)
		if previous < 0 {
			unplaced++
			previous = s.cursor
		}
		b := s.next[previous]
		s.add(i, units[i], previous, min(size, len(units)-b*size))
	}
	last := batches
	if len(units)%size > 0 {
		last--
	}
	random := rand.New(rand.NewPCG(uint64(len(units)), uint64(size)))
	random.Shuffle(last, func(i, j int) { s.batches[i], s.batches[j] = s.batches[j], s.batches[i] })
	order = order[:0]
	for _, members := range s.batches {
		slices.Sort(members)
		order = append(order, members...)
	}
	return order, unplaced
}

// place returns the batch before the first batch of the ring, after the cursor, that does not have the mark; -1 if there is none.
func (s *placement) place(mark uint32) int {
	previous := s.cursor
	for range mostTried {
		b := s.next[previous]
		if s.closed[b] != mark {
			return previous
		}
		if previous = b; previous == s.cursor {
			break // all of the ring was tried
		}
	}
	return -1
}

// falseNegatives counts the units with an in-batch false negative.
func (p *preferences) falseNegatives(units []batchUnit, order []uint32, size int) (n int) {
	queries, docs := map[uint64]int{}, map[uint64]int{} // numbers of units in the current batch, by query and by positive
	for members := range slices.Chunk(order, size) {
		clear(queries)
		clear(docs)
		for _, i := range members {
			queries[units[i].Query]++
			docs[units[i].Positive]++
		}
		for _, i := range members {
			u := units[i]
			isOthers := func(d uint64) bool { return docs[d] > 1 || docs[d] == 1 && d != u.Positive }
			if queries[u.Query] > 1 || slices.ContainsFunc(p.docsByQuery[u.Query], isOthers) {
				n++
			}
		}
	}
	return n
}
