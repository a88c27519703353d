package suspect

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Negative is a negative of a row with what is known of it.
type Negative struct {
	Row      uint32
	Item     uint32 // its place among the documents of the row
	Query    uint32 // number of the query
	Features Features
	P        float32 // probability that it is relevant; NaN if the set's share could not be estimated

	Words, Holds, PositiveHolds uint16 // distinct words of the query, and how many of them the negative and the best positive hold
	Window, PositiveWindow      uint16 // see shortest; 0 for fewer than two words, or if the negative holds fewer than the positive
	Evidence                    Span   // of the words of the query that it holds
}

// Span is the shortest stretch of a text that holds as many words of the query as the whole text: the place of its first character and the
// one behind its last, counted in characters from 0. End is 0 without such words, or if they are not found in the text.
type Span struct{ Begin, End uint32 }

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

// Collector computes the features of the negatives of rows, which come in the order of the set. Rows of a query that follow each
// other share their positives; a negative without a positive in them has no score.
type Collector struct {
	Negatives    []Negative
	Positives    []Positive
	negativeRuns []RunFeatures         // of each negative; none without runs
	positiveRuns []PositiveRunFeatures // likewise of each positive
	Unpaired     int                   // negatives without a positive
	Crowded      int                   // rows with so many positives and documents that they are left out
	Scored       int                   // negatives that a run scores, with a positive
	Untold       int                   // negatives without a probability, since negatives score as high as positives do

	stats       *Statistics
	runs        []*Run
	cache       cache
	query       query // of the open group
	text        string
	id          string
	queryNumber uint32
	rows        []groupRow
	docs        []corpus.TrainingDoc // of these rows
	number      int                  // of the group, from 1
	group       group
	finder      windowFinder
}

// groupRow is a row of a group with its documents, from first to end.
type groupRow struct {
	row        uint32
	first, end int
}

// group holds what is known of the documents of a query's rows.
type group struct {
	members   []member
	positives []int // numbers of members
	negatives []int // that are not positives too
	places    []int // of each document of the rows: its number, -1 if it has no text or no grade
}

// member is a document of a group.
type member struct {
	*document
	doc        corpus.TrainingDoc
	bm25, held float64 // for the query of the group: see Statistics.bm25
	common     uint16  // distinct words of the query that it holds
	isPositive bool
	isNegative bool
	isSought   bool // window and evidence are known
	window     uint16
	evidence   Span
}

// NewCollector returns a collector that scores by the statistics of all documents, and by runs.
func NewCollector(stats *Statistics, runs []*Run) *Collector {
	return &Collector{stats: stats, runs: runs, cache: cache{stats: stats, byHash: map[uint64]*document{}}}
}

// Grow makes room for so many negatives and positives.
func (c *Collector) Grow(negatives, positives int) {
	c.Negatives, c.Positives = slices.Grow(c.Negatives, negatives), slices.Grow(c.Positives, positives)
}

// Add adds a row with the number of its query.
func (c *Collector) Add(row, query uint32, r *corpus.TrainingRow) {
	if len(c.rows) > 0 && (query != c.queryNumber || len(c.rows) >= groupLimit || len(c.docs)+len(r.Docs) > groupDocs) {
		c.Flush()
	}
	if isCrowded(r) {
		c.Crowded++
		return
	}
	if len(c.rows) == 0 {
		c.queryNumber, c.text, c.id = query, r.Query, r.QueryID
	}
	first := len(c.docs)
	c.docs = append(c.docs, r.Docs...)
	c.rows = append(c.rows, groupRow{row, first, len(c.docs)})
}

// Flush scores the rows of the last query.
func (c *Collector) Flush() {
	if len(c.rows) == 0 {
		return
	}
	c.stats.ask(&c.query, c.text)
	c.readGroup()
	g := &c.group
	best, holds, place := 0.0, uint16(0), 0 // the score of the best positive, the query's words in it, and its number
	for _, i := range g.positives {
		if m := &g.members[i]; m.bm25 > best || holds == 0 {
			best, holds, place = max(best, m.bm25), m.common, i
		}
	}
	c.addPositives(g)
	for _, row := range c.rows {
		for item, d := range c.docs[row.first:row.end] {
			number := g.places[row.first+item]
			if number < 0 || d.Grade > 0 {
				continue
			}
			if len(g.positives) == 0 {
				c.Unpaired++
				continue
			}
			c.scoreByRuns(d.ID, g)
			n := Negative{Row: row.row, Item: uint32(item), Query: c.queryNumber, Words: c.query.words(), PositiveHolds: holds}
			c.score(&n, &g.members[number], g, best)
			window, evidence := c.seek(&g.members[number])
			if n.Evidence = evidence; n.Holds >= max(2, n.PositiveHolds) {
				n.Window = window
				n.PositiveWindow, _ = c.seek(&g.members[place])
			}
			c.Negatives = append(c.Negatives, n)
		}
	}
	c.rows, c.docs = c.rows[:0], c.docs[:0]
}

