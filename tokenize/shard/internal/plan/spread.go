package plan

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Spread says how many in-batch false negatives the rows of a split have, before and after they were spread over batches. A row
// has one if the positive of another row of its batch is known to be relevant for its query, or preferred by an axiom.
type Spread struct {
	Rows     string `json:"rows"`     // pairs, or groups of so many negatives
	Task     string `json:"task"`     // empty: all tasks
	Split    string `json:"split"`    // train, validation or test
	Batch    int    `json:"batch"`    // rows of a batch
	Total    int    `json:"total"`    // rows
	Before   int    `json:"before"`   // rows with an in-batch false negative in the shuffled order
	After    int    `json:"after"`    // likewise as written
	Unplaced int    `json:"unplaced"` // rows that fit no batch that was tried; they stand where there was room
}

// String returns the finding in a sentence.
func (s Spread) String() string {
	share := func(n int) float64 { return 100 * float64(n) / float64(max(s.Total, 1)) }
	text := fmt.Sprintf("in batches of %d, %.2f %% of the %d %s of %s have an in-batch false negative; shuffled, %.2f %% have one", s.Batch,
		share(s.After), s.Total, s.Rows, s.Split, share(s.Before))
	if s.Unplaced > 0 {
		text += fmt.Sprintf("; %d could not be placed apart", s.Unplaced)
	}
	return text
}

// unit is what a batch holds: a row, or a group of one positive.
type unit struct {
	query    uint64 // folded text
	positive uint64 // likewise; 0 for a row of three classes, which has none
}

// rowUnit returns the texts of a row.
func (p *Plan) rowUnit(r Row) unit {
	u := unit{query: p.Store.Info[r.Query].Folded}
	if r.Class == nil {
		u.positive = p.Store.Info[r.Pos].Folded
	}
	return u
}

// preferences are the documents that queries prefer, and the queries that prefer documents, by numbers of folded texts.
type preferences struct {
	queries, docs  []uint64 // sorted: a number is the place
	ofQuery, ofDoc [][]uint32
}

