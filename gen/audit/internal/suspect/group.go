package suspect

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
)

// group holds rows of one query and their distinct documents, the members. A member is named by its index in members.
type group struct {
	query       query
	queryNumber uint32
	text, id    string // the text and the id of the query
	rows        []groupRow
	docs        []corpus.TrainingDoc // the documents of all rows

	serial    int // number of the group, from 1; the value is reused for the next group
	members   []member
	positives []int // the indexes of positives in members
	negatives []int // the indexes of members that are negatives and no positives
	places    []int // the index in members of each of docs; -1 if the document has no text or no grade
	finder    windowFinder
}

// groupRow is a row of a group. Its documents are docs[first:end] of the group.
type groupRow struct {
	row        uint32
	first, end int
}

// member is a document of a group.
type member struct {
	*document
	doc        corpus.TrainingDoc
	bm25       float64 // the score for the query of the group: see Statistics.bm25
	common     uint16  // number of distinct words of the query in the document
	row, item  uint32  // the first row that has a positive, and the index in that row
	isPositive bool
	isNegative bool
	isCounted  bool // true once addNegatives added the negative
	isSought   bool // true if seek set window and evidence
	window     uint16
	evidence   Span
}

func (g *group) add(row, query uint32, r *corpus.TrainingRow) {
	if len(g.rows) == 0 {
		g.queryNumber, g.text, g.id = query, r.Query, r.QueryID
	}
	first := len(g.docs)
	g.docs = append(g.docs, r.Docs...)
	g.rows = append(g.rows, groupRow{row, first, len(g.docs)})
}

func (g *group) clear() { g.rows, g.docs = g.rows[:0], g.docs[:0] }

// read tokenizes the query and the documents of the rows, and sets the members.
func (g *group) read(stats *Statistics, documents *cache) {
	if documents.words > mostCached {
		clear(documents.byHash)
		documents.words = 0
	}
	stats.ask(&g.query, g.text)
	g.serial++
	g.members, g.positives, g.negatives, g.places = g.members[:0], g.positives[:0], g.negatives[:0], g.places[:0]
	for _, row := range g.rows {
		for item, d := range g.docs[row.first:row.end] {
			number := -1
			if d.Text != "" && !math.IsNaN(d.Grade) {
				number = g.numberOf(documents.read(d.Text))
				m := &g.members[number]
				switch isNew := !m.isPositive && !m.isNegative; {
				case d.Grade > 0 && !m.isPositive:
					g.positives, m.isPositive, m.doc, m.row, m.item = append(g.positives, number), true, d, row.row, uint32(item)
				case d.Grade <= 0 && !m.isNegative:
					if g.negatives, m.isNegative = append(g.negatives, number), true; isNew {
						m.doc = d
					}
				}
			}
			g.places = append(g.places, number)
		}
	}
	g.negatives = slices.DeleteFunc(g.negatives, func(i int) bool { return g.members[i].isPositive })
	for i := range g.members {
		m, common := &g.members[i], 0
		m.bm25, common = stats.bm25(&g.query, m.document)
		m.common = uint16(min(common, math.MaxUint16))
	}
}

// numberOf returns the index of a document in members. It adds the document if it is new.
func (g *group) numberOf(d *document) int {
	if d.group != g.serial {
		d.group, d.place = g.serial, len(g.members)
		g.members = append(g.members, member{document: d})
	}
	return d.place
}

// bestPositive is the positive with the highest BM25 score.
type bestPositive struct {
	number int // index in members
	bm25   float64
	holds  uint16 // number of distinct words of the query in the positive
}

// compareNegative sets the features of a negative that depend on its words and those of the positives. number is its index in members.
func (g *group) compareNegative(n *Document, number int, best bestPositive) {
	m, f := &g.members[number], &n.Features
	n.Holds, n.PositiveHolds = m.common, best.holds
	f[BM25], f[BM25Lead] = float32(m.bm25), float32(m.bm25-best.bm25)
	for _, i := range g.positives {
		f[Likeness] = max(f[Likeness], float32(cosine(m.document, g.members[i].document)))
	}
	window, evidence := g.seek(number)
	if n.Evidence = evidence; n.Holds >= max(2, n.PositiveHolds) {
		n.Window = window
		n.PositiveWindow, _ = g.seek(best.number)
	}
}

