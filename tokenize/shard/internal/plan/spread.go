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
	order := c.preferred[about.Split].arrangeItems(items.N, func(i int) batchUnit { return unit(items.brief(i)) }, &about)
	c.spreads = append(c.spreads, about)
	return items.pick(order)
}

// Spreads returns what is known of the rows and groups that were spread over
func (p *Plan) Spreads() []Spread { return p.cutter.spreads }

// unitOf returns the texts of a row.
func unitOf(store *Store, r Row) batchUnit {
	if r.Class != nil {
		return batchUnit{Query: store.Info[r.Query].Folded}
	}
	return batchUnit{Query: store.Info[r.Query].Folded, Positive: store.Info[r.Pos].Folded}
}

// findPreferences returns what the pairs of a split, and the relevant documents of its queries, prefer.
func findPreferences(store *Store, source source, relevant iter.Seq2[string, string]) *preferences {
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
	if relevant != nil {
		for query, doc := range relevant {
			q, okQ := source.Queries.Find(query)
			d, okD := source.Docs.Find(doc)
			if okQ && okD {
				pairs = append(pairs, [2]uint64{info[source.queries[q]].Folded, info[source.docs[d]].Folded})
			}
		}
	}
	return preferencesOf(pairs)
}

// Spread says how many in-batch false negatives the rows of a split have, before and after they were spread over batches. A row
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

// arrangeItems returns an order of n items for batches of about.Batch, and counts in about.
func (k *preferences) arrangeItems(n int, unit func(i int) batchUnit, about *Spread) []uint32 {
	units, order, numbers := make([]placedUnit, n), make([]uint32, n), map[uint64]uint32{}
	for i := range n {
		units[i], order[i] = k.number(unit(i), numbers), uint32(i)
	}
	about.Total, about.FalseBefore = n, k.falseNegatives(units, order, about.Batch)
	spread, unplaced := k.arrange(units, about.Batch)
	if about.FalseAfter = k.falseNegatives(units, spread, about.Batch); about.FalseAfter < about.FalseBefore {
		about.Unplaced = unplaced
		return spread
	}
	about.FalseAfter, about.Unplaced = about.FalseBefore, n // too few batches: the shuffled order is as good
	return order
}

// batchUnit is what a batch holds: a row, or a group of one positive.
type batchUnit struct {
	Query    uint64 // folded text
	Positive uint64 // likewise; 0 for a row of three classes, which has none
}

// preferences are the documents that queries prefer, and the queries that prefer documents, by numbers of folded texts.
type preferences struct {
	queries, docs  []uint64 // sorted: a number is the place
	ofQuery, ofDoc [][]uint32
}

// preferencesOf returns the preferences of pairs of a query and a document, by their folded texts.
func preferencesOf(pairs [][2]uint64) *preferences {
	slices.SortFunc(pairs, func(a, b [2]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	pairs = slices.Compact(pairs)
	list := &preferences{}
	for _, pair := range pairs {
		list.queries, list.docs = append(list.queries, pair[0]), append(list.docs, pair[1])
	}
	list.queries, list.docs = distinct(list.queries), distinct(list.docs)
	list.ofQuery, list.ofDoc = make([][]uint32, len(list.queries)), make([][]uint32, len(list.docs))
	for _, pair := range pairs {
		q, _ := slices.BinarySearch(list.queries, pair[0])
		d, _ := slices.BinarySearch(list.docs, pair[1])
		list.ofQuery[q], list.ofDoc[d] = append(list.ofQuery[q], uint32(d)), append(list.ofDoc[d], uint32(q))
	}
	return list
}

// distinct returns the different values, sorted.
func distinct(values []uint64) []uint64 {
	slices.Sort(values)
	return slices.Clip(slices.Compact(values))
}

// placedUnit is a unit by the numbers of its texts.
type placedUnit struct {
	query uint32
	doc   int // -1: none that a query prefers
}

// number returns the numbers of a unit's texts; a query of no preference has its own number behind the others.
func (k *preferences) number(u batchUnit, numbers map[uint64]uint32) placedUnit {
	q, ok := slices.BinarySearch(k.queries, u.Query)
	if !ok {
		if _, ok := numbers[u.Query]; !ok {
			numbers[u.Query] = uint32(len(k.queries) + len(numbers))
		}
		q = int(numbers[u.Query])
	}
	d, ok := slices.BinarySearch(k.docs, u.Positive)
	if !ok {
		d = -1
	}
	return placedUnit{uint32(q), d}
}

// spreading places units into batches.
type spreading struct {
	*preferences
	batches   [][]uint32 // numbers of units
	next      []int      // a ring of the batches that have room
	cursor    int        // the batch before the one to be tried first
	ofQueries [][]uint32 // by query: the batches of its units
	ofDocs    [][]uint32 // by document: the batches of the units that hold it
	closedTo  []uint32   // by batch: the last unit that may not stand in it, plus 1
}

// close marks the batches in which a unit may not stand: they hold its query, a positive that this query prefers, or a query
// that prefers its positive.
func (s *spreading) close(u placedUnit, mark uint32) {
	shut := func(batches []uint32) {
		for _, b := range batches {
			s.closedTo[b] = mark
		}
	}
	shut(s.ofQueries[u.query])
	if int(u.query) < len(s.ofQuery) {
		for _, d := range s.ofQuery[u.query] {
			shut(s.ofDocs[d])
		}
	}
	if u.doc >= 0 {
		for _, q := range s.ofDoc[u.doc] {
			shut(s.ofQueries[q])
		}
	}
}

// add adds unit i to the batch behind another one of the ring, and takes a full one out of it.
func (s *spreading) add(i uint32, u placedUnit, first, room int) {
	b := s.next[first]
	s.batches[b] = append(s.batches[b], i)
	s.ofQueries[u.query] = append(s.ofQueries[u.query], uint32(b))
	if u.doc >= 0 {
		s.ofDocs[u.doc] = append(s.ofDocs[u.doc], uint32(b))
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
func (k *preferences) arrange(units []placedUnit, size int) (order []uint32, unplaced int) {
	count := map[uint32]int{}
	for _, u := range units {
		count[u.query]++
	}
	order = make([]uint32, len(units))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int {
		x, y := units[a].query, units[b].query
		return cmp.Or(cmp.Compare(count[y], count[x]), cmp.Compare(x, y), cmp.Compare(a, b))
	})
	batches := (len(units) + size - 1) / size
	s := spreading{preferences: k, batches: make([][]uint32, batches), next: make([]int, batches), cursor: batches - 1,
		ofQueries: make([][]uint32, len(k.queries)+len(count)), ofDocs: make([][]uint32, len(k.docs)), closedTo: make([]uint32, batches)}
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
		if s.closedTo[b] != mark {
			return first
		}
		if first = b; first == s.cursor {
			break // all of the ring was tried
		}
	}
	return -1
}

// falseNegatives counts the units with an in-batch false negative.
func (k *preferences) falseNegatives(units []placedUnit, order []uint32, size int) (n int) {
	queries, docs := map[uint32]int{}, map[int]int{} // of the batch: units that have them
	for members := range slices.Chunk(order, size) {
		clear(queries)
		clear(docs)
		for _, i := range members {
			queries[units[i].query]++
			docs[units[i].doc]++
		}
		for _, i := range members {
			u := units[i]
			isOthers := func(d uint32) bool { return docs[int(d)] > 1 || docs[int(d)] == 1 && int(d) != u.doc }
			if queries[u.query] > 1 || int(u.query) < len(k.ofQuery) && slices.ContainsFunc(k.ofQuery[u.query], isOthers) {
				n++
			}
		}
	}
	return n
}
