package suspect

import (
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/safefile"
)

// The maximum numbers of rows and of documents in a group.
const (
	groupLimit = 2000             // rows
	groupDocs  = safefile.RowDocs // documents
)

// isCrowded reports whether a row has too many positives and documents to compare each positive with each document.
func isCrowded(r *corpus.TrainingRow) bool {
	positives := 0
	for i := range r.Docs {
		if r.Docs[i].Grade > 0 {
			positives++
		}
	}
	return positives*len(r.Docs) > groupDocs*groupDocs
}

// Collector computes the features of the documents of rows. Rows must be added in the order of the set. A negative is compared with the
// positives of its group: the consecutive rows of a query, or all rows of a scattered query. A negative without positives gets no score.
type Collector struct {
	set       *trainset.Set
	stats     *Statistics
	runs      []*Run
	cache     cache
	group     group // the rows that were added last
	waiting   waiting
	elsewhere *elsewhere
	suspects  *Suspects
}

// NewCollector returns a collector for the rows of a set. stats must hold all documents of the set; runs may be empty.
func NewCollector(set *trainset.Set, stats *Statistics, runs []*Run) *Collector {
	negatives, positives := set.Suspects()
	s := &Suspects{Negatives: make([]Document, 0, negatives), Positives: make([]Document, 0, positives), HasRuns: len(runs) > 0}
	return &Collector{set: set, stats: stats, runs: runs, cache: cache{stats: stats, byHash: map[intern.Sum]*document{}}, suspects: s,
		waiting: waiting{rows: map[uint32]*group{}, left: countScattered(set)}, elsewhere: newElsewhere(set, stats)}
}

// Add adds a row by its number in the set.
func (c *Collector) Add(row uint32, r *corpus.TrainingRow) {
	g, query := &c.group, c.set.RowQuery(row)
	if len(g.rows) > 0 && (query != g.queryNumber || len(g.rows) >= groupLimit || len(g.docs)+len(r.Docs) > groupDocs) {
		c.flush()
	}
	if r.Scored {
		return
	}
	if isCrowded(r) {
		c.suspects.Crowded++
		return
	}
	if _, isScattered := c.waiting.left[query]; isScattered {
		c.addGroups(c.waiting.add(row, query, r))
		return
	}
	g.add(row, query, r)
}

// addGroups computes the features of complete groups of scattered queries.
func (c *Collector) addGroups(ready []*group) {
	for _, w := range ready {
		g := &c.group
		g.queryNumber, g.text, g.id, g.rows, g.docs = w.queryNumber, w.text, w.id, append(g.rows, w.rows...), append(g.docs, w.docs...)
		c.flush()
	}
}

// Finish returns the documents of all rows with their features. No row may be added afterwards.
func (c *Collector) Finish() *Suspects {
	c.flush()
	c.addGroups(c.waiting.takeAll())
	if len(c.waiting.left) > 0 {
		sortByRow(c.suspects.Negatives)
		sortByRow(c.suspects.Positives)
	}
	compareOfQuery(c.suspects.Negatives)
	for i := range c.suspects.Negatives {
		n := &c.suspects.Negatives[i]
		n.Features[Elsewhere] = float32(c.elsewhere.nearest(n))
	}
	return c.suspects
}

// flush adds the documents of the current group to the suspects and clears the group.
func (c *Collector) flush() {
	if len(c.group.rows) == 0 {
		return
	}
	c.group.read(c.stats, &c.cache)
	c.elsewhere.store(c.group.queryNumber, &c.group.query)
	c.addPositives()
	c.addNegatives()
	c.group.clear()
}

// addPositives adds the positives of the group to the suspects, each once.
func (c *Collector) addPositives() {
	g := &c.group
	for _, number := range g.positives {
		m := &g.members[number]
		p := Document{Query: g.queryNumber, Row: m.row, Item: m.item, Words: g.query.words()}
		g.comparePositive(&p, number)
		p.RunScored, p.RunAbove = g.compareByRuns(&p, c.runs, m.doc.ID, g.negatives)
		_, p.Evidence = g.seek(number)
		c.suspects.Positives = append(c.suspects.Positives, p)
	}
}

// addNegatives adds the negatives of the group to the suspects, each once for each row that has it.
func (c *Collector) addNegatives() {
	g, s := &c.group, c.suspects
	best := bestPositive{} // the zero value if there is no positive
	for _, i := range g.positives {
		if m := &g.members[i]; m.bm25 > best.bm25 || best.holds == 0 {
			best = bestPositive{i, max(best.bm25, m.bm25), m.common}
		}
	}
	for _, row := range g.rows {
		for item, d := range g.docs[row.first:row.end] {
			number := g.places[row.first+item]
			if number < 0 || d.Grade > 0 {
				continue
			}
			if len(g.positives) == 0 {
				s.Unpaired++
				continue
			}
			n := Document{Row: row.row, Item: uint32(item), Query: g.queryNumber, Words: g.query.words(), IsRepeat: g.members[number].isCounted}
			g.members[number].isCounted = true
			g.compareNegative(&n, number, best)
			if g.compareByRuns(&n, c.runs, d.ID, g.positives); n.isScoredByRun() {
				s.Scored++
			}
			s.Negatives = append(s.Negatives, n)
		}
	}
}