// findPreferences returns what the pairs of a split, and the relevant documents of its queries, prefer.
func (p *Plan) findPreferences(split int) *preferences {
	var pairs [][2]uint64
	info := p.Store.Info
	source := p.Store.sources[split]
	for r := range source.rows().Briefly {
		if r.Class != nil {
			continue
		}
		pairs = append(pairs, [2]uint64{info[r.Query].Folded, info[r.Pos].Folded})
		if r.AreRelevant() {
			pairs = append(pairs, [2]uint64{info[r.Query].Folded, info[r.Neg].Folded})
		}
	}
	if p.In.Relevant != nil {
		for query, doc := range p.In.Relevant {
			q, okQ := source.Queries.Find(query)
			d, okD := source.Docs.Find(doc)
			if okQ && okD {
				pairs = append(pairs, [2]uint64{info[source.queries[q]].Folded, info[source.docs[d]].Folded})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b [2]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	pairs = slices.Compact(pairs)
	known := &preferences{}
	for _, pair := range pairs {
		known.queries, known.docs = append(known.queries, pair[0]), append(known.docs, pair[1])
	}
	known.queries, known.docs = distinct(known.queries), distinct(known.docs)
	known.ofQuery, known.ofDoc = make([][]uint32, len(known.queries)), make([][]uint32, len(known.docs))
	for _, pair := range pairs {
		q, _ := slices.BinarySearch(known.queries, pair[0])
		d, _ := slices.BinarySearch(known.docs, pair[1])
		known.ofQuery[q], known.ofDoc[d] = append(known.ofQuery[q], uint32(d)), append(known.ofDoc[d], uint32(q))
	}
	return known
}

// distinct returns the different values, sorted.
func distinct(values []uint64) []uint64 {
	slices.Sort(values)
	return slices.Clip(slices.Compact(values))
}

// placed is a unit by the numbers of its texts.
type placed struct {
	query uint32
	doc   int // -1: none that a query prefers
}

// number returns the numbers of a unit's texts; a query of no preference has its own number behind the others.
func (k *preferences) number(u unit, others map[uint64]uint32) placed {
	q, ok := slices.BinarySearch(k.queries, u.query)
	if !ok {
		if _, ok := others[u.query]; !ok {
			others[u.query] = uint32(len(k.queries) + len(others))
		}
		q = int(others[u.query])
	}
	d, ok := slices.BinarySearch(k.docs, u.positive)
	if !ok {
		d = -1
	}
	return placed{uint32(q), d}
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
func (s *spreading) close(u placed, mark uint32) {
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
func (s *spreading) add(i uint32, u placed, before, room int) {
	b := s.next[before]
	s.batches[b] = append(s.batches[b], i)
	s.ofQueries[u.query] = append(s.ofQueries[u.query], uint32(b))
	if u.doc >= 0 {
		s.ofDocs[u.doc] = append(s.ofDocs[u.doc], uint32(b))
	}
	if s.cursor = b; len(s.batches[b]) == room {
		s.next[before], s.cursor = s.next[b], before
	}
}

// mostTried is the number of batches that are tried for a unit.
const mostTried = 256

// arrange returns an order of units in which batches of size are free of clashes where that can be. The queries with most units
// come first, and each unit goes to the next batch with room that it does not clash with, so that the units of a query lie in
// different batches. Batches are then shuffled; only the last one may be smaller.
func (k *preferences) arrange(units []placed, size int) (order []uint32, unplaced int) {
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
		before := s.place(i + 1)
		if before < 0 {
			unplaced++
			before = s.cursor
		}
		b := s.next[before]
		s.add(i, units[i], before, min(size, len(units)-b*size))
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
	before := s.cursor
	for range mostTried {
		b := s.next[before]
		if s.closedTo[b] != mark {
			return before
		}
		if before = b; before == s.cursor {
			break // all of the ring was tried
		}
	}
	return -1
}

// falseNegatives counts the units with an in-batch false negative.
func (k *preferences) falseNegatives(units []placed, order []uint32, size int) (n int) {
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

// arrangeItems returns the order of items under which a batch has no two of a query, and none whose positive another one's query
// prefers. It is nil where the options do not ask for it.
func arrangeItems[U any](p *Plan, split string, items Items[U], unitOf func(U) unit, about Spread) []uint32 {
	size := p.Options.SpreadQueries
	if size == 0 || items.N < 2 {
		return nil
	}
	known := p.preferencesOf(split)
	units, others := make([]placed, items.N), map[uint64]uint32{}
	order := make([]uint32, items.N)
	for i := range items.N {
		units[i], order[i] = known.number(unitOf(items.brief(i)), others), uint32(i)
	}
	about.Split, about.Batch, about.Total = split, size, items.N
	about.Before = known.falseNegatives(units, order, size)
	spread, unplaced := known.arrange(units, size)
	if about.After = known.falseNegatives(units, spread, size); about.After < about.Before {
		order, about.Unplaced = spread, unplaced
	} else {
		about.After, about.Unplaced = about.Before, about.Total // too few batches: the shuffled order is as good
	}
	p.Spreads = append(p.Spreads, about)
	return order
}

// preferencesOf returns the preferences of a split, by its name in files.
func (p *Plan) preferencesOf(split string) *preferences {
	if p.preferred == nil {
		p.preferred = map[string]*preferences{}
	}
	if p.preferred[split] == nil {
		for i, s := range p.In.Splits {
			if name, err := s.FileName(); err == nil && name == split {
				p.preferred[split] = p.findPreferences(i)
			}
		}
	}
	return p.preferred[split]
}

// spreadRows returns rows in an order for batches.
func (p *Plan) spreadRows(split string, rows Items[Row], task string) Items[Row] {
	if order := arrangeItems(p, split, rows, p.rowUnit, Spread{Rows: "pairs", Task: task}); order != nil {
		return rows.pick(order)
	}
	return rows
}

// spreadGroups returns groups in an order for batches.
func (p *Plan) spreadGroups(split string, groups []Group, task string, negatives int) []Group {
	about := Spread{Rows: fmt.Sprintf("groups of %d negatives", negatives), Task: task}
	order := arrangeItems(p, split, Listed(groups), func(g Group) unit { return p.rowUnit(g.Row(0)) }, about)
	if order == nil {
		return groups
	}
	sorted := make([]Group, len(groups))
	for i, number := range order {
		sorted[i] = groups[number]
	}
	return sorted
}
