package suspect

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/safefile"
)

// The most rows and documents of one query that are looked at together.
const (
	groupLimit = 2000
	groupDocs  = safefile.RowDocs
)

// isCrowded reports whether a row alone takes more work than a group of groupDocs documents: each positive is compared with each document.
func isCrowded(r *corpus.TrainingRow) bool {
	positives := 0
	for i := range r.Docs {
		if r.Docs[i].Grade > 0 {
			positives++
		}
	}
	return positives*len(r.Docs) > groupDocs*groupDocs
}

// Collector computes the features of the documents of rows, which come in the order of the set. Rows of a query that follow each other
// share their positives and negatives, and so do those of a scattered query; a negative without a positive in them has no score.
type Collector struct {
	stats    *Statistics
	runs     []*Run
	cache    cache
	group    group // of the last rows
	waiting  waiting
	suspects *Suspects
}

// NewCollector returns a collector that scores by the statistics of all documents, and by runs. It has room for so many negatives and
// positives.
func NewCollector(stats *Statistics, runs []*Run, scattered Scattered, negatives, positives int) *Collector {
	s := &Suspects{Negatives: make([]Negative, 0, negatives), Positives: make([]Positive, 0, positives), HasRuns: len(runs) > 0}
	return &Collector{stats: stats, runs: runs, cache: cache{stats: stats, byHash: map[intern.Sum]*document{}}, suspects: s,
		waiting: waiting{rows: map[uint32]*group{}, left: scattered}}
}

// Add adds a row with the number of its query.
func (c *Collector) Add(row, query uint32, r *corpus.TrainingRow) {
	g := &c.group
	if len(g.rows) > 0 && (query != g.queryNumber || len(g.rows) >= groupLimit || len(g.docs)+len(r.Docs) > groupDocs) {
		c.flush()
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

// addGroups adds the rows of scattered queries.
func (c *Collector) addGroups(ready []*group) {
	for _, w := range ready {
		g := &c.group
		g.queryNumber, g.text, g.id, g.rows, g.docs = w.queryNumber, w.text, w.id, append(g.rows, w.rows...), append(g.docs, w.docs...)
		c.flush()
	}
}

// Finish returns the documents of all rows with their features. No row is added afterwards.
func (c *Collector) Finish() *Suspects {
	c.flush()
	c.addGroups(c.waiting.takeAll())
	if len(c.waiting.left) > 0 {
		c.suspects.sortByRow()
	}
	compareOfQuery(c.suspects.Negatives)
	return c.suspects
}

// flush adds the documents of the last query's rows.
func (c *Collector) flush() {
	if len(c.group.rows) == 0 {
		return
	}
	c.group.read(c.stats, &c.cache)
	c.addPositives()
	c.addNegatives()
	c.group.clear()
}

// addPositives adds the positives of the group, each once.
func (c *Collector) addPositives() {
	g, s := &c.group, c.suspects
	first := len(s.Positives)
	for _, number := range g.positives {
		p := Positive{Query: g.queryNumber, Row: math.MaxUint32, Words: g.query.words()}
		g.comparePositive(&p, number)
		if len(c.runs) > 0 {
			var f runFeatures
			f, p.RunScored, p.RunAbove = g.compareByRuns(c.runs, g.members[number].doc.ID, g.negatives)
			s.positiveRuns = append(s.positiveRuns, f)
		}
		_, p.Evidence = g.seek(number)
		s.Positives = append(s.Positives, p)
	}
	missing := len(g.positives)
	for _, row := range g.rows {
		for item, d := range g.docs[row.first:row.end] {
			if missing == 0 {
				return
			}
			if i := slices.Index(g.positives, g.places[row.first+item]); d.Grade > 0 && i >= 0 {
				if p := &s.Positives[first+i]; p.Row == math.MaxUint32 {
					p.Row, p.Item = row.row, uint32(item)
					missing--
				}
			}
		}
	}
}

// addNegatives adds the negatives of the group, once for each row that has them.
func (c *Collector) addNegatives() {
	g, s := &c.group, c.suspects
	best := g.findBest()
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
			if len(c.runs) > 0 {
				f, _, _ := g.compareByRuns(c.runs, d.ID, g.positives)
				if f.isKnown() {
					s.Scored++
				}
				s.negativeRuns = append(s.negativeRuns, f)
			}
			n := Negative{Row: row.row, Item: uint32(item), Query: g.queryNumber, Words: g.query.words()}
			g.compareNegative(&n, number, best)
			s.Negatives = append(s.Negatives, n)
		}
	}
}