// readGroup reads the documents of the open group.
func (c *Collector) readGroup() {
	c.cache.forget()
	c.number++
	g := &c.group
	g.members, g.positives, g.negatives, g.places = g.members[:0], g.positives[:0], g.negatives[:0], g.places[:0]
	for _, d := range c.docs {
		number := -1
		if d.Text != "" && !math.IsNaN(d.Grade) {
			number = c.member(d.Text)
			m := &g.members[number]
			switch isNew := !m.isPositive && !m.isNegative; {
			case d.Grade > 0 && !m.isPositive:
				g.positives, m.isPositive, m.doc = append(g.positives, number), true, d
			case d.Grade <= 0 && !m.isNegative:
				if g.negatives, m.isNegative = append(g.negatives, number), true; isNew {
					m.doc = d
				}
			}
		}
		g.places = append(g.places, number)
	}
	g.negatives = slices.DeleteFunc(g.negatives, func(i int) bool { return g.members[i].isPositive })
	for i := range g.members {
		m, common := &g.members[i], 0
		m.bm25, m.held, common = c.stats.bm25(&c.query, m.document)
		m.common = uint16(min(common, math.MaxUint16))
	}
}

// seek returns the window of a document, and where it is.
func (c *Collector) seek(m *member) (window uint16, evidence Span) {
	if m.isSought || m.common == 0 {
		return m.window, m.evidence
	}
	m.isSought = true
	first, last, holds := c.finder.shortest(m.document, c.query.terms)
	if holds >= 2 {
		m.window = uint16(min(last-first+1, math.MaxUint16))
	}
	if begin, end, ok := trainset.Stretch(m.doc.Text, m.order, first, last); ok {
		m.evidence = Span{uint32(begin), uint32(end)}
	}
	return m.window, m.evidence
}

// member returns the number of a text in the open group.
func (c *Collector) member(text string) int {
	d := c.cache.read(text)
	if d.group != c.number {
		d.group, d.place = c.number, len(c.group.members)
		c.group.members = append(c.group.members, member{document: d})
	}
	return d.place
}

// score fills what one negative and the positives tell.
func (c *Collector) score(n *Negative, m *member, g *group, best float64) {
	f := &n.Features
	n.Holds = m.common
	f[BM25], f[BM25Lead], f[Held] = float32(m.bm25), float32(m.bm25-best), float32(m.held)
	for _, i := range g.positives {
		f[Likeness] = max(f[Likeness], float32(cosine(m.document, g.members[i].document)))
	}
	f[Length] = float32(m.logLength - g.members[g.positives[0]].logLength)
}

// scoreByRuns adds what the runs tell of the next negative, by its id; NaN if none scores it together with a positive.
func (c *Collector) scoreByRuns(id string, g *group) {
	if len(c.runs) == 0 {
		return
	}
	var f RunFeatures
	runScores := float32(0)
	for _, run := range c.runs {
		score, has := run.score(c.id, id)
		most, hasPositive := math.Inf(-1), false
		for _, i := range g.positives {
			if s, ok := run.score(c.id, g.members[i].doc.ID); ok {
				most, hasPositive = max(most, s), true
			}
		}
		if !has || !hasPositive {
			continue
		}
		z, lead := run.standardise(c.id, score), run.standardise(c.id, score)-run.standardise(c.id, most)
		f[0], f[RunLead-RunZ] = f[0]+float32(z), f[RunLead-RunZ]+float32(lead)
		f[RunScore-RunZ], f[RunDifference-RunZ] = f[RunScore-RunZ]+float32(score), f[RunDifference-RunZ]+float32(score-most)
		runScores++
	}
	if runScores > 0 {
		c.Scored++
	}
	for i := range f {
		f[i] = meanOf(f[i], runScores)
	}
	c.negativeRuns = append(c.negativeRuns, f)
}

// meanOf returns the mean of so many numbers by their sum; the same NaN on all machines for none.
func meanOf(sum, n float32) float32 {
	if n == 0 {
		return float32(math.NaN())
	}
	return sum / n
}
