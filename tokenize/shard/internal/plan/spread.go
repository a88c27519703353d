package plan

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
)

// cutter cuts rows and groups into shards. Where the options ask for batches it first puts them in
// an order under which batches have no in-batch false negative, where that can be.
type cutter struct {
	store     *Store
	options   Options
	preferred map[string]*preferences // by split, where the options ask for batches
	spreads   []Spread                // of what was spread over batches, as it came
}

// cutRows returns the view of rows.
func (c *cutter) cutRows(split string, rows Items[Row], task string) View[Row] {
	rows = spread(c, rows, func(r Row) batchUnit { return unitOf(c.store, r) }, Spread{Rows: "pairs", Task: task, Split: split})
	return NewView(split, rows, c.options, c.store.size)
}

// cutGroups returns the view of groups of at most so many negatives.
func (c *cutter) cutGroups(split string, groups []Group, task string, negatives int) View[Group] {
	items := spread(c, NewItems(groups), func(g Group) batchUnit { return unitOf(c.store, g.Row(0)) },
		Spread{Rows: fmt.Sprintf("groups of %d negatives", negatives), Task: task, Split: split})
	return NewView(split, items, c.options, func(g Group) int64 { return groupSize(c.store, g) })
}

// spread returns items in an order for batches, if the options ask for it.
func spread[U any](c *cutter, items Items[U], unit func(U) batchUnit, about Spread) Items[U] {
	if about.Batch = c.options.SpreadQueries; about.Batch == 0 || items.N < 2 {
		return items
	}
	units := make([]batchUnit, items.N)
	for i := range units {
		units[i] = unit(items.brief(i))
	}
	order := c.preferred[about.Split].spread(units, &about)
	c.spreads = append(c.spreads, about)
	return items.pick(order)
}

// Spreads returns what is known of the rows and groups that were spread over batches.
func (p *Plan) Spreads() []Spread { return p.cutter.spreads }

// unitOf returns the texts of a row.
func unitOf(store *Store, r Row) batchUnit {
	if r.Class != nil {
		return batchUnit{Query: store.Info[r.Query].Folded}
	}
	return batchUnit{Query: store.Info[r.Query].Folded, Positive: store.Info[r.Pos].Folded}
}

// findPreferences returns what the pairs of a split, and the relevant documents of its queries, prefer.
func findPreferences(store *Store, source source, judgements iter.Seq[Judgement]) *preferences {
	var pairs [][2]uint64
	info := store.Info
	for r := range source.rows().Briefly {
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
				pairs = append(pairs, [2]uint64{info[source.queries[q]].Folded, info[source.docs[d]].Folded})
			}
		}
	}
	return preferencesOf(pairs)
}

// Spread counts how many in-batch false negatives the rows of a split have, before and after they were spread over batches. A row
// has one if its batch has another row whose positive is known to be relevant for its query, or preferred by an axiom.
type Spread struct {
	Rows        string `json:"rows"`     // pairs, or groups of so many negatives
	Task        string `json:"task"`     // empty: all tasks
	Split       string `json:"split"`    // train, validation or test
	Batch       int    `json:"batch"`    // rows of a batch
	Total       int    `json:"total"`    // rows
	FalseBefore int    `json:"before"`   // rows with an in-batch false negative in the shuffled order
	FalseAfter  int    `json:"after"`    // likewise as written
	Unplaced    int    `json:"unplaced"` // rows that fit no batch that was tried; they stand where there was room
}

// String returns the finding in a sentence.
func (s Spread) String() string {
	share := func(n int) float64 { return 100 * float64(n) / float64(max(s.Total, 1)) }
	text := fmt.Sprintf("in batches of %d, %.2f %% of the %d %s of %s have an in-batch false negative; shuffled, %.2f %% have one", s.Batch,
		share(s.FalseAfter), s.Total, s.Rows, s.Split, share(s.FalseBefore))
	if s.Unplaced > 0 {
		text += fmt.Sprintf("; %d could not be placed apart", s.Unplaced)
	}
	return text
}

// batchUnit is what a batch holds: a row, or a group of one positive.
type batchUnit struct {
	Query    uint64 // folded text
	Positive uint64 // likewise; 0 for a row of three classes, which has none
}

// preferences are the documents that queries prefer, and the queries that prefer documents, by folded texts.
type preferences struct{ ofQuery, ofDoc map[uint64][]uint64 }