// mostLikened is the maximum number of negatives whose words are compared with those of a positive: the first ones.
const mostLikened = 64

// comparePositive sets the features of a positive that depend on its words and those of the negatives. number is its index in members.
func (g *group) comparePositive(p *Document, number int) {
	doc := &g.members[number]
	f := &p.Features
	f[BM25] = float32(doc.bm25)
	p.Holds = doc.common
	higher, best, length := 0.5, 0.0, 0.0
	top, weights := 0.0, 0.0
	n := float64(len(g.negatives))
	for _, i := range g.negatives {
		other := &g.members[i]
		if best = max(best, other.bm25); other.bm25 > doc.bm25 {
			higher++
			p.NegativesAbove++
		} else if other.bm25 == doc.bm25 {
			higher += 0.5
		}
		length += other.logLength / n
	}
	for _, i := range g.negatives[:min(len(g.negatives), mostLikened)] {
		other := &g.members[i]
		likeness := cosine(doc.document, other.document)
		top += float64(likeness * other.bm25)
		weights += other.bm25
		f[PositiveLikeMost] = max(f[PositiveLikeMost], float32(likeness))
	}
	p.Negatives = uint16(min(len(g.negatives), math.MaxUint16))
	f[PositiveRank] = float32(higher / (n + 1))
	if n > 0 {
		f[BM25Lead] = float32(doc.bm25 - best)
		f[PositiveLength] = float32(doc.logLength - length)
	}
	if weights > 0 {
		f[PositiveLikeTop] = float32(top / weights)
	}
	if len(g.negatives) >= leastOfQuery {
		mean, deviation := moments(len(g.negatives), func(i int) float64 { return g.members[g.negatives[i]].bm25 })
		f[PositiveZ] = float32(standardise(doc.bm25, mean, deviation))
	}
}

// compareByRuns sets RunLead and RunScore of a document to their means over the runs that score the document and a rival; NaN if there
// is no such run. rivals are indexes in members. numRivals and numBetter are the sums over the runs of the numbers of rivals with a
// score, and with a higher score.
func (g *group) compareByRuns(d *Document, runs []*Run, id string, rivals []int) (numRivals, numBetter uint16) {
	lead, sum, numRuns := float32(0), float32(0), float32(0)
	for _, run := range runs {
		score, has := run.score(g.id, id)
		if !has {
			continue
		}
		n, most := 0, math.Inf(-1)
		for _, i := range rivals {
			if other, has := run.score(g.id, g.members[i].doc.ID); has {
				n++
				if most = max(most, other); other > score {
					numBetter++
				}
			}
		}
		if n > 0 {
			numRuns++
			numRivals += uint16(n)
			lead += float32(run.standardise(g.id, score) - run.standardise(g.id, most))
			sum += float32(score)
		}
	}
	d.Features[RunLead], d.Features[RunScore] = float32(math.NaN()), float32(math.NaN()) // the same NaN on all machines
	if numRuns > 0 {
		d.Features[RunLead], d.Features[RunScore] = lead/numRuns, sum/numRuns
	}
	return numRivals, numBetter
}

// seek returns the length in words of a member's shortest window (windowFinder.shortest), and its place in the text. The length is 0 if the
// window has fewer than two words of the query.
func (g *group) seek(number int) (window uint16, evidence Span) {
	m := &g.members[number]
	if m.isSought || m.common == 0 {
		return m.window, m.evidence
	}
	m.isSought = true
	first, last, holds := g.finder.shortest(m.document, g.query.terms)
	if holds >= 2 {
		m.window = uint16(min(last-first+1, math.MaxUint16))
	}
	if begin, end, ok := trainset.Stretch(m.doc.Text, m.order, first, last); ok {
		m.evidence = Span{uint32(begin), uint32(end)}
	}
	return m.window, m.evidence
}
