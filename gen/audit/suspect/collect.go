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

// positive is a positive of a query with what the share of false negatives is estimated by.
type positive struct {
	bm25 float32
	run  float32 // NaN without a score
}

// groupLimit is the most documents of one query that are looked at together.
const groupLimit = 2000

// Collector computes the features of the negatives of rows, which come in the order of the set. Rows of a query that follow each
// other share their positives; a negative without a positive in them has no score.
type Collector struct {
	Negatives []Negative
	Unpaired  int // negatives without a positive
	Scored    int // negatives that a run scores, with a positive

	positives []positive

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
	c.documents = c.documents[:0]
	clear(c.byText)
	c.terms = trainset.WordSet(c.terms, c.query)
	var positives []int
	texts := map[int]corpus.TrainingDoc{}
	for _, row := range c.rows {
		for _, d := range row.docs {
			if d.Text != "" && d.Grade > 0 {
				if i := c.read(d.Text); !slices.Contains(positives, i) {
					positives = append(positives, i)
					texts[i] = d
				}
			}
		}
	}
	best, holds, place := 0.0, 0, 0 // the score of the best positive, the query's words in it, and its number
	for _, i := range positives {
		score, _ := c.stats.bm25(c.terms, &c.documents[i])
		if n := trainset.Common(c.terms, c.documents[i].words); score > best || holds == 0 {
			best, holds, place = max(best, score), n, i
		}
		c.positives = append(c.positives, positive{float32(score), c.runScore(texts[i].ID)})
	}
	for _, row := range c.rows {
		for item, d := range row.docs {
			if d.Text == "" || !(d.Grade <= 0) || math.IsNaN(d.Grade) {
				continue
			}
			if len(positives) == 0 {
				c.Unpaired++
				continue
			}
			n := Negative{Row: row.row, Item: uint32(item), Query: c.same, Words: uint16(min(len(c.terms), math.MaxUint16)),
				PositiveHolds: uint16(min(holds, math.MaxUint16))}
			c.score(&n, d, positives, texts, best)
			if n.Holds >= max(2, n.PositiveHolds) {
				n.Window, n.PositiveWindow = c.documents[c.read(d.Text)].window(c.terms), c.documents[place].window(c.terms)
			}
			c.Negatives = append(c.Negatives, n)
		}
	}
	c.rows = c.rows[:0]
}

// runScore returns the mean score that the runs give a document of the open group; NaN if none does.
func (c *Collector) runScore(doc string) float32 {
	sum, n := 0.0, 0
	for _, run := range c.runs {
		if score, has := run.score(c.id, doc); has {
			sum, n = sum+score, n+1
		}
	}
	return float32(sum / float64(n))
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
func (c *Collector) score(n *Negative, d corpus.TrainingDoc, positives []int, texts map[int]corpus.TrainingDoc, best float64) {
	number := c.read(d.Text)
	doc := &c.documents[number]
	score, held := c.stats.bm25(c.terms, doc)
	f := &n.Features
	n.Holds = uint16(min(trainset.Common(c.terms, doc.words), math.MaxUint16))
	f[BM25], f[BM25Lead], f[Held] = float32(score), float32(score-best), float32(held)
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