// preferencesOf returns the preferences of pairs of a query and a document, by their folded texts.
func preferencesOf(pairs [][2]uint64) *preferences {
	slices.SortFunc(pairs, func(a, b [2]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	k := &preferences{map[uint64][]uint64{}, map[uint64][]uint64{}}
	for _, pair := range slices.Compact(pairs) {
		k.ofQuery[pair[0]] = append(k.ofQuery[pair[0]], pair[1])
		k.ofDoc[pair[1]] = append(k.ofDoc[pair[1]], pair[0])
	}
	return k
}

// spread returns an order of units for batches of about.Batch, and counts in about. The order stays where another is no better.
func (k *preferences) spread(units []batchUnit, about *Spread) []uint32 {
	order := make([]uint32, len(units))
	for i := range order {
		order[i] = uint32(i)
	}
	about.Total, about.FalseBefore = len(units), k.falseNegatives(units, order, about.Batch)
	apart, unplaced := k.arrange(units, about.Batch)
	if about.FalseAfter = k.falseNegatives(units, apart, about.Batch); about.FalseAfter < about.FalseBefore {
		about.Unplaced = unplaced
		return apart
	}
	about.FalseAfter, about.Unplaced = about.FalseBefore, len(units) // too few batches: the shuffled order is as good
	return order
}

// spreading places units into batches.
type spreading struct {
	*preferences
	batches [][]uint32       // numbers of units
	next    []int            // a ring of the batches that have room
	cursor  int              // the batch before the one to be tried first
	queries map[uint64][]int // the batches of a query's units
	docs    map[uint64][]int // the batches of the units that hold a document
	closed  []uint32         // by batch: the last unit that may not stand in it, plus 1
}

// close marks the batches in which a unit may not stand: they hold its query, a positive that this query prefers, or a query
// that prefers its positive.
func (s *spreading) close(u batchUnit, mark uint32) {
	shut := func(batches []int) {
		for _, b := range batches {
			s.closed[b] = mark
		}
	}
	shut(s.queries[u.Query])
	for _, d := range s.ofQuery[u.Query] {
		shut(s.docs[d])
	}
	for _, q := range s.ofDoc[u.Positive] {
		shut(s.queries[q])
	}
}

// add adds unit i to the batch behind another one of the ring, and takes a full one out of it.
func (s *spreading) add(i uint32, u batchUnit, first, room int) {
	b := s.next[first]
	s.batches[b] = append(s.batches[b], i)
	s.queries[u.Query] = append(s.queries[u.Query], b)
	if s.ofDoc[u.Positive] != nil {
		s.docs[u.Positive] = append(s.docs[u.Positive], b)
	}
	if s.cursor = b; len(s.batches[b]) == room {
		s.next[first], s.cursor = s.next[b], first
	}
}

// mostTried is the number of batches that are tried for a unit.
const mostTried = 256

// arrange returns an order of units in which batches of size are free of clashes where that can be. The queries with most units
// come first, and each unit goes to the next batch with room that it does not clash with, so that the units of a query lie in
// different batches. Batches are then shuffled; only the last one may be smaller.
func (k *preferences) arrange(units []batchUnit, size int) (order []uint32, unplaced int) {
	count, place := map[uint64]int{}, map[uint64]uint64{} // of queries
	for i, u := range units {
		if count[u.Query]++; k.ofQuery[u.Query] != nil {
			place[u.Query] = u.Query
		} else if count[u.Query] == 1 { // behind those with a preference, in their order
			place[u.Query] = 1<<63 + uint64(i)
		}
		order = append(order, uint32(i))
	}
	slices.SortFunc(order, func(a, b uint32) int {
		x, y := units[a].Query, units[b].Query
		return cmp.Or(cmp.Compare(count[y], count[x]), cmp.Compare(place[x], place[y]), cmp.Compare(a, b))
	})
	batches := (len(units) + size - 1) / size
	s := spreading{preferences: k, batches: make([][]uint32, batches), next: make([]int, batches), cursor: batches - 1,
		queries: map[uint64][]int{}, docs: map[uint64][]int{}, closed: make([]uint32, batches)}
	for b := range s.next {
		s.next[b] = (b + 1) % batches
	}
	for _, i := range order {
		s.close(units[i], i+1)
		first := s.place(i + 1)
		if first < 0 {
			unplaced++
			first = s.cursor
		}
		b := s.next[first]
		s.add(i, units[i], first, min(size, len(units)-b*size))
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

// place returns the batch of the ring before the first one, from the cursor on, that is not closed under the mark; -1 for none.
func (s *spreading) place(mark uint32) int {
	first := s.cursor
	for range mostTried {
		b := s.next[first]
		if s.closed[b] != mark {
			return first
		}
		if first = b; first == s.cursor {
			break // all of the ring was tried
		}
	}
	return -1
}

// falseNegatives counts the units with an in-batch false negative.
func (k *preferences) falseNegatives(units []batchUnit, order []uint32, size int) (n int) {
	queries, docs := map[uint64]int{}, map[uint64]int{} // of the batch: units that have them
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
			if queries[u.Query] > 1 || slices.ContainsFunc(k.ofQuery[u.Query], isOthers) {
				n++
			}
		}
	}
	return n
}
