package suspect

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
)

// Negative is a negative of a row with what is known of it.
type Negative struct {
	Row      uint32
	Item     uint32 // its place among the documents of the row
	Query    uint32 // number of the query
	Features Features
	P        float32 // probability that it is relevant; NaN if the set's share could not be estimated

	Words, Holds, PositiveHolds uint16 // distinct words of the query, and how many of them the negative and the best positive hold
	Window, PositiveWindow      uint16 // see document.window; 0 if the negative holds fewer of these words than the positive
}

// groupLimit is the most documents of one query that are looked at together.
const groupLimit = 2000

// Collector computes the features of the negatives of rows, which come in the order of the set. Rows of a query that follow each
// other share their positives; a negative without a positive in them has no score.
type Collector struct {
	Negatives []Negative
	Positives []Positive
	Unpaired  int // negatives without a positive
	Scored    int // negatives that a run scores, with a positive

	stats *Statistics
	runs  []*Run
	query string // of the open group
	id    string
	same  uint32
	rows  []groupRow
	terms []uint32

	documents []document // memory of a group
	byText    map[string]int
}

type groupRow struct {
	row  uint32
	docs []corpus.TrainingDoc
}

// NewCollector returns a collector that scores by the statistics of all documents, and by runs.
func NewCollector(stats *Statistics, runs []*Run) *Collector {
	return &Collector{stats: stats, runs: runs, byText: map[string]int{}}
}

// Add adds a row with the number of its query.
func (c *Collector) Add(row, query uint32, r *corpus.TrainingRow) {
	if len(c.rows) > 0 && (query != c.same || len(c.rows) >= groupLimit) {
		c.Flush()
	}
	if len(c.rows) == 0 {
		c.same, c.query, c.id = query, r.Query, r.QueryID
	}
	c.rows = append(c.rows, groupRow{row, slices.Clone(r.Docs)})
}

// Flush scores the rows of the last query.
func (c *Collector) Flush() {
	if len(c.rows) == 0 {
		return
	}
	c.documents = c.documents[:0]
	clear(c.byText)
	c.terms = trainset.WordSet(c.terms, c.query)
	g := c.readGroup()
	best, holds, place := 0.0, uint16(0), 0 // the score of the best positive, the query's words in it, and its number
	for _, i := range g.positives {
		if doc := &c.documents[i]; doc.bm25 > best || holds == 0 {
			best, holds, place = max(best, doc.bm25), doc.common, i
		}
	}
	c.addPositives(g)
	for _, row := range c.rows {
		for item, d := range row.docs {
			if d.Text == "" || !(d.Grade <= 0) || math.IsNaN(d.Grade) {
				continue
			}
			if len(g.positives) == 0 {
				c.Unpaired++
				continue
			}
			n := Negative{Row: row.row, Item: uint32(item), Query: c.same, Words: uint16(min(len(c.terms), math.MaxUint16)), PositiveHolds: holds}
			c.score(&n, d, g, best)
			if n.Holds >= max(2, n.PositiveHolds) {
				n.Window, n.PositiveWindow = c.documents[c.byText[d.Text]].window(c.terms), c.documents[place].window(c.terms)
			}
			c.Negatives = append(c.Negatives, n)
		}
	}
	c.rows = c.rows[:0]
}

// readGroup reads the documents of the open group.
func (c *Collector) readGroup() *group {
	g := &group{docs: map[int]corpus.TrainingDoc{}}
	isNegative := map[int]bool{}
	for _, row := range c.rows {
		for _, d := range row.docs {
			switch {
			case d.Text == "" || math.IsNaN(d.Grade):
			case d.Grade > 0:
				if i := c.read(d.Text); !slices.Contains(g.positives, i) {
					g.positives, g.docs[i] = append(g.positives, i), d
				}
			default:
				if i := c.read(d.Text); !isNegative[i] {
					g.negatives, isNegative[i] = append(g.negatives, i), true
					if _, has := g.docs[i]; !has {
						g.docs[i] = d
					}
				}
			}
		}
	}
	g.negatives = slices.DeleteFunc(g.negatives, func(i int) bool { return slices.Contains(g.positives, i) })
	for i := range c.documents {
		doc := &c.documents[i]
		doc.bm25, doc.held = c.stats.bm25(c.terms, doc)
		doc.common = uint16(min(trainset.Common(c.terms, doc.words), math.MaxUint16))
	}
	return g
}

// read returns the number of a text in the group.
func (c *Collector) read(text string) int {
	if i, has := c.byText[text]; has {
		return i
	}
	i := len(c.documents)
	if i < cap(c.documents) {
		c.documents = c.documents[:i+1]
	} else {
		c.documents = append(c.documents, document{})
	}
	c.stats.read(&c.documents[i], text)
	c.byText[text] = i
	return i
}

// score fills what one negative and the positives tell.
func (c *Collector) score(n *Negative, d corpus.TrainingDoc, g *group, best float64) {
	positives, texts := g.positives, g.docs
	doc := &c.documents[c.byText[d.Text]]
	f := &n.Features
	n.Holds = doc.common
	f[BM25], f[BM25Lead], f[Held] = float32(doc.bm25), float32(doc.bm25-best), float32(doc.held)
	for _, i := range positives {
		f[Likeness] = max(f[Likeness], float32(cosine(doc, &c.documents[i])))
	}
	f[Length] = float32(math.Log(float64(1+doc.length)) - math.Log(float64(1+c.documents[positives[0]].length)))
	known := 0
	for _, run := range c.runs {
		own, has := run.score(c.id, d.ID)
		most, hasPositive := math.Inf(-1), false
		for _, i := range positives {
			if s, ok := run.score(c.id, texts[i].ID); ok {
				most, hasPositive = max(most, s), true
			}
		}
		if !has || !hasPositive {
			continue
		}
		z, lead := run.standardise(c.id, own), run.standardise(c.id, own)-run.standardise(c.id, most)
		f[RunZ], f[RunLead], f[RunScore] = f[RunZ]+float32(z), f[RunLead]+float32(lead), f[RunScore]+float32(own)
		f[RunDifference] += float32(own - most)
		known++
	}
	if known > 0 {
		c.Scored++
	}
	if known == 0 {
		nan := float32(math.NaN())
		f[RunZ], f[RunLead], f[RunScore], f[RunDifference] = nan, nan, nan, nan
	} else {
		for _, i := range []int{RunZ, RunLead, RunScore, RunDifference} {
			f[i] /= float32(known)
		}
	}
}
